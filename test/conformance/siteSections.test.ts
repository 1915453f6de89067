import assert from 'node:assert/strict';
import type { GitBookAPI } from '@gitbook/api';
import { fillAcme } from '../sandbox/acme.ts';
import { addDocs } from '../sandbox/import/docsSite.ts';
import { openService } from './client.ts';

const section = (siteSection: string) => ({ type: 'site-section' as const, siteSection });
const item = (type: 'site-section' | 'site-section-group' | 'site-space', id: string) => ({ type, id });

describe('with the published client, a section of a site', () => {
  let api: GitBookAPI;

  beforeEach(async () => {
    ({ api } = await openService({
      fill(state) {
        fillAcme(state);
        addDocs(state);
        state.siteSections.put({ id: 'news', site: 'docs', title: 'News', path: 'news' });
      },
    }));
  });

  /** Returns the navigation as text: `manual more(guides) news`. */
  async function navigation(): Promise<string> {
    const { data } = await api.orgs.getSiteStructure('acme', 'docs');
    assert.equal(data.type, 'sections');
    const words = data.structure.map(entry =>
      entry.object === 'site-section-group' ? `${entry.id}(${entry.sections.map(({ id }) => id).join(' ')})` : entry.id,
    );
    return words.join(' ');
  }

  it('is created with its space, changed, listed and deleted', async () => {
    const written = { spaceId: 'handbook', title: 'Company', icon: 'users' as const };
    const { data: created, status } = await api.orgs.addSectionToSite('acme', 'docs', written);
    assert.deepEqual([status, created.title, created.icon], [201, 'Company', 'users']);
    assert.deepEqual(
      created.siteSpaces.map(({ space }) => space.id),
      ['handbook'],
    );
    const changes = { title: 'Us', path: 'us', description: 'Who we are', condition: 'visitor.claims.staff == true' };
    const { data: changed } = await api.orgs.updateSiteSectionById('acme', 'docs', created.id, changes);
    assert.partialDeepStrictEqual(changed, changes);
    const { data: list } = await api.orgs.listSiteSections('acme', 'docs');
    assert.deepEqual(
      list.items.find(({ id }) => id === created.id),
      changed,
    );
    await api.orgs.updateSiteSectionById('acme', 'docs', created.id, { condition: null });
    assert.equal((await api.orgs.listSiteSections('acme', 'docs')).data.items.at(-1)?.condition, undefined);

    assert.equal((await api.orgs.deleteSiteSectionById('acme', 'docs', created.id)).status, 205);
    assert.equal(await navigation(), 'manual more(guides) news');
  });

  it('moves next to another one', async () => {
    const { data: moved } = await api.orgs.moveSiteSection('acme', 'docs', 'news', {
      position: { before: section('manual') },
    });
    assert.equal(moved.id, 'news');
    assert.equal(await navigation(), 'news manual more(guides)');
  });

  it('is added to and removed from a group', async () => {
    const { data: group, status } = await api.orgs.addSectionToGroup('acme', 'docs', 'more', { sectionId: 'news' });
    assert.deepEqual([status, group.sections.map(({ id }) => id)], [201, ['guides', 'news']]);
    assert.equal(await navigation(), 'manual more(guides news)');
    await api.orgs.removeSectionFromGroup('acme', 'docs', 'more', 'news');
    assert.equal(await navigation(), 'manual more(guides) news');
  });

  it('belongs to a group that is created, renamed, moved, listed and deleted', async () => {
    const written = { title: 'Archive', icon: 'box' as const, sections: ['news'] };
    const { data: group, status } = await api.orgs.addSectionGroupToSite('acme', 'docs', written);
    assert.deepEqual([status, group.title, group.icon], [201, 'Archive', 'box']);
    const changes = { title: 'Attic', icon: null };
    const { data: renamed } = await api.orgs.updateSiteSectionGroupById('acme', 'docs', group.id, changes);
    assert.deepEqual([renamed.title, renamed.icon], ['Attic', undefined]);
    const position = { before: item('site-section-group', 'more') as { type: 'site-section-group'; id: string } };
    await api.orgs.moveSiteSectionGroup('acme', 'docs', group.id, { position });
    const { data: groups } = await api.orgs.listSiteSectionGroups('acme', 'docs');
    assert.deepEqual(
      groups.items.map(({ id }) => id),
      [group.id, 'more'],
    );
    assert.deepEqual(groups.items[0], renamed);
    await api.orgs.deleteSiteSectionGroupById('acme', 'docs', group.id);
    assert.equal((await api.orgs.listSiteSectionGroups('acme', 'docs')).data.count, 1);
  });

  it('is ordered with everything else of the navigation', async () => {
    const { data: moved } = await api.orgs.sortSiteStructure('acme', 'docs', {
      item: item('site-section-group', 'more'),
      position: { before: item('site-section', 'manual') },
    });
    assert.deepEqual([moved.object, moved.id], ['site-section-group', 'more']);
    assert.equal(await navigation(), 'more(guides) manual news');
  });
});
