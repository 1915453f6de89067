import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from '../../../../src/api/routes.ts';
import { splitBlocks } from '../../../../src/markdown/blockTexts.ts';
import { createPageEdit } from '../../../../src/model/writing/pageEdit.ts';
import { joinPage, splitPage } from '../../../../src/model/writing/frontMatter.ts';
import { textOfPage } from '../../../../src/model/writing/pageText.ts';
import { storedDifferences } from '../../../../src/model/writing/storedDifferences.ts';
import { createRandom } from '../../random.ts';
import { type OpenSandbox, openSandbox } from '../../sandbox.ts';
import { sized } from '../../../size.ts';

type Random = ReturnType<typeof createRandom>;

const fluentd = fileURLToPath(new URL('../../../../../shared/data/fluentd-docs', import.meta.url));

describe('an edit of one block or setting', function () {
  this.timeout(300_000);

  it('is stored as it was sent, on every page of the sample that is not locked, and leaves all other blocks alone', async () => {
    const sandbox = await openSandbox();
    for (const spaceId of ['heron-manual', 'heron-api', 'handbook', 'field-guide']) {
      await editEveryPage(sandbox, spaceId, { as: 'jun' });
    }
  });

  it('is stored so on every page of a real documentation', async function () {
    if (!existsSync(fluentd)) this.skip();
    const sandbox = await openSandbox({ content: fluentd });
    await editEveryPage(sandbox, 'fluentd-docs');
  });
});

/** How many edits each page gets, one after the other. */
const editsOfPage = sized(10, 2);

async function editEveryPage(sandbox: OpenSandbox, spaceId: string, caller: { as?: string } = {}): Promise<void> {
  const body = { subject: 'Edits' };
  const { id: changeRequestId } = await sandbox.call(
    'POST /spaces/{spaceId}/change-requests',
    { spaceId, body },
    caller,
  );
  const target = { spaceId, changeRequestId };
  const content = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content';
  const { pages } = await sandbox.call(`${content}/pages`, target, caller);
  const read = async (pageId: string) => {
    const page = await sandbox.call(`${content}/page/{pageId}`, { ...target, pageId }, caller);
    return { page, text: textOfPage(page, page.markdown ?? '') };
  };
  let count = 0;
  for (const { id } of documentsIn(pages)) {
    for (let turn = 0; turn < editsOfPage; turn++) {
      const random = createRandom(++count);
      const { page, text: base } = await read(id);
      const sent = edited(base, random);
      const edit = createPageEdit(base, sent, page);
      if (!edit) continue;
      await sandbox.call(
        'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content',
        {
          ...target,
          query: {},
          body: { changes: [edit] },
        },
        caller,
      );
      const { text: stored } = await read(id);
      const where = `edit ${count} of ${page.path} in ${spaceId}: ${JSON.stringify(edit)}`;
      assert.deepEqual(storedDifferences({ base, sent, stored }), [], where);
      assert.deepEqual(blocksOf(stored), blocksOf(sent), where);
    }
  }
  assert.ok(count > 5, `${count} edits in ${spaceId}`);
}

function documentsIn(pages: readonly Schema<'Page'>[]): Schema<'Page'>[] {
  return pages.flatMap(page => [
    ...(page.type === 'document' && page.computed === undefined ? [page] : []),
    ...documentsIn(page.pages ?? []),
  ]);
}

function blocksOf(text: string): string[] {
  return splitBlocks(splitPage(text).body).map(block => block.text);
}

const newBlocks = [
  'A new paragraph with **marks**, `code` and \\*escapes\\*.',
  '{% hint style="warning" %}\nTake care.\n\n* Of this\n{% endhint %}',
  '```js {1}\nif (a < b) run("&amp;");\n```',
  '| A | B |\n| --- | :-: |\n| 1 \\| 2 | [x](https://a.example/?b=c&d) |',
  '{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n{% endtabs %}',
  '<details>\n\n<summary>More</summary>\n\nHidden.\n\n</details>',
  '{% unknown attribute="1" %}\n\n<b>HTML</b> &copy; <!-- comment -->',
  '![A picture](https://a.example/a.png "Its title")',
  '[A link](/pages/nowhere) and [another](README.md), <https://a.example>.[^1]\n\n[^1]: A note.',
];

const settings = [
  'description: "New: description"',
  'icon: flag',
  'emoji: 🚩',
  'hidden: true',
  'noIndex: true',
  'if: visitor.claims.unsigned.beta',
  'cover: https://a.example/a.png\ncoverY: 10',
  'layout:\n  width: wide\n  outline:\n    visible: false',
  'vars:\n  version: "2.0"',
  'tags:\n  - one',
  'owner: mira # unknown',
];

/** Returns a text with one edit; all else stays as it was written. */
function edited(text: string, random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] ?? assert.fail('nothing to pick from');
  const { head, body } = splitPage(text);
  const blocks = splitBlocks(body).map(block => block.text);
  const index = random.below(Math.max(1, blocks.length));
  const block = blocks[index] ?? '';
  const withBlocks = (changed: readonly string[]) => joinPage({ head, body: changed.join('\n\n') });
  switch (random.below(5)) {
    case 0: {
      const longWords = [...block.matchAll(/\p{L}{4,}/gu)];
      const { index: at = 0, 0: word = '' } = longWords.length > 0 ? pick(longWords) : {};
      // The rest of the text stays unchanged, including blank lines between blocks.
      const start = body.indexOf(block) + at;
      return joinPage({ head, body: `${body.slice(0, start)}Changed${body.slice(start + word.length)}` });
    }
    case 1:
      return withBlocks(blocks.toSpliced(index, 1));
    case 2:
      return withBlocks(blocks.toSpliced(index + 1, 0, pick(newBlocks)));
    case 3:
      return withBlocks([...blocks.slice(0, index), ...blocks.slice(index).reverse()]);
    default: {
      const setting = pick(settings);
      const names = setting.match(/^\w+/gm) ?? [];
      const others = (head ?? '').split(/^(?=\w)/m).filter(line => !names.some(name => line.startsWith(`${name}:`)));
      return joinPage({ head: `${others.join('')}${setting}\n`, body });
    }
  }
}
