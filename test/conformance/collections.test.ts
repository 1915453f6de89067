import assert from 'node:assert/strict';
import { MemberRole } from '@gitbook/api';
import { addMember, fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';

describe('with the published client, a collection', () => {
  it('is created in another one, changed, and read back', async () => {
    const { api } = await openService();
    const { data: created, status } = await api.orgs.createCollection('acme', { title: 'Egret', parent: 'products' });
    assert.deepEqual([status, created.title, created.parent], [201, 'Egret', 'products']);
    assert.deepEqual((await api.collections.getCollectionById(created.id)).data, created);

    const written = { title: 'Egrets', description: 'White ones', defaultLevel: MemberRole.Review };
    const { data: changed } = await api.collections.updateCollectionById(created.id, written);
    assert.deepEqual(changed, { ...created, ...written });
    assert.deepEqual((await api.collections.getCollectionById(created.id)).data, changed);
  });

  it('is listed with or without its descendants', async () => {
    const { api } = await openService();
    const ids = async (query: { nested?: boolean }) =>
      (await api.orgs.listCollectionsInOrganizationById('acme', query)).data.items.map(({ id }) => id);
    assert.deepEqual(await ids({}), ['products', 'heron']);
    assert.deepEqual(await ids({ nested: false }), ['products']);
  });

  it('lists its spaces', async () => {
    const { api } = await openService();
    const { data } = await api.collections.listSpacesInCollectionById('heron');
    const spaces = ['manual', 'guide'].map(async id => (await api.spaces.getSpaceById(id)).data);
    assert.deepEqual(data.items, await Promise.all(spaces));
  });

  it('moves to the top, before another one', async () => {
    const { api } = await openService();
    const before = { type: 'collection' as const, collection: 'products' };
    const { data: moved } = await api.collections.moveCollection('heron', { parent: null, position: { before } });
    assert.equal(moved.parent, undefined);
    const { data } = await api.orgs.listCollectionsInOrganizationById('acme', { nested: false });
    assert.deepEqual(
      data.items.map(({ id }) => id),
      ['heron', 'products'],
    );
  });

  it('moves to another organization with its content', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        addMember(state, 'zenith', 'ada', { role: 'admin' });
      },
    });
    const { data: moved } = await api.collections.transferCollection('products', { organization: 'zenith' });
    assert.equal(moved.organization, 'zenith');
    assert.equal((await api.spaces.getSpaceById('guide')).data.organization, 'zenith');
  });

  it('is deleted', async () => {
    const { api } = await openService();
    const { data: created } = await api.orgs.createCollection('acme', { title: 'Egret' });
    assert.equal((await api.collections.deleteCollectionById(created.id)).status, 205);
    await assert.rejects(api.collections.getCollectionById(created.id), { code: 404 });
  });
});
