import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { openReviewPage } from '../../../src/features/reviewPage/panels.ts';
import { submissionsOf } from '../../../src/features/conversations/finishReview.ts';
import type { ChangeRequestPlace } from '../../../src/model/content/changeRequests.ts';
import { LastSeenRevisions, recordVisit } from '../../../src/model/reviews/lastSeenRevisions.ts';
import type { ReviewedChange } from '../../../src/model/reviews/readReview.ts';
import { ViewedMarks } from '../../../src/model/reviews/viewed.ts';
import type { Connection } from '../../../src/model/session/connection.ts';
import { Singletons } from '../../../src/ui/singletons.ts';
import { memento, type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { fakePanel } from '../reviewPage/fakePanel.ts';
import { itWithOptional, sampleSandbox } from '../../host/support.ts';
import { replaceWindowProperties } from '../../host/window.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const page = { page: 'a-page', content: 'its content' } as unknown as ReviewedChange;

// The accounts of a sandbox share one connection ID; those of another server have one each.
for (const [where, name] of [
  ['a sandbox', undefined],
  ['another server', 'documentation'],
] as const) {
  describe(`after switching the account of ${where}`, () => {
    let sandbox: RunningSandbox;
    let server: FaultyServer;
    let memory: vscode.Memento;
    let app: Parts;

    beforeEach(async () => {
      sandbox = await sampleSandbox();
      server = await startFaultyServer(sandbox.url, name);
      memory = memento();
      app = parts(undefined, undefined, memory);
    });
    afterEach(async () => {
      app.dispose();
      await server.close();
      await sandbox.close();
    });

    async function signIn(user: string): Promise<ChangeRequestPlace & { connection: Connection }> {
      const connection = await app.session.signIn({ url: server.url, token: sandbox.tokenFor(user) });
      return { connection, ...changeRequest };
    }

    it('each account has its own viewed marks, last visits, verdicts and started reviews', async () => {
      const { reviews, inbox, content } = app;
      const submissions = submissionsOf(app);
      const isBefore = (place: ChangeRequestPlace) =>
        new LastSeenRevisions(memory).previousVisit(place, 'a later one') !== undefined;
      const has = (place: ChangeRequestPlace) => [
        reviews.isViewed(place, page),
        isBefore(place),
        inbox.decided.has(place, 'a revision'),
        submissions.get(place)?.summary,
      ];
      const mira = await signIn('mira');
      await reviews.markViewed(mira, [page], true);
      await recordVisit(content, memory, mira, undefined);
      await inbox.decided.record(mira, 'a revision');
      await submissions.store(mira, { verdict: 'comment', summary: 'By Mira.' });
      const jun = await signIn('jun');
      assert.deepEqual(has(jun), [false, false, false, undefined]);
      await submissions.store(jun, { verdict: 'comment', summary: 'By Jun.' });
      assert.deepEqual(has(await signIn('mira')), [true, true, true, 'By Mira.']);
      assert.deepEqual(has(await signIn('jun')), [false, false, false, 'By Jun.']);
      // The next window distinguishes the accounts as well.
      const next = parts(undefined, undefined, memory);
      const connection = await next.session.signIn({ url: server.url, token: sandbox.tokenFor('mira') });
      assert.equal(next.reviews.isViewed({ connection, ...changeRequest }, page), true);
      next.dispose();
    });

    it('each account has its own lists', async () => {
      const { settings } = app.inbox;
      const mira = (await signIn('mira')).connection;
      await settings.setWatchedSpaces(mira, [{ id: 'heron-api', title: 'Heron API' }]);
      await settings.setCaller(mira, { id: 'mira', name: 'Mira' });
      await settings.saveQuery(mira, { name: 'Of Mira', statuses: ['open'] });
      const jun = (await signIn('jun')).connection;
      assert.deepEqual(
        [settings.watchedSpaces(jun), settings.caller(jun), settings.savedQueries(jun)],
        [[], undefined, []],
      );
      const again = (await signIn('mira')).connection;
      assert.deepEqual([settings.watchedSpaces(again).length, settings.savedQueries(again).length], [1, 1]);
    });

    describe('an open review page', () => {
      let opened: ReturnType<typeof fakePanel>;
      let restore: () => void;
      let isClosed: boolean;
      let appOfPage: App;

      beforeEach(() => {
        opened = fakePanel();
        isClosed = false;
        opened.panel.onDidDispose(() => (isClosed = true));
        restore = replaceWindowProperties({ createWebviewPanel: () => opened.panel });
        const context = { ...app.context, extensionUri: vscode.Uri.file('/extension') };
        const singletons = new Singletons<App>(() => appOfPage);
        appOfPage = { ...app, context, singletons } as unknown as App;
      });
      afterEach(() => restore());

      /** Adds a comment of a user to the change request. */
      async function say(user: string, markdown: string): Promise<void> {
        const response = await fetch(`${sandbox.url}/v1/spaces/heron-manual/change-requests/8/comments`, {
          method: 'POST',
          headers: { authorization: `Bearer ${sandbox.tokenFor(user)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ body: { markdown } }),
        });
        assert.ok(response.ok, await response.clone().text());
      }

      /** Returns a comment as last sent to the page. */
      const comment = (words: string) =>
        opened.sent
          .flatMap(message => (message.type === 'threads' ? message.threads : []))
          .flatMap(({ comments }) => comments)
          .findLast(({ markdown }) => markdown === words);

      /** Waits until the panel has its HTML, and reports that its script is ready. */
      async function start(): Promise<void> {
        await eventually(() => assert.notEqual(opened.panel.webview.html, ''));
        opened.sent.length = 0;
        opened.receive({ type: 'ready' });
      }

      itWithOptional('belongs to the current account', async () => {
        await say('mira', 'Said by Mira.');
        const mira = await signIn('mira');
        await openReviewPage(appOfPage, mira);
        await start();
        await eventually(() => assert.equal(comment('Said by Mira.')?.isYou, true));
        await signIn('jun');
        await start();
        await eventually(() => assert.equal(comment('Said by Mira.')?.isYou, false));
        const places = opened.sent.flatMap(message => (message.type === 'place' ? message.place.connection : []));
        assert.deepEqual(places, [app.session.current?.id]);
        if (name === undefined) await signIn('mira');
        else app.session.setCurrent(mira.connection);
        await start();
        await eventually(() => assert.equal(comment('Said by Mira.')?.isYou, true));
        assert.ok(!isClosed);
      });

      itWithOptional('reminds others of a review, and the account itself to review', async () => {
        const { state } = sandbox;
        const row = state.changeRequests.all().find(one => one.space === 'heron-manual' && one.number === 8);
        const { id, revision, createdBy: requestedBy } = row ?? assert.fail();
        const request = { changeRequest: id, revision, requestedBy, createdAt: '2020-01-01T00:00:00.000Z' };
        for (const { id: review } of state.reviews.by('changeRequest', id)) state.reviews.delete(review);
        for (const one of state.requestedReviewers.by('changeRequest', id)) state.requestedReviewers.delete(one.id);
        state.requestedReviewers.put({ id: `${id}/jun`, ...request, user: 'jun' });
        state.keepWrites();
        const check = (text: string) =>
          opened.sent.findLast(message => message.type === 'head')?.head.checks.find(one => one.text === text);
        await openReviewPage(appOfPage, await signIn('mira'));
        await start();
        const ofJun = 'Jun Takahashi was asked to review it, and has not.';
        await eventually(() => assert.equal(check(ofJun)?.action, 'requestReviewers'));
        await signIn('jun');
        await start();
        const ofReader = 'You were asked to review it, and have not.';
        await eventually(() => assert.equal(check(ofReader)?.action, 'finishReview'));
        assert.equal(check(ofJun), undefined);
      });

      it('closes when the account may not see the change request', async () => {
        await openReviewPage(appOfPage, await signIn('mira'));
        await start();
        server.fail({ kind: 'status', status: 404 }, /\/change-requests\/8$/);
        await signIn('jun');
        await eventually(() => assert.ok(isClosed));
      });

      it('stays when the user signs in to a third server', async () => {
        await openReviewPage(appOfPage, await signIn('mira'));
        await start();
        const { html } = opened.panel.webview;
        const third = await startFaultyServer(sandbox.url, 'third');
        try {
          await app.session.signIn({ url: third.url, token: sandbox.tokenFor('jun') });
          assert.equal(opened.panel.webview.html, html);
        } finally {
          await third.close();
        }
      });
    });
  });
}

describe('data that an earlier version has stored of a sandbox', () => {
  it('belongs to the account that is signed in first', async () => {
    const sandbox = await sampleSandbox();
    const memory = memento();
    const place = { connection: { id: 'sandbox', account: 'sandbox' } as Connection, ...changeRequest };
    await new ViewedMarks(memory).mark(place, new Map([['a-page', 'its content']]), true);
    const app = parts(undefined, undefined, memory);
    const isViewedBy = async (user: string) => {
      const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor(user) });
      return app.reviews.isViewed({ connection, ...changeRequest }, page);
    };
    assert.equal(await isViewedBy('mira'), true);
    assert.equal(await isViewedBy('jun'), false);
    assert.equal(await isViewedBy('mira'), true);
    app.dispose();
    await sandbox.close();
  });
});
