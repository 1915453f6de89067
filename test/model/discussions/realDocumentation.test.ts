import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { type Block, parseBlocks } from '../../../src/markdown/index.ts';
import { keysOf } from '../../../src/sandbox/content/documents.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { allBlocks } from '../../../src/markdown/block.ts';
import { splitPage } from '../../../src/model/writing/frontMatter.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { marginalia, pageUri, realDocumentation, signedIn } from '../../host/support.ts';

interface Page {
  id: string;
  type: string;
  path?: string;
  pages?: Page[];
}

// The documentation of a real project lies beside the checkouts of this project's developers only.
describe('sample of real documentation', function () {
  this.timeout(180_000);
  const space = 'fluentd-docs';
  const number = 1;
  let sandbox: RunningSandbox;

  before(async function () {
    if (!existsSync(realDocumentation())) return this.skip();
    sandbox = await signedIn({ content: realDocumentation() });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => sandbox?.close());

  async function ask<T>(path: string): Promise<T> {
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const response = await fetch(`${sandbox.url}/v1/spaces/${space}${path}`, { headers });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as T;
  }

  const flat = (pages: Page[]): Page[] => pages.flatMap(page => [page, ...flat(page.pages ?? [])]);
  const fileOf = ({ path = '', pages }: Page) =>
    path === '' ? 'README.md' : pages?.length ? `${path}/README.md` : `${path}.md`;

  async function pagesOf(number: number): Promise<Page[]> {
    const { pages } = await ask<{ pages: Page[] }>(`/change-requests/${number}/content/pages`);
    return flat(pages).filter(({ type }) => type === 'document');
  }

  it('has 33 change requests whose pages all open with the content of the sandbox', async () => {
    const { items } = await ask<{ items: { number: number }[] }>('/change-requests?limit=1000');
    assert.equal(items.length, 33);
    const pages = await pagesOf(number);
    // 182 Markdown files, one of which is SUMMARY.md.
    assert.ok(pages.length >= 181, `${pages.length} pages`);
    for (const page of pages) {
      const { markdown } = await ask<{ markdown: string }>(`/change-requests/${number}/content/page/${page.id}`);
      const bytes = await vscode.workspace.fs.readFile(pageUri(space, number, fileOf(page)));
      assert.equal(splitPage(Buffer.from(bytes).toString()).body, markdown, page.path);
    }
  });

  it('shows a comment on any block on the lines of that block', async function () {
    const { id: changeRequest, revision } = await ask<{ id: string; revision: string }>(`/change-requests/${number}`);
    const shares = new Map<string, { all: number; right: number }>();
    let expected = new Map<string, Expected>();
    const compare = async () => {
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      await compareThreads(expected, shares);
      // This many threads at once would keep the window busy for minutes.
      for (const id of expected.keys()) sandbox.state.comments.delete(id);
      expected = new Map();
    };
    for (const page of await pagesOf(number)) {
      const row = sandbox.state.documents.get(documentIdOf(revision, page.id));
      const keys = keysOf(sandbox.state, row);
      const outermost = parseBlocks(row.markdown);
      for (const [index, block] of allBlocks(outermost).entries()) {
        if (!isInDocument(block)) continue;
        const id = `comment-on-${keys[index]}`;
        expected.set(id, { file: fileOf(page), block, isOutermost: outermost.includes(block) });
        sandbox.state.comments.put({
          ...{ id, space, changeRequest, revision, page: page.id, node: { id: keys[index] ?? assert.fail() } },
          ...{ postedBy: 'mira', postedAt: '2026-11-01T08:00:00.000Z', markdown: 'Here.' },
          ...{ reactions: [], status: 'open' },
        });
      }
      if (expected.size > 500) await compare();
    }
    await compare();
    const wrong = [...shares].filter(([, { all, right }]) => all !== right);
    assert.deepEqual(wrong, [], 'every thread is on the lines of its block');
    const count = [...shares.values()].reduce((sum, { all }) => sum + all, 0);
    if (this.test) this.test.title += ` (100 % of ${count} blocks)`;
  });

  /** Counts, by kind of block, the threads that are on exactly the lines of their blocks. */
  async function compareThreads(expected: Map<string, Expected>, shares: Map<string, { all: number; right: number }>) {
    const { threads } = await marginalia();
    let count = 0;
    for (const file of new Set([...expected.values()].map(one => one.file))) {
      const before = await linesBeforeBody(pageUri(space, number, file));
      for (const { id, range, exactness } of await threads(pageUri(space, number, file))) {
        const expectation = expected.get(id);
        if (!expectation) continue;
        count++;
        const { block, isOutermost } = expectation;
        const lines = { start: block.start + before, end: block.end + before };
        const isRight = exactness === 'node' && range?.start === lines.start && range.end === lines.end;
        const kind = isOutermost ? 'outermost' : block.type;
        const { all, right } = shares.get(kind) ?? { all: 0, right: 0 };
        shares.set(kind, { all: all + 1, right: right + (isRight ? 1 : 0) });
      }
    }
    assert.equal(count, expected.size, 'every comment comes back as a thread');
  }

  /** Counts the lines of front matter, and the blank ones after it. */
  async function linesBeforeBody(uri: vscode.Uri): Promise<number> {
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
    return text.slice(0, text.length - splitPage(text).body.length).split('\n').length - 1;
  }

  function documentIdOf(revision: string, page: string): string {
    const find = (pages: PageRow[]): PageRow | undefined => {
      for (const row of pages) {
        const count = row.id === page ? row : find(row.pages);
        if (count) return count;
      }
      return undefined;
    };
    return find(sandbox.state.revisions.get(revision).pages)?.documentId ?? assert.fail(`no page ${page}`);
  }
});

interface Expected {
  file: string;
  block: Block;
  isOutermost: boolean;
}

/** Returns true for blocks that users can comment on. Definitions of links and HTML comments are in no document. */
function isInDocument({ type, text }: Block): boolean {
  return type !== 'definition' && type !== 'footnote' && (type !== 'markup' || text !== '');
}
