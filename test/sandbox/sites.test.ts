import assert from 'node:assert/strict';
import { addSite, fillAcme } from './acme.ts';
import type { State } from '../../src/sandbox/state.ts';
import { openSandbox } from './sandbox.ts';
import type { OpenSandbox } from './sandbox.ts';

const organizationId = 'acme';

describe('sites of the sandbox', () => {
  let sandbox: OpenSandbox;
  const docs = { organizationId, siteId: 'docs' };
  const plain = { organizationId, siteId: 'plain' };
  const publish = 'POST /orgs/{organizationId}/sites/{siteId}/publish';

  beforeEach(async () => {
    sandbox = await openSandbox({
      fill(state) {
        fillAcme(state);
        addDocs(state);
        addSite(state, 'plain', { title: 'Plain' });
        state.siteSpaces.put({
          id: 'plain-handbook',
          site: 'plain',
          space: 'handbook',
          title: 'Handbook',
          path: 'book',
        });
      },
    });
  });

  it('are listed, filtered by title, space and publication', async () => {
    const list = async (query: { title?: string; space?: string; published?: boolean }) => {
      const { items } = await sandbox.call('GET /orgs/{organizationId}/sites', { organizationId, query });
      return items.map(site => site.id).join(' ');
    };
    assert.equal(await list({}), 'docs plain');
    assert.equal(await list({ title: 'DOC' }), 'docs');
    assert.equal(await list({ space: 'guide' }), 'docs');
    assert.equal(await list({ published: true }), 'docs');
    assert.equal(await list({ published: false }), 'plain');
  });

  it('are published, which gives them an address, and taken offline', async () => {
    const before = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', plain);
    assert.deepEqual([before.published, before.urls?.published], [false, undefined]);
    const site = await sandbox.call(publish, plain);
    assert.ok('object' in site);
    assert.deepEqual([site.published, site.urls?.published], [true, 'http://sandbox.test/sites/plain/']);
    assert.deepEqual(await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', plain), site);
    const after = await sandbox.call('POST /orgs/{organizationId}/sites/{siteId}/unpublish', plain);
    assert.deepEqual([after.published, after.urls?.published], [false, undefined]);
  });

  it('of a paid type lead to a checkout when the organization is on a free plan', async () => {
    const { organizations, sites } = sandbox.state;
    organizations.put({ ...organizations.get('acme'), plan: 'free_2024' });
    sites.put({ ...sites.get('plain'), type: 'ultimate' });
    assert.deepEqual(await sandbox.call(publish, plain), { type: 'checkout', sessionId: 'checkout-plain' });
    assert.equal(sites.get('plain').published, false);
  });

  it('are published by those who may create content', async () => {
    const site = await sandbox.call(publish, plain, { as: 'cato' });
    assert.ok('object' in site);
    assert.deepEqual(site.permissions, { view: true, admin: true });
    for (const as of ['rosa', 'reed']) {
      assert.match(
        (await sandbox.refusal(publish, plain, { as })).message,
        /^You may not publish its sites: 'Acme' asks/,
      );
    }
    assert.equal(
      (await sandbox.refusal('GET /orgs/{organizationId}/sites', { organizationId }, { as: 'gus' })).status,
      403,
    );
  });

  it('do not exist in another organization', async () => {
    sandbox.state.sites.put({ ...sandbox.state.sites.get('plain'), organization: 'zenith' });
    assert.equal((await sandbox.refusal('GET /orgs/{organizationId}/sites/{siteId}', plain)).status, 404);
  });

  it('have sections, each with its spaces and the default marked', async () => {
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/sections', docs);
    assert.deepEqual(
      items.map(({ id, default: isDefault, sectionGroup, urls }) => [id, isDefault, sectionGroup, urls?.published]),
      [
        ['manual', true, undefined, 'http://sandbox.test/sites/docs/manual'],
        ['guides', false, 'more', 'http://sandbox.test/sites/docs/guides'],
      ],
    );
    assert.deepEqual(
      items[0]?.siteSpaces.map(({ space, default: isDefault, urls }) => [space.id, isDefault, urls?.published]),
      [
        ['manual', true, 'http://sandbox.test/sites/docs/manual'],
        ['handbook', false, 'http://sandbox.test/sites/docs/manual/book'],
      ],
    );
  });

  it('have a structure of sections and groups, or of spaces', async () => {
    const path = 'GET /orgs/{organizationId}/sites/{siteId}/structure';
    const sectioned = await sandbox.call(path, docs);
    assert.equal(sectioned.type, 'sections');
    assert.deepEqual(
      sectioned.structure.map(item => `${item.object} ${item.id}`),
      ['site-section manual', 'site-section-group more'],
    );
    const flat = await sandbox.call(path, plain);
    assert.equal(flat.type, 'siteSpaces');
    assert.deepEqual(
      flat.structure.map(item => `${item.object} ${item.id}`),
      ['site-space plain-handbook'],
    );
    const groups = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/section-groups', docs);
    assert.deepEqual(
      groups.items.map(({ id, sections }) => [id, sections.map(section => section.id)]),
      [['more', ['guides']]],
    );
  });

  it('list their spaces, without those that are out of reach', async () => {
    const path = 'GET /orgs/{organizationId}/sites/{siteId}/site-spaces';
    assert.equal((await sandbox.call(path, docs)).count, 3);
    const { spaces } = sandbox.state;
    spaces.put({ ...spaces.get('handbook'), deletedAt: sandbox.state.now() });
    assert.equal((await sandbox.call(path, docs)).count, 2);
  });
});

/** A published site with two sections, one of them in a group. */
function addDocs(state: State): void {
  addSite(state, 'docs', { title: 'Docs', published: true });
  state.siteSections.put({ id: 'manual', site: 'docs', title: 'Manual', path: 'manual', icon: 'book' });
  state.siteSectionGroups.put({ id: 'more', site: 'docs', title: 'More' });
  state.siteSections.put({ id: 'guides', site: 'docs', title: 'Guides', path: 'guides', group: 'more' });
  const spaces = [
    { id: 'docs-manual', section: 'manual', space: 'manual', title: 'Manual', path: 'manual' },
    { id: 'docs-handbook', section: 'manual', space: 'handbook', title: 'Handbook', path: 'book' },
    { id: 'docs-guide', section: 'guides', space: 'guide', title: 'Guide', path: 'guide' },
  ];
  for (const space of spaces) state.siteSpaces.put({ site: 'docs', ...space });
}
