import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { changeRequestNode } from '../../../src/features/changeRequests/node.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { sampleSandbox } from '../../host/support.ts';

const spaceId = 'heron-manual';

describe('the row of a change request', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  before(async () => {
    sandbox = await sampleSandbox();
    app = parts();
  });
  after(async () => {
    app.dispose();
    await sandbox.close();
  });

  /** What stands behind the label of one that is outdated. */
  async function remarks(status: 'open' | 'draft' | 'merged' | 'archived'): Promise<string | undefined> {
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const route = 'GET /spaces/{spaceId}/change-requests';
    const { items } = await connection.api.request(route, { spaceId, query: { limit: 1 } });
    const changeRequest = { ...(items[0] ?? assert.fail()), status, outdated: true, comments: 0 };
    const place = { connection, space: spaceId, number: changeRequest.number };
    return changeRequestNode(app as unknown as App, place, changeRequest, []).description;
  }

  it('says that it is outdated as long as something can be done about it', async () => {
    assert.equal(await remarks('open'), 'outdated');
    assert.equal(await remarks('draft'), 'draft · outdated');
    assert.equal(await remarks('merged'), 'merged');
    assert.equal(await remarks('archived'), 'archived');
  });
});
