import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/api/errors.ts';
import { offlineBanner } from '../../src/features/reviewPage/banners.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import type { Tree } from '../../src/ui/tree/tree.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import { stage, stageOfParts } from '../host/stage.ts';
import { changeRequestUri, pageUri } from '../host/support.ts';
import { skipRetryDelays } from '../host/timers.ts';

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
