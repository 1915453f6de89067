import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/api/errors.ts';
import { offlineBanner } from '../../src/features/reviewPage/banners.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import type { Tree } from '../../src/ui/tree/tree.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import { rendered } from '../host/preview.ts';
import { stage, stageOfParts } from '../host/stage.ts';
import { addPage, changeRequestUri, itWithOptional, pagesOf, pageUri } from '../host/support.ts';
import { skipRetryDelays } from '../host/timers.ts';
import { addTitledPage, open, revertAll, type } from './writing/editor.ts';

/** A state in which the service answers no request. */
interface Outage {
  name: string;
  begin: (server: FaultyServer) => void | Promise<void>;
  /** The label of the only row about it. */
  label: string;
  /** Matches the reason and what to do. */
  reason: RegExp;
}

const outages: readonly Outage[] = [
  {
    name: 'refused connections',
    begin: server => server.refuse(),
    label: 'Not reached',
    reason: /nothing listens there\. Check the network/,
  },
  {
    name: 'no answers',
    begin(server) {
      shortenTimeouts();
      server.fail({ kind: 'held' });
    },
    label: 'Not reached',
    reason: /did not answer in time\. Try again\./,
  },
  {
    name: 'too many requests',
    begin: server => server.fail({ kind: 'status', status: 429, message: 'Slow down.' }),
    label: 'Too many requests',
    reason: /Slow down\. Wait a moment and try again\./,
  },
  {
    name: 'too many requests, with the time to wait',
    begin: server => server.fail({ kind: 'status', status: 429, message: 'Slow down.', retryAfter: 0 }),
    label: 'Too many requests',
    reason: /Slow down\. Wait a moment and try again\./,
  },
];

const { timeout } = AbortSignal;

/** Shortens the timeout of requests until `restoreTimeouts`. */
function shortenTimeouts(): void {
  AbortSignal.timeout = ms => timeout.call(AbortSignal, Math.min(ms, 300));
}

function restoreTimeouts(): void {
  AbortSignal.timeout = timeout;
}

/** Reads one list of each kind of rows. Returns the rows that hold them. */
async function parentsOfLists(tree: Tree): Promise<(Node | undefined)[]> {
  const parents: (Node | undefined)[] = [undefined];
  const kinds = new Set<string>();
  for (const parent of parents) {
    for (const row of await tree.getChildren(parent)) {
      const kind = row.contextValue.split('.')[0] ?? '';
      if (!row.children || kinds.has(`${kind} ${row.label}`) || kinds.size > 60) continue;
      kinds.add(kind === 'group' || kind === 'list' || kind === 'folder' ? `${kind} ${row.label}` : kind);
      kinds.add(`${kind} ${row.label}`);
      parents.push(row);
    }
  }
  return parents;
}

describe('lists during an outage', function () {
  this.timeout(120_000);
  const set = stageOfParts();
  skipRetryDelays();
  let answers: Answers;
  beforeEach(() => (answers = answerPrompts()));
  afterEach(() => {
    restoreTimeouts();
    answers.restore();
  });

  const namesOf = (rows: readonly Node[]) => rows.map(({ label, description }) => label || (description ?? ''));

  for (const view of ['tree', 'reviewLists'] as const) {
    for (const { name, begin, label, reason } of outages) {
      it(`keep their rows below one message, and continue after it (${view}, ${name})`, async () => {
        const tree = set.app[view];
        const parents = await parentsOfLists(tree);
        const read = async () => {
          const lists = await Promise.all(parents.map(async parent => namesOf(await tree.getChildren(parent))));
          const [top = [], ...below] = lists;
          // The line may have been added after the top was read.
          return [parents.length > 0 ? namesOf(await tree.getChildren()) : top, ...below];
        };
        const before = await read();
        assert.ok(parents.length > 4, `${parents.length} lists`);
        await begin(set.server);
        tree.refresh();
        const [[line, ...top] = [], ...below] = await read();
        assert.equal(line, label);
        assert.deepEqual([top, ...below], before);
        const [offline] = await tree.getChildren();
        assert.match(offline?.tooltip ?? '', reason);
        assert.equal(offline?.command?.title, 'Try Again');
        assert.deepEqual(answers.transcript, []);
        await set.server.recover();
        restoreTimeouts();
        tree.refresh();
        assert.deepEqual(await read(), before);
      });

      it(`show one message when they were never loaded (${view}, ${name})`, async () => {
        const tree = set.app[view];
        const parents = await parentsOfLists(tree);
        tree.clear();
        await begin(set.server);
        const lists = await Promise.all(parents.slice(1).map(async parent => tree.getChildren(parent)));
        const problems = lists.flat().filter(({ contextValue }) => ['error', 'warning'].includes(contextValue));
        assert.deepEqual(namesOf(problems), []);
        const lines = (await tree.getChildren()).filter(({ contextValue }) => contextValue === 'offline');
        assert.deepEqual(namesOf(lines), [label]);
        assert.deepEqual(answers.transcript, []);
      });
    }
  }
});

