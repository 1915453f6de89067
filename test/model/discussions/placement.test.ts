import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { keysOf } from '../../../src/sandbox/content/documents.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { contentUri } from '../../../src/model/content/address.ts';
import { eventually } from '../../host/eventually.ts';
import {
  addPage,
  changeRequestUri,
  itWithOptional,
  marginalia,
  pageUri,
  sampleFolder,
  signedIn,
} from '../../host/support.ts';

interface SampleComment {
  page?: string;
  quote?: string;
  markdown: string;
  replies?: unknown[];
  resolved?: unknown;
}

describe('placement of comments', () => {
  let sandbox: RunningSandbox;

  before(async () => (sandbox = await signedIn()));
  after(() => sandbox.close());

  const files = globSync('spaces/*/change-requests/*/comments.json', { cwd: sampleFolder() }).sort();
  for (const file of files) {
    const [, space = '', , number = ''] = file.split('/');

    it(`puts every comment of ${space} #${Number(number)} at its text`, async () => {
      const { threads } = await marginalia();
      for (const comment of sampleComments(file)) {
        const uri = comment.page
          ? pageUri(space, Number(number), comment.page)
          : changeRequestUri(space, Number(number));
        const thread = (await threads(uri)).find(({ comments }) => comments[0]?.markdown === comment.markdown);
        assert.ok(thread, `${comment.page}: ${comment.markdown}`);
        assert.equal(thread.comments.length, 1 + (comment.replies?.length ?? 0));
        assert.equal(thread.state, comment.resolved ? 'resolved' : 'open');
        if (!comment.page) assert.equal(thread.exactness, 'changeRequest');
        else if (!comment.quote) assert.equal(thread.exactness, 'page');
        else if (thread.exactness === 'node') await assertLines(uri, thread.range, comment.quote);
        else assert.match(thread.label, /placed/);
      }
    });
  }

  itWithOptional('works for comments on the main content', async () => {
    const { threads } = await marginalia();
    for (const comment of sampleComments('spaces/heron-manual/comments.json')) {
      const uri = contentUri({
        ...{ connection: 'sandbox', space: 'heron-manual', version: { kind: 'main' } },
        path: comment.page ?? 'README.md',
      });
      const thread = (await threads(uri)).find(({ comments }) => comments[0]?.markdown === comment.markdown);
      assert.ok(thread, `${comment.page}: ${comment.markdown}`);
      if (comment.quote && thread.exactness === 'node') await assertLines(uri, thread.range, comment.quote);
    }
  });

  it('is fast on a page of 200 kB, and is kept when another comment is added', async () => {
    const { threads } = await marginalia();
    const text = 'The console draws it as a line that rises and falls with the sea. '.repeat(5);
    const markdown = Array.from({ length: 700 }, (_, index) => `${text}${index}\n`).join('\n');
    const { uri, id } = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'Long', markdown });
    for (const paragraph of [0, 350, 699]) comment(id, paragraph);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const linesOf = async () => (await threads(uri)).map(({ range }) => range?.start).sort((a = 0, b = 0) => a - b);
    await eventually(async () => assert.deepEqual(await linesOf(), [0, 700, 1398]));
    comment(id, 100);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(async () => assert.deepEqual(await linesOf(), [0, 200, 700, 1398]));
  });

  /** Adds a comment of another user to a block of a page. */
  function comment(page: string, block: number): void {
    const { state } = sandbox;
    const document = state.documents.all().findLast(one => one.page === page) ?? assert.fail();
    const keys = keysOf(state, document);
    const [row] = state.changeRequests.all().filter(({ space, number }) => space === 'heron-manual' && number === 8);
    state.comments.put({
      ...{ id: `long-${block}`, space: 'heron-manual', changeRequest: row?.id ?? '', revision: row?.revision ?? '' },
      ...{ page, node: { id: keys[block] ?? '' }, postedBy: 'lucia', postedAt: '2026-11-01T10:00:00.000Z' },
      ...{ markdown: `Remark ${block}.`, reactions: [], status: 'open' as const },
    });
  }
});

function sampleComments(file: string): SampleComment[] {
  return JSON.parse(readFileSync(join(sampleFolder(), file), 'utf8')) as SampleComment[];
}

async function assertLines(uri: vscode.Uri, range: { start: number; end: number } | undefined, quote: string) {
  assert.ok(range, quote);
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const lines = text.split('\n').slice(range.start, range.end + 1);
  assert.ok(words(lines.join(' ')).includes(words(quote)), `"${quote}" is not in:\n${lines.join('\n')}`);
}

/** Returns the words of a text without Markdown syntax. */
function words(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
