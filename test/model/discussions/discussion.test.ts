import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { pageUri, sampleSandbox } from '../../host/support.ts';

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
    await discussions.on(page);
    discussion = discussions.of(page) ?? assert.fail();
  });
  afterEach(async () => {
    await discussion.settled();
    discussions.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const api = () => app.session.current?.api ?? assert.fail();
  const saying = (words: string) =>
    discussion.conversations.find(({ comment }) => comment.body.markdown?.includes(words));

  it('has what was sent from it without asking again, and tells its ID before it tells of it', async () => {
    const heard: string[] = [];
    const listening = discussions.onDidChange(() => heard.push('changed'));
    server.requests.length = 0;
    await discussion.post({}, 'Sent from here', id => heard.push(id));
    listening.dispose();
    const { id } = saying('Sent from here')?.comment ?? assert.fail();
    assert.deepEqual(heard, [id, 'changed']);
    assert.deepEqual(server.requests, [`POST /spaces/${space}/change-requests/${number}/comments`]);
  });

  it('reads what was written to it by other means', async () => {
    const words = randomUUID();
    await api().request(`POST ${base}`, { ...input, body: { body: { markdown: words } } });
    await eventually(() => assert.ok(saying(words)));
  });

  it('reads a conversation again that was changed by other means', async () => {
    const { comment } = discussion.conversations.find(({ comment }) => comment.status !== 'resolved') ?? assert.fail();
    const body = { body: { markdown: 'By other means' } };
    await api().request(`POST ${base}/{commentId}/replies`, { ...input, commentId: comment.id, body });
    await eventually(() => {
      assert.ok(discussion.get(comment.id)?.replies.some(reply => reply.body.markdown === 'By other means'));
    });
  });

  it('keeps what was written while everything was read', async () => {
    server.fail({ kind: 'late' }, /^GET .*\/comments$/, 1);
    const loading = discussion.load();
    await server.waiting();
    await discussion.post({}, 'Meanwhile', () => undefined);
    server.release();
    await loading;
    assert.ok(saying('Meanwhile'));
  });
});
