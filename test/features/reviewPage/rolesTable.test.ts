import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/changeRequests/commands.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { requestReviewer } from '../../../src/sandbox/operations/reviews/reviewers.ts';
import type { ChangeRequestRow, Role } from '../../../src/sandbox/store/rows.ts';
import { memberId, numberKey } from '../../../src/sandbox/store/state.ts';
import type { FromPage, PageComment, PageThread, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, sampleSandbox } from '../../host/support.ts';
import { fakePanel } from './fakePanel.ts';
import { type Offer, offersForRole, roles, statuses } from './offeredByRole.ts';

// Compares the review page with the table of what it offers to each role, and checks that the service accepts all of
// that.

const space = 'heron-manual';
const organization = 'tidewell';
const number = 8;
/** The user whose role is changed, and another user who comments. */
const [user, other] = ['sam', 'tomasz'];

/** A user of the page: a member with a role in the organization, or a guest with a role in the space. */
interface Reader {
  role: Role | null;
  defaultLevel: Role | null;
}

describe('the review page by role', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let page: ReturnType<typeof fakePanel>;
  /** The requests that the service refused, each with its status. */
  let refused: string[];
  let [ownThread, othersThread, suggestionThread] = ['', '', ''];
  const { executeCommand } = vscode.commands;

  beforeEach(async () => {
    sandbox = await sampleSandbox({ documentedOnly: false });
    server = await startFaultyServer(sandbox.url);
    app = parts();
    page = fakePanel();
    refused = [];
  });
  afterEach(async () => {
    Object.assign(vscode.commands, { executeCommand });
    page.panel.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const row = () => sandbox.state.changeRequests.by('number', numberKey(space, number))[0] ?? assert.fail();

  /** Gives the user a role, and the change request a status and everything that an action of the page requires. */
  async function prepare({ role, defaultLevel }: Reader, status: ChangeRequestRow['status']): Promise<void> {
    const { state } = sandbox;
    const anchors = addPage(sandbox, { space, number }, { title: 'Anchors', markdown: 'Drop the anchor.\n\nWait.\n' });
    [ownThread, othersThread] = [await say(user, 'Mine.'), await say(other, 'Of others.')];
    suggestionThread = await say(other, '```suggestion\nDrop two anchors.\n```', anchors.id);
    for (const { id } of state.requestedReviewers.by('changeRequest', row().id)) state.requestedReviewers.delete(id);
    requestReviewer(state, row(), user, { by: 'mira', at: state.now() });
    const member = memberId(organization, user);
    state.members.put({ ...state.members.get(member), role });
    state.spaces.put({ ...state.spaces.get(space), defaultLevel });
    state.changeRequests.put({ ...row(), status, subject: '' });
  }

  /** Adds a comment as a user. Returns its ID. */
  async function say(as: string, markdown: string, onPage?: string): Promise<string> {
    const address = `/spaces/${space}/change-requests/${number}`;
    const node = onPage && (await firstNode(`${address}/content/page/${onPage}?format=document`));
    const { id } = await ask<{ id: string }>(as, 'POST', `${address}/comments`, {
      body: { markdown },
      ...(onPage && { page: onPage, node }),
    });
    return id;
  }

  async function firstNode(address: string): Promise<string> {
    const { document } = await ask<{ document: { nodes: { key: string }[] } }>(other, 'GET', address);
    return document.nodes[0]?.key ?? assert.fail();
  }

  async function ask<T>(as: string, method: string, path: string, body?: object): Promise<T> {
    const reply = await answerTo(as, method, path, body);
    assert.ok(reply.ok, `${method} ${path}: ${reply.status}`);
    return (await reply.json()) as T;
  }

  function answerTo(as: string, method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${sandbox.tokenFor(as)}`, 'content-type': 'application/json' };
    return fetch(`${sandbox.url}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** Opens the page, and waits until it has received everything that the table is about. */
  async function open(): Promise<void> {
    server.fail(
      {
        kind: 'other',
        reply: ({ status, body }) => {
          if (status === 403 || status === 409) refused.push(`${status} ${body.toString()}`);
          return {};
        },
      },
      /^(POST|PUT|PATCH|DELETE) /,
    );
    server.fail(
      otherJson(json => ({ ...(json as object), outdated: true })),
      new RegExp(`^GET .*/change-requests/${number}$`),
    );
    const connection = await app.session.signIn({ url: server.url, token: sandbox.tokenFor(user) });
    const context = { ...app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...app, context } as App, { connection, space, number }, page.panel);
    Object.assign(vscode.commands, { executeCommand: runCommand });
    page.receive({ type: 'ready' });
  }

  async function opened(): Promise<void> {
    await open();
    await eventually(() => assert.ok(last('head') && last('rights') && last('pages') && thread(ownThread)));
    const listedPage = last('pages')?.pages.find(({ title }) => title === 'Anchors') ?? assert.fail();
    page.receive({ type: 'show', id: listedPage.id, mode: 'split' });
    await eventually(() => assert.ok(thread(suggestionThread)));
  }

  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Extract<ToPage, { type: T }> => message.type === type);

  function thread(id: string): PageThread | undefined {
    const threads = page.sent.flatMap(message => (message.type === 'threads' ? message.threads : []));
    return threads.findLast(one => one.id === id);
  }

  function firstOf(id: string): PageComment {
    return thread(id)?.comments[0] ?? assert.fail(`The page does not show the conversation ${id}.`);
  }

  /** Returns the actions that the page offers according to the messages it receives; its script shows no others. */
  async function offers(): Promise<string[]> {
    const { actions, checks, isOver } = last('head')?.head ?? assert.fail();
    const canWrite = last('rights')?.canComment && !isOver;
    const threadOffers: Partial<Record<Offer, boolean | undefined>> = {
      'threads: comment': canWrite,
      'threads: reply to own': canWrite && thread(ownThread)?.canReply,
      'threads: reply to others': canWrite && thread(othersThread)?.canReply,
      'threads: resolve own': canWrite && thread(ownThread)?.canReply,
      'threads: resolve of others': canWrite && thread(othersThread)?.canReply,
      'threads: react': canWrite && thread(othersThread)?.canReply,
      'threads: edit own': canWrite && thread(ownThread)?.canReply && firstOf(ownThread).canEdit,
      'threads: edit of others': canWrite && thread(othersThread)?.canReply && firstOf(othersThread).canEdit,
      'threads: apply': firstOf(suggestionThread).canApply,
      'threads: delete own': firstOf(ownThread).canDelete,
      'threads: delete of others': firstOf(othersThread).canDelete,
      'pages: revert a block': last('rights')?.canEdit,
    };
    const verdicts = canWrite ? await verdictsOffered() : [];
    return [
      ...actions.map(action => `head: ${action}`),
      ...checks.flatMap(({ action, tone }) => (action && tone !== 'good' ? `checklist: ${action}` : [])),
      ...Object.entries(threadOffers).flatMap(([offer, isOffered]) => (isOffered ? [offer] : [])),
      ...verdicts.map(verdict => `finish: ${verdict}`),
    ];
  }

  async function verdictsOffered(): Promise<string[]> {
    page.receive({ type: 'finish' });
    await eventually(() => assert.ok(last('toSend')));
    const all = last('toSend')?.toSend.offers ?? [];
    for (const { meaning, isRefused } of all) {
      if (isRefused) assert.match(meaning, /\. You need the role (Commenter|Reviewer)\.$/);
    }
    return all.flatMap(({ verdict, isRefused }) => (isRefused ? [] : verdict));
  }

  const unique = (offered: readonly string[]) => [...new Set(offered)].toSorted();

  /** Runs the command of a button with the parts of the test in place of the extension. */
  async function runCommand(id: string, target: unknown): Promise<void> {
    await commands[id]?.run(app as unknown as App, target);
  }

  /** Performs an action of the page, and waits until the service has replied. */
  async function press(offer: string, message: FromPage, ...answers: Answer[]): Promise<void> {
    const [writesBefore, finishedBefore] = [server.writes.length, finishedReviews()];
    const prompts = answerPrompts(...answers);
    page.receive(message);
    await eventually(() => {
      assert.deepEqual(refused, [], offer);
      assert.ok(server.writes.length > writesBefore, `${offer}: ${prompts.transcript.join(' ')}`);
      if (message.type === 'submit') assert.ok(finishedReviews() > finishedBefore, offer);
    });
    await app.running.settled();
    prompts.restore();
  }

  const finishedReviews = () => page.sent.filter(({ type }) => type === 'finished').length;

  /** How each action is performed, in an order in which no action prevents a later one. */
  const presses: [
    offer: Offer,
    press: () => Parameters<typeof press> extends [string, ...infer Rest] ? Rest : never,
  ][] = [
    ['threads: react', () => [{ type: 'react', conversation: othersThread, comment: othersThread, emoji: '👍' }]],
    ['threads: comment', () => [send('')]],
    ['threads: reply to own', () => [send('', ownThread)]],
    ['threads: reply to others', () => [send('', othersThread)]],
    ['threads: edit own', () => [send('', ownThread, ownThread)]],
    ['threads: resolve own', () => [setResolved(ownThread)]],
    ['threads: resolve of others', () => [setResolved(othersThread)]],
    ['threads: apply', () => [{ type: 'apply', conversation: suggestionThread, comment: suggestionThread }, 'Apply']],
    ['threads: delete own', () => [{ type: 'remove', conversation: ownThread, comment: ownThread }, 'Delete']],
    [
      'threads: delete of others',
      () => [{ type: 'remove', conversation: othersThread, comment: othersThread }, 'Delete'],
    ],
    ['finish: comment', () => [{ type: 'submit', verdict: 'comment', summary: 'Said.' }]],
    ['finish: changes-requested', () => [{ type: 'submit', verdict: 'changes-requested', summary: 'Not yet.' }]],
    ['finish: approved', () => [{ type: 'submit', verdict: 'approved', summary: '' }]],
    ['head: setSubject', () => [{ type: 'do', action: 'setSubject' }, 'Another subject']],
    ['head: requestReviewers', () => [{ type: 'do', action: 'requestReviewers' }, ['Tomasz Wójcik'], '']],
    ['head: update', () => [{ type: 'do', action: 'update' }, 'Update']],
    [
      'head: setStatus',
      () => [{ type: 'do', action: 'setStatus' }, () => (row().status === 'draft' ? 'Open' : 'Draft')],
    ],
    ['head: reopen', () => [{ type: 'do', action: 'reopen' }, 'Reopen']],
    ['head: merge', () => [{ type: 'do', action: 'merge' }, 'Merge']],
  ];

  function send(onPage: string, conversation?: string, edited?: string): FromPage {
    const target = { page: onPage, side: 'after' as const, conversation, edited };
    return { type: 'send', draft: randomUUID(), target, text: 'What I think.', isPending: false };
  }

  function setResolved(conversation: string): FromPage {
    return { type: 'setResolved', conversation, isResolved: true, isPending: false };
  }

  /** The requests of actions that the page does not offer. */
  const requests: Partial<Record<Offer, () => [method: string, path: string, body?: object]>> = {
    'head: merge': () => ['POST', '/merge'],
    'head: update': () => ['POST', '/update'],
    'head: setStatus': () => ['PATCH', '', { status: 'draft' }],
    'head: editDescription': () => ['PATCH', '', { description: { object: 'document', data: {}, nodes: [] } }],
    'head: editLinks': () => ['PATCH', '', { links: [] }],
    'head: setSubject': () => ['PATCH', '', { subject: 'Another' }],
    'head: requestReviewers': () => ['POST', '/requested-reviewers', { users: ['amara'] }],
    'threads: comment': () => ['POST', '/comments', { body: { markdown: 'Said.' } }],
    'threads: reply to own': () => ['POST', `/comments/${ownThread}/replies`, { body: { markdown: 'Said.' } }],
    'threads: reply to others': () => ['POST', `/comments/${othersThread}/replies`, { body: { markdown: 'Said.' } }],
    'threads: resolve own': () => ['PUT', `/comments/${ownThread}`, { resolved: true }],
    'threads: resolve of others': () => ['PUT', `/comments/${othersThread}`, { resolved: true }],
    'threads: react': () => ['PUT', `/comments/${othersThread}`, { addedReactions: ['1f44d'] }],
    'threads: edit own': () => ['PUT', `/comments/${ownThread}`, { body: { markdown: 'Other words.' } }],
    'threads: edit of others': () => ['PUT', `/comments/${othersThread}`, { body: { markdown: 'Other words.' } }],
    'threads: delete own': () => ['DELETE', `/comments/${ownThread}`],
    'threads: delete of others': () => ['DELETE', `/comments/${othersThread}`],
    'threads: apply': () => ['POST', '/content', { changes: [{ operation: 'delete_page', page: 'p' }] }],
    'pages: revert a block': () => ['POST', '/content', { changes: [{ operation: 'revert_page', page: 'p' }] }],
    'finish: approved': () => ['POST', '/reviews', { status: 'approved' }],
    'finish: changes-requested': () => ['POST', '/reviews', { status: 'changes-requested' }],
  };

  const readers: readonly (readonly [who: string, reader: Reader, role: Role])[] = [
    ...roles.map(role => [`a member with the role "${role}"`, { role, defaultLevel: null }, role] as const),
    ['a guest whom the space gives the role "read"', { role: null, defaultLevel: 'read' }, 'read'],
    ['a guest whom the space gives the role "comment"', { role: null, defaultLevel: 'comment' }, 'comment'],
    ['a guest whom the space gives the role "edit"', { role: null, defaultLevel: 'edit' }, 'edit'],
  ];

  for (const [who, reader, role] of readers) {
    for (const status of statuses) {
      it(`offers ${who} exactly the allowed actions in status ${status}`, async () => {
        await prepare(reader, status);
        await opened();
        const offered = await offers();
        assert.deepEqual(unique(offered), unique(offersForRole(role, status)));
        assert.deepEqual(refused, [], 'nothing is refused before something is done');
        if (status === 'open') {
          for (const [offer, request] of Object.entries(requests)) {
            if (offered.includes(offer)) continue;
            const [method, path, body] = request();
            const address = `/spaces/${space}/change-requests/${number}${path}`;
            assert.equal(
              (await answerTo(user, method, address, body)).status,
              403,
              `${offer} is offered to nobody else`,
            );
          }
        }
        for (const [offer, how] of presses) {
          if (!offered.includes(offer)) continue;
          await press(offer, ...how());
          sandbox.state.changeRequests.put({ ...row(), status });
        }
      });
    }
  }

  it('offers no application of suggestions once the change request is archived', async () => {
    await prepare({ role: 'edit', defaultLevel: null }, 'open');
    await opened();
    assert.equal(firstOf(suggestionThread).canApply, true);
    await press('head: setStatus', { type: 'do', action: 'setStatus' }, 'Archived');
    await eventually(() => assert.equal(firstOf(suggestionThread).canApply, false));
  });

  it('tells a guest without a role in the space that it is not available, and offers nothing', async () => {
    await prepare({ role: null, defaultLevel: null }, 'open');
    await open();
    await eventually(() => assert.match(last('banner')?.text ?? '', /^Could not show the review page of #8: /));
    assert.equal(last('head'), undefined);
  });
});
