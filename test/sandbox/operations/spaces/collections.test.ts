import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import { addMember, fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';

describe('changing collections of the sandbox', () => {
  let sandbox: OpenSandbox;
  const list = async (id = organizationId) => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/collections', { organizationId: id });
    return items.map(collection => collection.id);
  };
  const create = (title: string) =>
    sandbox.call('POST /orgs/{organizationId}/collections', { organizationId, body: { title } });
  const move = (collectionId: string, body: { parent?: string | null; position?: Schema<'ContentPosition'> }) =>
    sandbox.call('POST /collections/{collectionId}/move', { collectionId, body });

  beforeEach(async () => {
    sandbox = await openSandbox({
      fill: state => {
        fillAcme(state);
        addMember(state, 'zenith', 'ada', { role: 'create' });
      },
    });
  });

  it('creates them, at the top or in another', async () => {
    const route = 'POST /orgs/{organizationId}/collections';
    const { status, body } = await sandbox.reply(route, { organizationId, body: { title: 'Birds', parent: 'heron' } });
    assert.deepEqual([status, body.title, body.parent, body.defaultLevel], [201, 'Birds', 'heron', 'inherit']);
    assert.deepEqual(await sandbox.call('GET /collections/{collectionId}', { collectionId: body.id }), body);
    assert.equal((await create('Top')).parent, undefined);
  });

  it('sets title, description and default level, which spaces inherit', async () => {
    const route = 'PATCH /collections/{collectionId}';
    const body = { title: 'Tools', description: 'All of them.', defaultLevel: 'edit' } as const;
    const tools = await sandbox.call(route, { collectionId: 'products', body });
    assert.deepEqual([tools.title, tools.description, tools.defaultLevel], ['Tools', 'All of them.', 'edit']);
    const manual = await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'manual' }, { as: 'reed' });
    assert.equal(manual.permissions?.edit, true);
    const plain = await sandbox.call(route, { collectionId: 'products', body: { description: '' } });
    assert.deepEqual([plain.title, plain.description], ['Tools', undefined]);
  });

  it('deletes them with their content, whose spaces can be restored to the top', async () => {
    const { status } = await sandbox.reply('DELETE /collections/{collectionId}', { collectionId: 'products' });
    assert.equal(status, 205);
    assert.deepEqual(await list(), []);
    const { items } = await sandbox.call('GET /orgs/{organizationId}/spaces', { organizationId });
    assert.deepEqual(
      items.map(({ id }) => id),
      ['handbook'],
    );
    const restored = await sandbox.call('POST /spaces/{spaceId}/restore', { spaceId: 'manual' });
    assert.deepEqual([restored.id, restored.parent], ['manual', undefined]);
  });

  it('rejects a deletion while one of their spaces is inaccessible', async () => {
    const { collections, spaces } = sandbox.state;
    collections.put({ ...collections.get('products'), defaultLevel: 'admin' });
    spaces.put({ ...spaces.get('guide'), defaultLevel: 'read' });
    const refusal = await sandbox.refusal(
      'DELETE /collections/{collectionId}',
      { collectionId: 'products' },
      { as: 'cato' },
    );
    assert.equal(refusal.status, 403);
    assert.match(refusal.message, /The guide/);
    assert.deepEqual(await list(), ['products', 'heron']);
  });

  it('moves them exactly to the requested position', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const pointer = (collection: string) => ({ type: 'collection' as const, collection });
    await move(b.id, { position: { before: pointer('products') } });
    assert.deepEqual(await list(), [b.id, 'products', 'heron', a.id]);
    const moved = await move('heron', { parent: null, position: { after: pointer(a.id) } });
    assert.equal(moved.parent, undefined);
    assert.deepEqual(await list(), [b.id, 'products', a.id, 'heron']);
    await move(a.id, { parent: 'products' });
    assert.equal(sandbox.state.collections.get(a.id).parent, 'products');
    await move(b.id, { position: { after: { type: 'space', space: 'handbook' } } });
    assert.deepEqual(await list(), ['products', b.id, 'heron', a.id]);
  });

  it('rejects a move into themselves', async () => {
    for (const parent of ['products', 'heron']) {
      const refusal = await sandbox.refusal('POST /collections/{collectionId}/move', {
        collectionId: 'products',
        body: { parent },
      });
      const message = `body.parent is '${parent}': 'Products' cannot be put into itself.`;
      assert.deepEqual(refusal, { status: 400, message });
    }
  });

  it('transfers them with their content', async () => {
    const route = 'POST /collections/{collectionId}/transfer';
    const body = { organization: 'zenith' };
    const heron = await sandbox.call(route, { collectionId: 'heron', body });
    assert.deepEqual([heron.organization, heron.parent], ['zenith', undefined]);
    assert.deepEqual([await list(), await list('zenith')], [['products'], ['heron']]);
    const { items } = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    assert.deepEqual(
      items.map(({ id, organization }) => [id, organization]),
      [
        ['manual', 'zenith'],
        ['guide', 'zenith'],
      ],
    );
    addMember(sandbox.state, 'zenith', 'ada', { role: 'admin' });
    assert.equal((await sandbox.refusal(route, { collectionId: 'heron', body })).status, 409);
  });
});
