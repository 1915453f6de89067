import assert from 'node:assert/strict';
import { MemberRole, SpaceEditMode } from '@gitbook/api';
import { addMember, fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';
import { openDocs } from './docs.ts';

describe('with the published client, a space', () => {
  it('is created in a collection, changed, and read back', async () => {
    const { api } = await openService();
    const written = { title: 'Field notes', emoji: '📓', parent: 'heron', editMode: SpaceEditMode.Locked };
    const { data: created, status } = await api.orgs.createSpace('acme', written);
    assert.equal(status, 201);
    assert.partialDeepStrictEqual(created, { ...written, organization: 'acme' });
    assert.deepEqual((await api.spaces.getSpaceById(created.id)).data, created);

    const changes = { title: 'Notes', emoji: '🗒️', editMode: SpaceEditMode.Live, defaultLevel: MemberRole.Read };
    const { data: changed } = await api.spaces.updateSpaceById(created.id, changes);
    assert.partialDeepStrictEqual(changed, changes);
    assert.deepEqual((await api.spaces.getSpaceById(created.id)).data, changed);
    const { data: list } = await api.orgs.listSpacesInOrganizationById('acme');
    assert.deepEqual(
      list.items.find(({ id }) => id === created.id),
      changed,
    );
  });

  it('has an emoji or an icon', async () => {
    const { api } = await openService();
    const icon = 'https://acme.example/heron.png';
    await api.spaces.updateSpaceById('guide', { icon });
    assert.equal((await api.spaces.getSpaceById('guide')).data.urls.icon, icon);
    await api.spaces.updateSpaceById('guide', { emoji: '🐦' });
    const { data: space } = await api.spaces.getSpaceById('guide');
    assert.deepEqual([space.emoji, space.urls.icon], ['🐦', undefined]);
  });

  it('lists who has access, each with the role', async () => {
    const { api } = await openService();
    const rolesOf = async (query?: { role: MemberRole }) => {
      const { data } = await api.spaces.listPermissionsAggregateInSpace('guide', query);
      return data.items.map(({ permission, user }) => `${user.id}: ${permission}`).join(', ');
    };
    // Every member may comment on the spaces of the collection Products.
    const editors = 'ada: admin, cato: create, rosa: review, eden: edit';
    assert.equal(await rolesOf(), `${editors}, colm: comment, reed: comment, gus: comment`);
    assert.equal(await rolesOf({ role: MemberRole.Review }), 'rosa: review');
  });

  it('is deleted, and restored', async () => {
    const { api } = await openService();
    const { data: before } = await api.spaces.getSpaceById('guide');
    assert.equal((await api.spaces.deleteSpaceById('guide')).status, 205);
    assert.ok((await api.spaces.getSpaceById('guide')).data.deletedAt);
    const { data: restored } = await api.spaces.restoreSpace('guide');
    assert.deepEqual({ ...restored, updatedAt: before.updatedAt }, before);
  });

  it('is duplicated with its content', async () => {
    const { api } = await openDocs();
    const { data: copy, status } = await api.spaces.duplicateSpace('docs');
    assert.equal(status, 201);
    assert.notEqual(copy.id, 'docs');
    const titles = async (spaceId: string) =>
      (await api.spaces.listPages(spaceId)).data.pages.map(({ title }) => title);
    assert.deepEqual(await titles(copy.id), await titles('docs'));
  });

  it('moves within its collection, and out of it', async () => {
    const { api } = await openService();
    const before = { type: 'space' as const, space: 'manual' };
    await api.spaces.moveSpace('guide', { position: { before } });
    const { data: spaces } = await api.collections.listSpacesInCollectionById('heron');
    assert.deepEqual(
      spaces.items.map(({ id }) => id),
      ['guide', 'manual'],
    );
    const { data: moved } = await api.spaces.moveSpace('guide', { parent: null });
    assert.equal(moved.parent, undefined);
    assert.deepEqual((await api.spaces.getSpaceById('guide')).data, moved);
  });

  it('moves to another organization', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        addMember(state, 'zenith', 'ada', { role: 'admin' });
      },
    });
    const { data: moved } = await api.spaces.transferSpace('guide', { organization: 'zenith' });
    assert.deepEqual([moved.organization, moved.parent], ['zenith', undefined]);
    assert.deepEqual((await api.spaces.getSpaceById('guide')).data, moved);
  });

  it('is found by its address, as are its pages', async () => {
    const { api } = await openDocs();
    const { data: space } = await api.spaces.getSpaceById('docs');
    const { data: ofSpace } = await api.urls.getContentByUrl({ url: space.urls.app });
    assert.deepEqual('space' in ofSpace && ofSpace.space, space);
    const path = encodeURIComponent('guide/setup');
    const { data: page } = await api.spaces.getPageByPath('docs', path);
    const { data: ofPage } = await api.urls.getContentByUrl({ url: `${space.urls.app}/guide/setup` });
    assert.deepEqual('page' in ofPage && ofPage.page?.id, page.id);
  });

  it('is searched, alone and with all others of its organization', async () => {
    const { api } = await openDocs();
    const { data: pages } = await api.spaces.searchSpaceContent('docs', { query: 'herons' });
    assert.deepEqual(
      pages.items.map(({ title, path }) => [title, path]),
      [['Guide', 'guide']],
    );
    const { data: spaces } = await api.orgs.searchOrganizationContent('acme', { query: 'herons' });
    assert.deepEqual(
      spaces.items.map(({ id, title, pages: hits }) => ({ id, title, pages: hits })),
      [{ id: 'docs', title: 'Docs', pages: pages.items }],
    );
  });
});
