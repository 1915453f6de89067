import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/reviewList/commands.ts';
import { refreshNextIfChanged } from '../../../src/features/reviewList/updates.ts';
import { showCount } from '../../../src/features/reviewList/waitingCount.ts';
import { markOf } from '../../../src/features/reviewList/decorations.ts';
import { builtInQueries } from '../../../src/model/reviews/queries.ts';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { requestReviewer } from '../../../src/sandbox/operations/reviews/reviewers.ts';
import { putReview } from '../../../src/sandbox/operations/reviews/reviews.ts';
import type { ChangeRequestRow } from '../../../src/sandbox/store/rows.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { answerPrompts } from '../../host/answers.ts';
import { labels, row } from '../../host/app.ts';
import { addSpaces } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const spaceId = 'heron-manual';
const me = 'mira';

describe('the Review view', () => {
  const on = stageOfParts();
  const app = () => on.app as unknown as App;
  const connection = () => on.app.session.current ?? assert.fail('nobody is signed in');

  /** Stores what a server with only the documented operations does not report: the user and the watched spaces. */
  async function introduced(...spaces: string[]): Promise<void> {
    if (!documentedOnly) return;
    const { settings } = on.app.inbox;
    await settings.setCaller(connection(), { id: me, name: 'Mira' });
    await settings.setWatchedSpaces(
      connection(),
      spaces.map(id => ({ id, title: titleOf(id), organization: 'Tidewell' })),
    );
  }

  const titleOf = (id: string) => on.sandbox.state.spaces.get(id).title;

  function stored(number: number, space = spaceId): ChangeRequestRow {
    const row = on.sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number);
    return row ?? assert.fail(`no change request #${number}`);
  }

  /** Adds change requests that wait for someone's review. */
  function add(count: number, reviewer = me, space = spaceId): ChangeRequestRow[] {
    const { state } = on.sandbox;
    const at = state.now();
    const made = Array.from({ length: count }, (_, index) => {
      const subject = `Added ${index + 1}`;
      const row = createChangeRequest(state, state.spaces.get(space), { subject, by: 'jun', at });
      requestReviewer(state, row, reviewer, { by: 'jun', at });
      return row;
    });
    state.keepWrites();
    return made;
  }

  function decide(row: ChangeRequestRow, status: 'approved' | 'changes-requested', by = me): void {
    putReview(on.sandbox.state, row, { status, markdown: undefined, by, at: on.sandbox.state.now() });
    on.sandbox.state.keepWrites();
  }

  /** Opens the view. The test expands and collapses its rows in place of a user. */
  function openedView() {
    const [collapse, expand] = [new vscode.EventEmitter<object>(), new vscode.EventEmitter<object>()];
    const { event: never } = new vscode.EventEmitter<never>();
    const view = {
      ...{ visible: true, description: '', dispose: () => undefined },
      ...{ onDidCollapseElement: collapse.event, onDidExpandElement: expand.event },
      ...{ onDidChangeSelection: never, onDidChangeCheckboxState: never, onDidChangeVisibility: never },
    };
    const { createTreeView } = vscode.window;
    Object.assign(vscode.window, { createTreeView: () => view });
    on.app.reviewLists.open('marginalia.reviews');
    Object.assign(vscode.window, { createTreeView });
    return { collapse, expand };
  }

  const list = (...path: string[]) => labels(on.app.reviewLists, ...path);
  const asked = (pattern: RegExp) => on.server.requests.filter(one => pattern.test(one));

  it('starts with what waits for the user, with space, organization and author of each', async () => {
    await introduced(spaceId);
    add(1);
    assert.deepEqual(await list(), ['Waiting for me', 'Mine', 'All open', 'Drafts', 'Recently merged']);
    const added = (await row(on.app.reviewLists, 'Waiting for me', 'Added 1')) as Node;
    assert.match(added.description ?? '', /^Heron manual, Tidewell · Jun Takahashi · now$/i);
    assert.match(added.tooltip ?? '', /Heron manual, Tidewell/i);
    assert.match(added.accessibleLabel ?? '', /Heron manual, Tidewell/i);
  });

  for (const isListedBefore of [false, true]) {
    const when = isListedBefore ? 'that it listed before' : 'from the beginning';
    itWithOptional(`shows an error and no count when the server fails to list change requests ${when}`, async () => {
      add(1);
      if (isListedBefore) await list('Waiting for me');
      on.server.fail({ kind: 'status', status: 505 }, /^GET \/orgs\/[^/]+\/change-requests$/);
      const counts: unknown[] = [];
      const listening = on.app.inbox.onDidCount(count => counts.push(count));
      on.app.inbox.refresh();
      on.app.reviewLists.clear();
      const rows = await on.app.reviewLists.getChildren(await row(on.app.reviewLists, 'Waiting for me'));
      listening.dispose();
      assert.deepEqual([rows.map(({ contextValue }) => contextValue), counts], [['error'], []]);
    });
  }

  itWithOptional(
    'names the space of each even while the server fails to list spaces that it listed before',
    async () => {
      const [space = ''] = addSpaces(on.sandbox, undefined, 'Nowhere else');
      add(1, me, space);
      const described = async () => (await row(on.app.reviewLists, 'Waiting for me', 'Added 1'))?.description ?? '';
      assert.match(await described(), /Nowhere else, Tidewell/);
      on.server.fail({ kind: 'status', status: 505 }, /^GET \/orgs\/[^/]+\/(members\/[^/]+\/)?spaces$/);
      on.app.inbox.refresh();
      on.app.reviewLists.clear();
      assert.match(await described(), /Nowhere else, Tidewell/);
    },
  );

  it('lists own, open, draft and merged change requests', async () => {
    await introduced(spaceId);
    const { state } = on.sandbox;
    const [merged] = state.changeRequests.all().filter(({ status, space }) => status === 'merged' && space === spaceId);
    if (merged) state.changeRequests.put({ ...merged, mergedAt: state.now(), updatedAt: state.now() });
    state.keepWrites();
    const numbers = async (name: string) => (await list(name)).map(label => Number(/^#(\d+)/.exec(label)?.[1])).sort();
    const rows = state.changeRequests.all().filter(({ space }) => documentedOnly === false || space === spaceId);
    const expected = (isMatch: (one: ChangeRequestRow) => boolean) =>
      rows
        .filter(isMatch)
        .map(({ number }) => number)
        .sort();
    const isUnmerged = ({ status }: ChangeRequestRow) => status === 'open' || status === 'draft';
    assert.deepEqual(
      await numbers('Mine'),
      expected(one => isUnmerged(one) && one.createdBy === me),
    );
    assert.deepEqual(
      await numbers('All open'),
      expected(({ status }) => status === 'open'),
    );
    assert.deepEqual(
      await numbers('Drafts'),
      expected(({ status }) => status === 'draft'),
    );
    assert.deepEqual(
      await numbers('Recently merged'),
      expected(({ id }) => id === merged?.id),
    );
    assert.ok((await numbers('All open')).length > 1);
  });

  it('says when nothing waits', async () => {
    await introduced(spaceId);
    const { state } = on.sandbox;
    for (const one of state.changeRequests.all()) state.changeRequests.put({ ...one, status: 'archived' });
    state.keepWrites();
    assert.deepEqual(await list('Waiting for me'), ['Nothing waits for you']);
    assert.deepEqual(await list('All open'), ['No change requests']);
  });

  it('shows how many wait, on the icon and in the status bar, unless that is turned off', async () => {
    await introduced(spaceId);
    add(60);
    const view: { badge?: vscode.ViewBadge | undefined } = {};
    const item = { text: '', isShown: false, show: () => (item.isShown = true), hide: () => (item.isShown = false) };
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => Object.assign(item, { dispose: () => undefined }) });
    const count = showCount(on.app.inbox.onDidCount, view);
    Object.assign(vscode.window, { createStatusBarItem });
    const settings = vscode.workspace.getConfiguration('marginalia.review');
    try {
      const waiting = (await row(on.app.reviewLists, 'Waiting for me')) as Node;
      const first = (await on.app.reviewLists.getChildren(waiting)).filter(({ label }) => label !== 'Load more').length;
      assert.equal(view.badge?.value, first);
      assert.equal(view.badge?.tooltip, `${first}+ change requests wait for you`);
      assert.deepEqual([item.text, item.isShown], [`$(inbox) ${first}+`, true]);
      await settings.update('badge', false, vscode.ConfigurationTarget.Global);
      await settings.update('statusBar', false, vscode.ConfigurationTarget.Global);
      await eventually(() => assert.deepEqual([view.badge, item.isShown], [undefined, false]));
      await settings.update('badge', undefined, vscode.ConfigurationTarget.Global);
      await eventually(() => assert.equal(view.badge?.value, first));
      await on.app.reviewLists.loadMore(waiting);
      const all = (await on.app.reviewLists.getChildren(waiting)).length;
      assert.ok(all > first);
      assert.equal(view.badge?.tooltip, `${all} change requests wait for you`);
      await on.app.session.signOut(connection());
      assert.equal(view.badge, undefined, 'of an account that has signed out nothing is said');
    } finally {
      count.dispose();
      await settings.update('badge', undefined, vscode.ConfigurationTarget.Global);
      await settings.update('statusBar', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('detects changes of others with one request for each organization or space, and shows them without another', async () => {
    await introduced(spaceId);
    add(3);
    const { inbox } = on.app;
    const { reviewLists } = on.app;
    await list('Waiting for me');
    // The view is visible.
    const view: { description?: string } = {};
    Object.assign(reviewLists, { view: Object.assign(view, { visible: true, dispose: () => undefined }) });
    const requests = documentedOnly ? 1 : on.sandbox.state.organizations.all().length;
    await refreshNextIfChanged(app());
    on.server.requests.length = 0;
    assert.equal(await refreshNextIfChanged(app()), false);
    assert.equal(on.server.requests.length, requests, on.server.requests.join());
    const [added] = add(1);
    const { state } = on.sandbox;
    state.changeRequests.put({ ...stored(added?.number ?? 0), subject: 'Asked meanwhile' });
    state.keepWrites();
    const news: number[] = [];
    const hearing = inbox.onDidFindChange(({ number }) => news.push(number));
    on.server.requests.length = 0;
    assert.equal(await refreshNextIfChanged(app()), true);
    assert.ok((await list('Waiting for me')).some(label => label.endsWith('Asked meanwhile')));
    assert.equal(asked(/change-requests$/).length, requests, on.server.requests.join());
    assert.match(view.description ?? '', /^as of \d{1,2}:\d\d\s[AP]M$/);
    const known = stored(added?.number ?? 0);
    state.changeRequests.put({ ...known, updatedAt: new Date(Date.now() + 60_000).toISOString() });
    state.keepWrites();
    assert.equal(await refreshNextIfChanged(app()), true);
    await list('Waiting for me');
    assert.deepEqual(news, [known.number], 'who shows its comments reads them again');
    hearing.dispose();
    on.server.fail({ kind: 'status', status: 400 }, /change-requests$/);
    await assert.rejects(refreshNextIfChanged(app()));
    assert.ok((await list('Waiting for me')).length > 3, 'what was shown stays');
  });

  it('shows the age of the oldest of several lists', async () => {
    await introduced(spaceId);
    const { inbox } = on.app;
    const [drafts, open] = ['drafts', 'open'].map(
      id => builtInQueries.find(query => query.id === id) ?? assert.fail(id),
    );
    assert.ok(drafts && open);
    await list('Drafts');
    await list('All open');
    const [older = 0, newer = 0] = [inbox.asOf([drafts]), inbox.asOf([open])];
    assert.ok(older < newer);
    assert.equal(inbox.asOf([open, drafts]), older);
  });

  it('does not fetch a collapsed list until it is expanded', async () => {
    await introduced(spaceId);
    const view = openedView();
    const open = (await row(on.app.reviewLists, 'All open')) as Node;
    await on.app.reviewLists.getChildren(open);
    const look = async () => {
      on.server.requests.length = 0;
      await refreshNextIfChanged(app());
      return asked(/change-requests$/).length;
    };
    assert.ok((await look()) > 0);
    view.collapse.fire({ element: open });
    assert.equal(await look(), 0);
    view.expand.fire({ element: open });
    assert.ok((await look()) > 0);
  });

  it("finds own change requests with one request at a time, including drafts and others' open ones", async () => {
    await introduced(spaceId);
    await list('Mine');
    Object.assign(on.app.reviewLists, { view: { visible: true, dispose: () => undefined } });
    const requests = documentedOnly ? 1 : on.sandbox.state.organizations.all().length;
    /** Checks every visible list and each of its parts. Returns true if a check has found a change. */
    const look = async () => {
      const results: boolean[] = [];
      for (let index = 0; index < 4; index++) {
        on.server.requests.length = 0;
        results.push(await refreshNextIfChanged(app()));
        assert.ok(on.server.requests.length <= requests, on.server.requests.join());
      }
      return results.includes(true);
    };
    await look();
    assert.equal(await look(), false);
    const { state } = on.sandbox;
    for (const status of ['open', 'draft'] as const) {
      const at = new Date(Date.now() + 60_000).toISOString();
      const made = createChangeRequest(state, state.spaces.get(spaceId), { subject: `Another ${status}`, by: me, at });
      state.changeRequests.put({ ...made, status });
      state.keepWrites();
      assert.equal(await look(), true, status);
      assert.ok((await list('Mine')).some(label => label.endsWith(`Another ${status}`)));
      assert.equal(await look(), false, `${status} is known`);
    }
  });

  it('shows how many comments others have written, until the change request is opened', async () => {
    await introduced(spaceId);
    const { state } = on.sandbox;
    const described = async () => (await row(on.app.reviewLists, 'All open', '#8 '))?.description ?? '';
    const before = await described();
    assert.doesNotMatch(before, /new/);
    const { id } = stored(8);
    const [one] = state.comments.all().filter(comment => comment.changeRequest === id && comment.status === 'open');
    assert.ok(one);
    for (const words of ['One', 'Two']) state.comments.put({ ...one, id: `new-${words}`, markdown: words });
    state.keepWrites();
    on.app.reviewLists.refresh();
    assert.match(await described(), /^2 new · /);
    await vscode.window.showTextDocument(changeRequestUri(spaceId, 8));
    await eventually(async () => assert.doesNotMatch(await described(), /new/));
  });

  it('offers the same actions on its rows as the tree, and shows the changes below them', async () => {
    await introduced(spaceId);
    const open = (await row(on.app.reviewLists, 'All open', '#8')) as Node;
    assert.deepEqual(rowsOffering('marginalia.review.finish', [open.contextValue]), [open.contextValue]);
    const below = await on.app.reviewLists.getChildren(open);
    assert.ok(below.some(({ label }) => label === 'Overview and discussion'));
    const mine = (await row(on.app.reviewLists, 'Waiting for me')) as Node;
    const ids = [...below, ...(await on.app.reviewLists.getChildren(mine))].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'VS Code tells rows apart by their IDs');
  });

  it('is refreshed when the status of a change request changes', async () => {
    await introduced(spaceId);
    add(1);
    const isListed = async () => (await list('Waiting for me')).some(label => label.endsWith('Added 1'));
    assert.ok(await isListed());
    const { number } =
      on.sandbox.state.changeRequests.all().find(({ subject }) => subject === 'Added 1') ?? assert.fail();
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    await connection().api.request(route, { spaceId, changeRequestId: String(number), body: { status: 'archived' } });
    assert.ok(!(await isListed()));
  });

  it('lists 500 page by page, each once, with one request for each page', async () => {
    await introduced(spaceId);
    add(500);
    const waiting = (await row(on.app.reviewLists, 'Waiting for me')) as Node;
    await on.app.reviewLists.getChildren(waiting);
    on.server.requests.length = 0;
    for (let page = 2; page <= 10; page++) await on.app.reviewLists.loadMore(waiting);
    const rows = await on.app.reviewLists.getChildren(waiting);
    const added = rows.filter(({ label }) => label.includes('Added'));
    assert.ok(added.length > 400, `${added.length} are shown`);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    // The change requests of a space are requested a thousand at a time.
    assert.equal(asked(/\/change-requests$/).length, documentedOnly ? 0 : 9);
  });

  it('shows an error row, and recovers on retry', async () => {
    await introduced(spaceId);
    on.server.fail(
      { kind: 'status', status: 403, message: 'Not for you.' },
      /^GET \/(orgs|spaces)\/[^/]+\/change-requests$/,
    );
    assert.deepEqual(
      await list('All open'),
      ['No change requests'],
      'what is kept from one hides nothing of the others',
    );
    on.server.fail({ kind: 'status', status: 400, message: 'Odd.' }, /\/change-requests$/);
    on.app.reviewLists.refresh();
    on.app.inbox.refresh();
    assert.deepEqual(await list('All open'), ['Retry']);
    await on.server.recover();
    on.app.reviewLists.refresh();
    assert.ok((await list('All open')).length > 1);
  });

  itWithOptional('fetches a list once for each organization, and omits malformed items', async () => {
    await list();
    on.server.requests.length = 0;
    await list('All open');
    assert.equal(asked(/^GET \/orgs\/[^/]+\/change-requests$/).length, on.sandbox.state.organizations.all().length);
    assert.equal(asked(/^GET \/spaces\/[^/]+\/change-requests/).length, 0);
    const odd = (json: unknown) => {
      const { items } = json as { items: object[] };
      return { items: [null, { ...items[0], space: '../x' }, { ...items[0], number: 'x' }, { id: 7 }, ...items] };
    };
    const before = await list('All open');
    on.server.fail(otherJson(odd), /^GET \/orgs\/tidewell\/change-requests$/);
    on.app.reviewLists.refresh();
    const isOdd = (label: string) => !before.includes(label);
    assert.deepEqual((await list('All open')).filter(isOdd), []);
  });

  itWithOptional('omits what the user has reviewed, until it changes', async () => {
    const [first] = add(2);
    assert.ok(first);
    decide(first, 'approved');
    const added = async () => (await list('Waiting for me')).filter(label => label.includes('Added'));
    assert.deepEqual(await added(), [`#${first.number + 1} Added 2`]);
    addPage(on.sandbox, { space: spaceId, number: first.number }, { title: 'New since', markdown: 'Text.' });
    on.app.reviewLists.refresh();
    assert.equal((await added()).length, 2);
  });

  itWithOptional('needs no choice when the server reports the user', async () => {
    await assert.rejects(async () => commands['marginalia.reviewList.chooseCaller']?.run(app()), {
      message: 'The server says that you are Mira Aaltonen, so there is nothing to choose.',
    });
  });

  itWithOptional('shows the verdict at the end of a row, and fetches it once, for visible rows', async () => {
    const [approved, refused, undecided] = add(3, 'tomasz');
    assert.ok(approved && refused && undecided);
    decide(approved, 'approved');
    decide(refused, 'changes-requested', 'tomasz');
    const rowOf = async ({ number }: ChangeRequestRow) =>
      (await row(on.app.reviewLists, 'All open', `#${number} `)) as Node;
    const mark = async (one: ChangeRequestRow) => markOf(app(), (await rowOf(one)).uri ?? assert.fail());
    const says = (one: ChangeRequestRow, words: RegExp) =>
      eventually(async () => assert.match((await rowOf(one)).description ?? '', words));
    await list('All open');
    assert.equal(asked(/\/reviews$/).length, 0, 'nothing before a row is in sight');
    assert.equal((await mark(approved))?.badge, '✓');
    await says(approved, /approved/);
    assert.equal((await mark(refused))?.badge, '✗');
    assert.equal(await mark(undecided), undefined);
    await mark(approved);
    assert.equal(asked(/\/reviews$/).length, 3);
    await says(refused, /changes requested/);
    decide(approved, 'changes-requested', 'amara');
    on.app.inbox.refresh();
    assert.equal((await mark(approved))?.badge, '✗');
    await says(approved, /changes requested/);
    addPage(on.sandbox, approved, { title: 'New since', markdown: 'Text.' });
    on.app.reviewLists.refresh();
    assert.equal(await mark(approved), undefined, 'it was approved as it was before');
    assert.match((await rowOf(approved)).description ?? '', /^Heron manual/);
  });

  if (!documentedOnly) return;

  describe('on a server with only the documented operations', () => {
    const run = (command: string) => commands[`marginalia.reviewList.${command}`]?.run(app());

    it('asks once who the user is', async () => {
      add(1);
      await on.app.inbox.settings.setWatchedSpaces(connection(), [{ id: spaceId, title: 'Manual' }]);
      assert.deepEqual(await list('Waiting for me'), ['Choose who you are']);
      const answers = answerPrompts({ typed: 'mira' }, 'Mira Aaltonen');
      await run('chooseCaller');
      answers.restore();
      assert.equal(answers.transcript.at(-1), 'The Review view now shows reviews for Mira Aaltonen.');
      const again = answerPrompts(rows => {
        const known = (rows as { label: string; description?: string }[]).filter(({ description }) =>
          /^current/.test(description ?? ''),
        );
        assert.deepEqual(
          known.map(({ label }) => label),
          ['Mira Aaltonen'],
        );
        return undefined;
      });
      await assert.rejects(async () => run('chooseCaller'), { name: 'Canceled' });
      again.restore();
      assert.ok((await list('Waiting for me')).some(label => label.endsWith('Added 1')));
    });

    it('asks what to watch, and lists recently opened change requests', async () => {
      await on.app.inbox.settings.setCaller(connection(), { id: me, name: 'Mira' });
      assert.deepEqual(await list('All open'), ['Choose spaces to watch']);
      await on.app.inbox.settings.recordOpened(connection(), 'heron-api');
      on.app.reviewLists.refresh();
      const [opened] = await on.app.reviewLists.getChildren(await row(on.app.reviewLists, 'All open'));
      assert.match(opened?.description ?? opened?.label ?? '', /Heron API, Tidewell|No change requests/);
      const answers = answerPrompts(['Heron manual']);
      await run('watchSpaces');
      answers.restore();
      on.server.requests.length = 0;
      assert.ok((await list('All open')).length > 1);
      assert.equal(asked(/^GET \/spaces\/[^/]+\/change-requests$/).length, 2, 'one for each space');
    });
  });
});
