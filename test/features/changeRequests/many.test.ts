import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { createChangeRequest } from '../../../src/features/changeRequests/create.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { answerPrompts } from '../../host/answers.ts';
import { labels } from '../../host/app.ts';
import type { Reply } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { noDescription } from '../../host/support.ts';

const spaceId = 'heron-api';

describe('creating many change requests', () => {
  const on = stageOfParts();

  /** Returns the number of requests that create a change request, if there are this many others. */
  async function requestsBeside(others: number): Promise<number> {
    const connection = on.app.session.current ?? assert.fail();
    const { api } = connection;
    const route = 'POST /spaces/{spaceId}/change-requests';
    for (let index = 0; index < others; index++) await api.request(route, { spaceId, body: { subject: `${index}` } });
    const answers = answerPrompts('Another', ...noDescription, 'One more', ...noDescription);
    const space = await api.request('GET /spaces/{spaceId}', { spaceId });
    // Many servers create drafts, which are listed after all open change requests.
    const asDraft = (reply: Reply): Partial<Reply> => {
      const { number } = JSON.parse(reply.body.toString()) as { number: number };
      const row = on.sandbox.state.changeRequests.by('number', numberKey(spaceId, number))[0] ?? assert.fail();
      on.sandbox.state.changeRequests.put({ ...row, status: 'draft' });
      return { body: Buffer.from(reply.body.toString().replace('"status":"open"', '"status":"draft"')) };
    };
    on.server.fail({ kind: 'other', reply: asDraft }, /^POST .*change-requests$/);
    // The first creation expands the parent rows in the view.
    await createChangeRequest(on.app as unknown as App, { connection, space });
    on.server.requests.length = 0;
    await createChangeRequest(on.app as unknown as App, { connection, space });
    const asked = on.server.requests.length;
    answers.restore();
    await on.server.recover();
    assert.ok((await labels(on.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron API')).some(isNew), 'it is not shown');
    return asked;
  }

  const isNew = (label: string) => label.endsWith('One more');

  it('costs as much for each as for the first', async () => {
    const few = await requestsBeside(10);
    const many = await requestsBeside(300);
    assert.ok(many <= few + 1, `${few} beside 10, ${many} beside 310`);
  });
});
