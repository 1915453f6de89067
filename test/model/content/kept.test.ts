import assert from 'node:assert/strict';
import type { Place } from '../../../src/model/content/snapshot.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { createChangeRequest, sampleSandbox } from '../../host/support.ts';

const space = 'heron-api';

describe('cached revisions', () => {
  let sandbox: RunningSandbox;
  let app: Parts;
  let places: Place[];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    app = parts();
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    places = [];
    for (let index = 0; index < 41; index++) {
      const number = await createChangeRequest(connection, space, `No. ${index}`);
      places.push({ connection, space, version: { kind: 'changeRequest', number } });
    }
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  it('are the most recently used', async () => {
    const [first, second, ...others] = places;
    assert.ok(first && second);
    const [recent, old] = [await app.content.snapshot(first), await app.content.snapshot(second)];
    for (const place of others) {
      await app.content.snapshot(place);
      assert.equal(await app.content.snapshot(first), recent, 'looked at again and again');
    }
    assert.notEqual(await app.content.snapshot(second), old, 'not looked at since forty others were');
  });
});
