import assert from 'node:assert/strict';
import {
  findReusableText,
  normalizeSharedContent,
  type RevisionReader,
  includedSourcesIn,
  usesSharedContent,
} from '../../../src/model/content/shared.ts';
import { sharedOnPage } from '../../../src/model/content/sharedOnPage.ts';

describe('reusable content', () => {
  const texts = [
    { id: 'one', title: 'One', path: '.gitbook/includes/one.md' },
    { id: 'two', title: 'Two', path: 'docs/.gitbook/includes/sub/two (1).md' },
  ];
  const names: [name: string, id: string | undefined][] = [
    ['one', 'one'],
    ['/reusable-contents/one', 'one'],
    ['https://app.example/s/space/~/reusable/one/', 'one'],
    ['https://app.example/s/space/~/reusable/three/', undefined],
    ['.gitbook/includes/one.md', 'one'],
    ['/.gitbook/includes/one.md', 'one'],
    ['../../.gitbook/includes/one.md', 'one'],
    ['.gitbook/includes/sub/two (1).md', 'two'],
    ['.gitbook/includes/sub/two%20(1).md', 'two'],
    ['../docs/.gitbook/includes/sub/two (1).md', 'two'],
    ['gitbook/includes/one.md', undefined],
    ['', undefined],
    ['%', undefined],
  ];
  for (const [name, id] of names) {
    it(`${id === undefined ? 'is not found' : 'is found'} by ${JSON.stringify(name)}`, () => {
      assert.equal(findReusableText(name, texts)?.id, id);
    });
  }

  it('is found in the includes of a page, except in code', () => {
    const markdown = '{% include "a" %}\n\n* b\n\n  {% include "c" %}\n\n`{% include "d" %}`\n\n{% include "a" %}';
    assert.deepEqual(includedSourcesIn(markdown), ['a', 'c']);
    assert.equal(usesSharedContent('A `{% include "d" %}`.'), false);
    assert.equal(usesSharedContent('A <code class="expression">b</code>.'), true);
  });

  for (const reply of [null, undefined, {}, { reusableContents: null, variables: null }]) {
    it(`is empty when the server sends ${JSON.stringify(reply)}`, () => {
      assert.deepEqual(normalizeSharedContent(reply as never), { variables: {} });
    });
  }

  it('contains the valid parts of a reply', () => {
    const reply = {
      variables: { a: 'b', n: 1, no: null, list: [] },
      reusableContents: [null, {}, { id: 'x' }, { id: 'y', title: 'Y', document: 'd', git: { path: 'y.md' } }],
    };
    assert.deepEqual(normalizeSharedContent(reply as never), {
      variables: { a: 'b', n: 1 },
      texts: [
        { id: 'x', title: 'Untitled' },
        { id: 'y', title: 'Y', document: 'd', path: 'y.md' },
      ],
    });
  });

  it('is unknown, not missing, when the server lists none', async () => {
    const snapshot = { read: () => Promise.resolve(normalizeSharedContent({})) } as unknown as RevisionReader;
    const shared = await sharedOnPage(snapshot, undefined, '{% include "a" %}');
    assert.equal(shared?.includedText('a'), undefined);
  });
});
