import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import { contentUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memoryStorage, type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { documentedOnly, itWithOptional, pageUri, sampleSandbox } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const base = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
const input = { spaceId: space, changeRequestId: String(number) };

describe('a discussion', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let discussions: Discussions;
  let discussion: Discussion;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    discussions = new Discussions(app.session, app.content, {
      log: (sentence, error) => assert.fail(`${sentence} ${error}`),
    });
    const page = pageUri(space, number, 'hardware/moorings/README.md');
    await discussions.conversationsOn(page);
    discussion = discussions.of(page) ?? assert.fail();
  });
  afterEach(async () => {
    await discussion.whenIdle();
    discussions.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const api = () => app.session.current?.api ?? assert.fail();
  const saying = (words: string) =>
    discussion.conversations.find(({ comment }) => comment.body.markdown?.includes(words));

  it('computes the placements once for several changes at the same time', async () => {
    const { placements } = discussions;
    const ofAll = placements.ofAll.bind(placements);
    let computed = 0;
    placements.ofAll = (...parameters) => {
      computed++;
      return ofAll(...parameters);
    };
    await Promise.all([discussion.updatePlacements(), discussion.updatePlacements(), discussion.updatePlacements()]);
    assert.equal(computed, 1);
    await discussion.updatePlacements();
    assert.equal(computed, 2);
  });

  it('logs nothing when its account signs out while it computes the placements', async () => {
    const arranging = discussion.updatePlacements();
    await app.session.signOut(app.session.current ?? assert.fail());
    await arranging;
    await discussion.updatePlacements();
  });

  it('contains a posted comment without a request, and reports its ID before the change event', async () => {
    const heard: string[] = [];
    const listening = discussions.onDidChange(() => heard.push('changed'));
    server.requests.length = 0;
    await discussion.sender.post({}, 'Sent from here', {
      storeAttempt: async () => {},
      onPosted: id => heard.push(id),
    });
    listening.dispose();
    const { id } = saying('Sent from here')?.comment ?? assert.fail();
    assert.deepEqual(heard, [id, 'changed']);
    const comments = `/spaces/${space}/change-requests/${number}/comments`;
    // If it is unknown who the user is, existing comments are read before the write, so that a colleague's comment is
    // not mistaken for it.
    const isKnown = !documentedOnly;
    assert.deepEqual(server.requests, [...(isKnown ? [] : [`GET ${comments}`]), `POST ${comments}`]);
  });

  it('sends a comment or reply with one request when it is loaded', async () => {
    await discussion.sender.post({}, 'The first', { storeAttempt: async () => {}, onPosted: () => {} });
    server.requests.length = 0;
    await discussion.sender.post({}, 'The second', { storeAttempt: async () => {}, onPosted: () => {} });
    const comments = `/spaces/${space}/change-requests/${number}/comments`;
    assert.deepEqual(server.requests, [`POST ${comments}`]);
    const { id } = saying('The second')?.comment ?? assert.fail();
    server.requests.length = 0;
    await discussion.sender.reply(id, 'An answer', { storeAttempt: async () => {} });
    assert.equal(server.requests[0], `POST ${comments}/${id}/replies`);
  });

  it('remembers its user after a reply without an author', async () => {
    await discussion.sender.post({}, 'By me', { storeAttempt: async () => {}, onPosted: () => {} });
    assert.equal(discussion.user, 'mira');
    const nobody = otherJson(json => ({ ...(json as object), postedBy: {} }));
    server.fail(nobody, /^POST .*\/comments$/, 1);
    await discussion.sender.post({}, 'By nobody', { storeAttempt: async () => {}, onPosted: () => {} });
    await discussion.updatePlacements();
    assert.equal(discussion.user, 'mira');
  });

  itWithOptional('fetches the user again after the server failed to report them', async () => {
    const storage = memoryStorage();
    const before = parts(storage);
    await before.session.signIn({ url: server.url, token: sandbox.token });
    before.dispose();
    const next = parts(storage);
    // The stored account has no user if the server did not report one.
    Object.assign(await next.session.require(), { user: undefined });
    server.fail({ kind: 'status', status: 505 }, /^GET \/user$/);
    const page = pageUri(space, number, 'hardware/moorings/README.md');
    await next.discussions.conversationsOn(page);
    const opened = next.discussions.of(page) ?? assert.fail();
    assert.equal(opened.user, undefined);
    await server.recover();
    await opened.updatePlacements();
    assert.equal(opened.user, 'mira');
    await opened.whenIdle();
    next.dispose();
  });

  it('fetches a comment that another client posted', async () => {
    const words = randomUUID();
    await api().request(`POST ${base}`, { ...input, body: { body: { markdown: words } } });
    await eventually(() => assert.ok(saying(words)));
  });

  it('fetches a conversation again that another client changed', async () => {
    const { comment } = discussion.conversations.find(({ comment }) => comment.status !== 'resolved') ?? assert.fail();
    const body = { body: { markdown: 'By other means' } };
    await api().request(`POST ${base}/{commentId}/replies`, { ...input, commentId: comment.id, body });
    await eventually(() => {
      assert.ok(discussion.get(comment.id)?.replies.some(reply => reply.body.markdown === 'By other means'));
    });
  });

  it('keeps a comment posted while everything is loaded', async () => {
    server.fail({ kind: 'late' }, /^GET .*\/comments$/, 1);
    const loading = discussion.refresh();
    await server.waiting();
    await discussion.sender.post({}, 'Meanwhile', { storeAttempt: async () => {}, onPosted: () => {} });
    server.release();
    await loading;
    assert.ok(saying('Meanwhile'));
  });
});

describe('the discussion of the main content', () => {
  itWithOptional('fetches the space once to place all comments, and once after a write', async () => {
    const sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url);
    const app = parts();
    const { api } = await app.session.signIn({ url: server.url, token: sandbox.token });
    for (let index = 0; index < 50; index++) {
      const body = { body: { markdown: `No. ${index}` } };
      await api.request('POST /spaces/{spaceId}/comments', { spaceId: space, body });
    }
    const discussions = new Discussions(app.session, app.content, { log: () => {} });
    const page = contentUri({ connection: 'sandbox', space, version: { kind: 'main' }, path: 'README.md' });
    const asked = () => server.requests.filter(request => request === `GET /spaces/${space}`).length;
    server.requests.length = 0;
    await discussions.conversationsOn(page);
    assert.ok(asked() <= 1, `asked ${asked()} times`);
    server.requests.length = 0;
    await discussions.of(page)?.sender.post({}, 'One more', { storeAttempt: async () => {}, onPosted: () => {} });
    await discussions.of(page)?.whenIdle();
    assert.ok(asked() <= 1, `asked ${asked()} times after a write`);
    discussions.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });
});
