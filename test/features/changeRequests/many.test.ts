import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { createChangeRequest } from '../../../src/features/changeRequests/create.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { answering } from '../../host/answers.ts';
import { labels, type Parts, parts } from '../../host/app.ts';
import { type FaultyServer, type Reply, startFaultyServer } from '../../host/faultyServer.ts';
import { sampleSandbox } from '../../host/support.ts';

const spaceId = 'heron-api';

describe('creating many change requests', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  /** How many requests it takes to create one, beside so many others. */
  async function requestsBeside(others: number): Promise<number> {
    const connection = app.session.current ?? assert.fail();
    const { api } = connection;
    const route = 'POST /spaces/{spaceId}/change-requests';
    for (let index = 0; index < others; index++) await api.request(route, { spaceId, body: { subject: `${index}` } });
    const answers = answering('Another', 'One more');
    const space = await api.request('GET /spaces/{spaceId}', { spaceId });
    // Many servers begin with a draft, and drafts are listed behind all that is open.
    const asDraft = (reply: Reply): Partial<Reply> => {
      const { number } = JSON.parse(reply.body.toString()) as { number: number };
      const row = sandbox.state.changeRequests.by('number', numberKey(spaceId, number))[0] ?? assert.fail();
      sandbox.state.changeRequests.put({ ...row, status: 'draft' });
      return { body: Buffer.from(reply.body.toString().replace('"status":"open"', '"status":"draft"')) };
    };
    server.fail({ kind: 'other', reply: asDraft }, /^POST .*change-requests$/);
    // The first one has the view open what it lies below.
    await createChangeRequest(app as unknown as App, { connection, space });
    server.requests.length = 0;
    await createChangeRequest(app as unknown as App, { connection, space });
    const asked = server.requests.length;
    answers.restore();
    await server.recover();
    assert.ok((await labels(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron API')).some(isNew), 'it is not shown');
    return asked;
  }

  const isNew = (label: string) => label.endsWith('One more');

  it('costs as much for each as for the first', async () => {
    const few = await requestsBeside(10);
    const many = await requestsBeside(300);
    assert.ok(many <= few + 1, `${few} beside 10, ${many} beside 310`);
  });
});
