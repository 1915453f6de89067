import assert from 'node:assert/strict';
import type { Connection } from '../../src/model/session/connection.ts';
import { spacesOf, topSpacesOf } from '../../src/model/spaces.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { type Parts, parts } from '../host/app.ts';
import { sampleSandbox } from '../host/support.ts';

for (const documentedOnly of [false, true]) {
  describe(`the spaces of an organization on a server ${documentedOnly ? 'without' : 'with'} a list of them`, () => {
    let sandbox: RunningSandbox;
    let app: Parts;
    let connection: Connection;

    before(async () => {
      sandbox = await sampleSandbox({ documentedOnly });
      app = parts();
      connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    });
    after(async () => {
      app.dispose();
      await sandbox.close();
    });

    const organization = () => sandbox.state.organizations.all()[0]?.id ?? assert.fail();
    const signal = new AbortController().signal;

    it('are all found that lie in collections', async () => {
      const found: string[] = [];
      for await (const { items } of spacesOf(connection, organization(), signal))
        found.push(...items.map(({ id }) => id));
      const stored = sandbox.state.spaces.all().filter(space => space.organization === organization() && space.parent);
      assert.ok(stored.length > 1);
      for (const { id } of stored) assert.equal(found.filter(other => other === id).length, 1, id);
    });

    it('are those outside of collections alone, where these are asked for', async () => {
      for await (const { items } of topSpacesOf(connection, organization(), signal)) {
        assert.ok(items.every(({ parent }) => !parent));
      }
    });

    it('are none for a guest, who may see no sites', async () => {
      const guest = await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
      const found: string[] = [];
      for await (const { items } of spacesOf(guest, 'open-rivers', signal)) found.push(...items.map(({ id }) => id));
      assert.deepEqual(found, []);
    });
  });
}