describe('the banner of the review page during an outage', () => {
  for (const [kind, text] of [
    ['unreachable', /^The server cannot be reached: nothing has been read yet\./],
    ['rateLimited', /^The server gets too many requests: nothing has been read yet\./],
  ] as const) {
    it(`names the outage, and offers a retry (${kind})`, () => {
      const banner = offlineBanner(undefined, new ApiError(kind, 'It failed.', { route: 'GET /orgs' }));
      assert.ok(banner.type === 'banner' && text.test(banner.text), JSON.stringify(banner));
      assert.equal(banner.label, 'Try Again');
    });
  }
});

const changeRequest = changeRequestUri('heron-manual', 8);

/** Commands that send requests, each with its argument. */
const actions: readonly [command: string, target?: vscode.Uri][] = [
  ['tree.search'],
  ['organization.search'],
  ['space.search'],
  ['site.openPublished'],
  ['openapi.openLatest'],
  ['changeRequest.create'],
  ['changeRequest.merge', changeRequest],
  ['changeRequest.openReviewPage', changeRequest],
  ['changeRequest.openChanges', changeRequest],
  ['changeRequest.update', changeRequest],
  ['changeRequest.findBrokenLinks', changeRequest],
  ['comment.showConversations', changeRequest],
  ['document.open', pageUri('heron-manual', 8, 'get-started/glossary.md')],
  ['document.showBacklinks', pageUri('heron-manual', 8, 'get-started/glossary.md')],
];

