import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from '../../../../src/api/routes.ts';
import { splitBlocks } from '../../../../src/markdown/blockTexts.ts';
import { createPageEdit } from '../../../../src/model/writing/pageEdit.ts';
import { joinPage, parseFrontMatter, splitPage } from '../../../../src/model/writing/frontMatter.ts';
import { textOfPage } from '../../../../src/model/writing/pageText.ts';
import { storedDifferences } from '../../../../src/model/writing/storedDifferences.ts';
import { createRandom } from '../../random.ts';
import { type OpenSandbox, openSandbox } from '../../sandbox.ts';
import { sized } from '../../../size.ts';

type Random = ReturnType<typeof createRandom>;

const fluentd = fileURLToPath(new URL('../../../../../shared/data/fluentd-docs', import.meta.url));

describe('an edit of one block or setting', function () {
  this.timeout(300_000);

  it('is stored exactly, on every unlocked page of the sample, and changes no other block', async () => {
    const sandbox = await openSandbox();
    for (const spaceId of ['heron-manual', 'heron-api', 'handbook', 'field-guide']) {
      await editEveryPage(sandbox, spaceId, { as: 'jun' });
    }
  });

  it('is stored exactly on every page of real documentation', async function () {
    if (!existsSync(fluentd)) this.skip();
    const sandbox = await openSandbox({ content: fluentd });
    await editEveryPage(sandbox, 'fluentd-docs');
  });
});

/** The number of consecutive edits of each page. */
const editsOfPage = sized(10, 2);

describe('a save of several edits to blocks and settings', function () {
  this.timeout(300_000);
  const saves = sized(500);

  it(`is stored exactly, block by block and key by key, ${saves} times on pages of the sample`, async () => {
    const sandbox = await openSandbox();
    const spaceIds = ['heron-manual', 'heron-api', 'handbook', 'field-guide'];
    for (const [index, spaceId] of spaceIds.entries()) {
      const pages = await EditedPages.open(sandbox, spaceId, { as: 'jun' });
      await saveAtRandom(pages, Math.ceil(saves / spaceIds.length), index);
    }
  });

  it(`is stored exactly ${saves} times on pages of real documentation`, async function () {
    if (!existsSync(fluentd)) this.skip();
    const sandbox = await openSandbox({ content: fluentd });
    await saveAtRandom(await EditedPages.open(sandbox, 'fluentd-docs'), saves, 10);
  });
});

async function editEveryPage(sandbox: OpenSandbox, spaceId: string, caller: { as?: string } = {}): Promise<void> {
  const pages = await EditedPages.open(sandbox, spaceId, caller);
  let count = 0;
  for (const id of pages.ids) {
    for (let turn = 0; turn < editsOfPage; turn++) {
      const random = createRandom(++count);
      await pages.save(id, text => edited(text, random), `edit ${count}`);
    }
  }
  assert.ok(count > 5, `${count} edits in ${spaceId}`);
}

/** Saves random pages, each time with one to six edits. */
async function saveAtRandom(pages: EditedPages, count: number, seed: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const random = createRandom(1000 * seed + turn);
    const edit = (text: string) => {
      for (let edits = random.below(6); edits >= 0; edits--) text = edited(text, random);
      return text;
    };
    await pages.save(pick(pages.ids, random), edit, `save ${turn} of seed ${seed}`);
  }
}

/** The pages of a new change request, which are read, edited and sent as the extension does. */
class EditedPages {
  readonly ids: readonly string[];
  readonly #sandbox: OpenSandbox;
  readonly #target: { spaceId: string; changeRequestId: string };
  readonly #caller: { as?: string };

  private constructor(
    sandbox: OpenSandbox,
    target: { spaceId: string; changeRequestId: string },
    caller: { as?: string },
    ids: readonly string[],
  ) {
    this.#sandbox = sandbox;
    this.#target = target;
    this.#caller = caller;
    this.ids = ids;
  }

  static async open(sandbox: OpenSandbox, spaceId: string, caller: { as?: string } = {}): Promise<EditedPages> {
    const body = { subject: 'Edits' };
    const route = 'POST /spaces/{spaceId}/change-requests';
    const { id: changeRequestId } = await sandbox.call(route, { spaceId, body }, caller);
    const target = { spaceId, changeRequestId };
    const { pages } = await sandbox.call(`${contentRoute}/pages`, target, caller);
    const ids = documentsIn(pages).map(({ id }) => id);
    return new EditedPages(sandbox, target, caller, ids);
  }

