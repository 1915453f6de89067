import assert from 'node:assert/strict';
import { excerptOf, excerptOfConversation } from '../../../src/model/discussions/commentText.ts';
import type { PlacedConversation } from '../../../src/model/discussions/discussion.ts';

describe('the excerpt of a comment', () => {
  for (const [name, markdown, excerpt] of [
    ['bold and emphasis', 'It is **very** _deep_ and ~~calm~~', 'It is very deep and calm'],
    ['a link', 'See [the log](https://log.example/a_(b) "Log") first', 'See the log first'],
    ['code', 'Use `rope[1]` here', 'Use rope[1] here'],
    ['an image with a description', 'Look: ![a **red** buoy](buoy.png) there', 'Look: a red buoy there'],
    ['an image in code', 'Write `![a](b.png)` so', 'Write ![a](b.png) so'],
    ['an exclamation before a link', 'Stop\\![here](a.md)', 'Stop!here'],
    ['character references', 'Salt &amp; wind &lt;5&gt; &copy;', 'Salt & wind <5> ©'],
    ['HTML', 'A<br>b <u>c</u><!-- no -->', 'A b c'],
    ['a list and a quotation', '> Why?\n\n- One\n- Two', 'Why? One Two'],
    ['a heading', '## Depth\n\nTwo fathoms', 'Depth Two fathoms'],
    ['nothing visible', '<!-- nothing -->\n\n![](a.png)', ''],
    ['empty text', '', ''],
  ] as const) {
    it(`contains no Markdown: ${name}`, async () => {
      assert.equal((await excerptOf(markdown)).replaceAll('\u2060', ''), excerpt);
    });
  }

  it('is shortened', async () => {
    const excerpt = await excerptOf(`**${'wave '.repeat(50)}**`, { limit: 20 });
    assert.match(excerpt, /^wave wave .*…$/);
    assert.ok(excerpt.length <= 20);
  });

  it('of a conversation names mentioned users, and is never empty', async () => {
    const conversation = (markdown: string, displayName = 'Lucía *F*') => {
      const comment = { id: 'c', body: { markdown }, postedBy: { id: 'lucia', displayName } };
      return { comment, replies: [] } as unknown as PlacedConversation;
    };
    const excerpt = (one: PlacedConversation) => excerptOfConversation({ conversations: [one] }, one);
    assert.equal(await excerpt(conversation('**@lucia** and @nobody')), '@Lucía *F* and @nobody');
    for (const markdown of ['![](a.png)', '', '<!-- -->'])
      assert.equal(await excerpt(conversation(markdown)), '(empty)');
  });
});