describe('an action during an outage', function () {
  this.timeout(120_000);
  const set = stage();
  skipRetryDelays();
  afterEach(async () => {
    restoreTimeouts();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const { name, begin, reason } of outages) {
    for (const [command, target] of actions) {
      it(`shows one error notification (${command}, ${name})`, async () => {
        await begin(set.server);
        const answers = answerPrompts();
        try {
          await vscode.commands.executeCommand(`marginalia.${command}`, ...(target ? [target] : []));
        } finally {
          answers.restore();
        }
        const { notifications } = answers;
        const texts = notifications.map(({ text }) => text);
        assert.ok(texts.length === 1 && reason.test(texts[0] ?? ''), texts.join(' | ') || 'no notification');
        assert.ok(!answers.isPicking());
      });
    }
  }
});

/** States in which the service answers no request, or answers each with an error. */
const failures: readonly [name: string, begin: Outage['begin']][] = [
  ['refused connections', server => server.refuse()],
  ['too many requests', server => server.fail({ kind: 'status', status: 429 })],
  ['server errors', server => server.fail({ kind: 'status', status: 503 })],
];

describe('work in the editor that nobody asked for', function () {
  this.timeout(60_000);
  const set = stage();
  skipRetryDelays();
  let answers: Answers;
  beforeEach(() => (answers = answerPrompts()));
  afterEach(async () => {
    await revertAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    answers.restore();
  });

  const changeRequest = { space: 'heron-manual', number: 8 };
  const titleOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

  /** Returns the titles of the pages that completion offers as targets of a link at the end of a page. */
  async function offeredPages({ document }: vscode.TextEditor): Promise<string[]> {
    const end = document.lineAt(document.lineCount - 1).range.end.translate(0, -1);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      end,
    );
    return list.items.filter(({ detail }) => detail === 'page').map(titleOf);
  }

  async function foundPages(): Promise<string[]> {
    const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'mooring',
    );
    // VS Code's own Markdown support finds headings of open documents, which are symbols of another kind.
    const isPage = ({ kind, location }: vscode.SymbolInformation) =>
      location.uri.scheme === 'marginalia' && kind === vscode.SymbolKind.File;
    return symbols.filter(isPage).map(({ name }) => name);
  }

  for (const [name, begin] of failures) {
    itWithOptional(`shows no message during an outage, and succeeds after it (${name})`, async () => {
      const text = addPage(set.sandbox, changeRequest, { title: 'Stored', markdown: 'Mind the line.' });
      const { documentId = '' } = pagesOf(set.sandbox, changeRequest).find(({ id }) => id === text.id) ?? {};
      const markdown = 'Before.\n\n{% include "text-1" %}\n';
      const { uri } = addTitledPage(set.sandbox, changeRequest, { title: 'Anchors', markdown });
      const other = addPage(set.sandbox, changeRequest, { title: 'Other', markdown: 'Another.\n' });
      const { state } = set.sandbox;
      const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
      const reusableContents = [{ id: 'text-1', title: 'Notice', document: documentId }];
      state.revisions.put({ ...state.revisions.get(row?.revision ?? ''), reusableContents });
      state.keepWrites();
      const editor = await open(uri);
      await type(editor, '\nSee [it]()');
      await begin(set.server);
      await offeredPages(editor);
      assert.deepEqual(await foundPages(), []);
      assert.match(await rendered(markdown, uri), /Before\./);
      // The address of a page of the sandbox was never read in this window.
      await assert.rejects(async () => vscode.workspace.openTextDocument(other.uri));
      await vscode.window.showTextDocument(editor.document, { viewColumn: vscode.ViewColumn.Beside });
      assert.deepEqual(answers.notifications, []);
      await set.server.recover();
      assert.ok((await foundPages()).includes('Single-point mooring'));
      await eventually(async () => assert.match(await rendered(markdown, uri), /Mind the line\./));
      assert.ok((await offeredPages(editor)).includes('Other'));
      assert.deepEqual(answers.notifications, []);
    });
  }
});

describe('the comments of a page', function () {
  this.timeout(60_000);
  const set = stageOfParts();
  skipRetryDelays();

  for (const [name, begin] of failures) {
    it(`are shown when the service answers again after an outage (${name})`, async () => {
      const answers = answerPrompts();
      const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
      const { discussions, session } = set.app;
      const discussion = discussions.of(page) ?? assert.fail();
      await begin(set.server);
      await discussions.open(page);
      await discussions.open(page);
      assert.deepEqual(discussion.conversations, []);
      await set.server.recover();
      await session.current?.api.request('GET /orgs', {}, { isFresh: true });
      await eventually(() => assert.ok(discussion.conversations.length > 0));
      answers.restore();
      assert.deepEqual(answers.transcript, []);
    });
  }

  it('are requested once more if the service answers only other requests', async () => {
    const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
    const { discussions, session } = set.app;
    const comments = /^GET .*\/comments$/;
    set.server.fail({ kind: 'status', status: 429 }, comments);
    await discussions.open(page);
    const count = () => set.server.requests.filter(request => comments.test(request)).length;
    const before = count();
    for (const _ of [1, 2, 3]) {
      await session.current?.api.request('GET /orgs', {}, { isFresh: true });
      await discussions.of(page)?.whenIdle();
    }
    await eventually(() => assert.equal(count(), 2 * before));
  });
});