  /** Edits a page, and asserts that it is stored as it was sent. */
  async save(pageId: string, edit: (text: string) => string, name: string): Promise<void> {
    const { page, text: base } = await this.#read(pageId);
    const sent = edit(base);
    const change = createPageEdit(base, sent, page);
    if (!change) return;
    const input = { ...this.#target, query: {}, body: { changes: [change] } };
    await this.#sandbox.call(editRoute, input, this.#caller);
    const { text: stored } = await this.#read(pageId);
    const where = `${name}, ${page.path} in ${this.#target.spaceId}: ${JSON.stringify(change)}`;
    assert.deepEqual(storedDifferences({ base, sent, stored }), [], where);
    assert.deepEqual(blocksOf(stored), blocksOf(sent), where);
    assert.deepEqual(settingsOf(stored), settingsOf(sent), where);
  }

  async #read(pageId: string): Promise<{ page: Schema<'Page'>; text: string }> {
    const page = await this.#sandbox.call(`${contentRoute}/page/{pageId}`, { ...this.#target, pageId }, this.#caller);
    return { page, text: textOfPage(page, page.markdown ?? '') };
  }
}

const editRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
const contentRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content';

function documentsIn(pages: readonly Schema<'Page'>[]): Schema<'Page'>[] {
  return pages.flatMap(page => [
    ...(page.type === 'document' && page.computed === undefined ? [page] : []),
    ...documentsIn(page.pages ?? []),
  ]);
}

function blocksOf(text: string): string[] {
  return splitBlocks(splitPage(text).body).map(block => block.text);
}

/** Returns the settings in a text except for the title, which is there only if the heading differs. */
function settingsOf(text: string): Record<string, unknown> {
  const { title: _, ...values } = parseFrontMatter(splitPage(text).head).values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)] ?? assert.fail('nothing to pick from');
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
  'description: Another one',
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
  'owner:\n  name: mira\n  teams: [docs, "1", 2]',
  '# A comment\nreviewed: 2026-11-28',
  'reviewed: null',
];

/** Returns a text with one edit and everything else unchanged. */
function edited(text: string, random: Random): string {
  const { head, body } = splitPage(text);
  const blocks = splitBlocks(body).map(block => block.text);
  const index = random.below(Math.max(1, blocks.length));
  const block = blocks[index] ?? '';
  const withBlocks = (changed: readonly string[]) => joinPage({ head, body: changed.join('\n\n') });
  switch (random.below(8)) {
    case 0:
    case 1: {
      const longWords = [...block.matchAll(/\p{L}{4,}/gu)];
      const { index: at = 0, 0: word = '' } = longWords.length > 0 ? pick(longWords, random) : {};
      // The rest of the text stays unchanged, including blank lines between blocks.
      const start = body.indexOf(block) + at;
      return joinPage({ head, body: `${body.slice(0, start)}Changed${body.slice(start + word.length)}` });
    }
    case 2:
      return withBlocks(blocks.toSpliced(index, 1));
    case 3:
      return withBlocks(blocks.toSpliced(index + 1, 0, pick(newBlocks, random)));
    case 4:
      return withBlocks([...blocks.slice(0, index), ...blocks.slice(index).reverse()]);
    case 5: {
      const others = blocks.toSpliced(index, 1);
      return withBlocks(others.toSpliced(random.below(blocks.length), 0, block));
    }
    case 6: {
      const lines = settingTexts(head);
      return joinPage({
        head: lines.toSpliced(random.below(Math.max(1, lines.length)), 1).join('') || undefined,
        body,
      });
    }
    default: {
      const setting = pick(settings, random);
      const names = setting.match(/^\w+/gm) ?? [];
      const others = settingTexts(head).filter(line => !names.some(name => line.startsWith(`${name}:`)));
      return joinPage({ head: `${others.join('')}${setting}\n`, body });
    }
  }
}

/** Returns the text of each setting of front matter, with a comment above it. */
function settingTexts(head: string | undefined): string[] {
  return (head ?? '').split(/^(?=\w)/m).filter(text => text !== '');
}
