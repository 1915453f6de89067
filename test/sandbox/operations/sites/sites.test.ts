import assert from 'node:assert/strict';
import { addMember, addSite, fillAcme } from '../../acme.ts';
import { addDocs } from '../../import/docsSite.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

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

  it('are published, which gives them an address, and unpublished', async () => {
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

  it('are published by users who may create content', async () => {
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

  it('answer 404 in another organization', async () => {
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

  it('list their spaces, except inaccessible ones', async () => {
    const path = 'GET /orgs/{organizationId}/sites/{siteId}/site-spaces';
    assert.equal((await sandbox.call(path, docs)).count, 3);
    const { spaces } = sandbox.state;
    spaces.put({ ...spaces.get('handbook'), deletedAt: sandbox.state.now() });
    assert.equal((await sandbox.call(path, docs)).count, 2);
  });

  it('are created with spaces of their organization, which are counted', async () => {
    const create = 'POST /orgs/{organizationId}/sites';
    const body = { title: 'Knowledge Base', spaces: ['guide', 'manual'], visibility: 'share-link' as const };
    const { status, body: site } = await sandbox.reply(create, { organizationId, body });
    assert.equal(status, 201);
    assert.deepEqual(
      [site.title, site.type, site.visibility, site.basename, site.published, site.siteSpaces],
      ['Knowledge Base', 'basic', 'share-link', 'knowledge-base', false, 2],
    );
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/site-spaces', {
      organizationId,
      siteId: site.id,
    });
    assert.deepEqual(
      items.map(({ space, path, default: isDefault }) => [space.id, path, isDefault]),
      [
        ['guide', 'the-guide', true],
        ['manual', 'the-manual', false],
      ],
    );
    const second = await sandbox.call(create, { organizationId, body: { title: 'Knowledge base' } });
    assert.deepEqual([second.basename, second.siteSpaces], ['knowledge-base-1', 0]);
  });

  it('are created with a new space, with or without pages', async () => {
    const pagesOf = async (spaces: 'sample' | 'empty') => {
      const body = { title: `With ${spaces}`, spaces };
      const { id: siteId, siteSpaces } = await sandbox.call('POST /orgs/{organizationId}/sites', {
        organizationId,
        body,
      });
      const input = { organizationId, siteId };
      const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/site-spaces', input);
      const spaceId = items[0]?.space.id ?? '';
      const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
      return [siteSpaces, pages.map(page => page.title)];
    };
    assert.deepEqual(await pagesOf('sample'), [1, ['Welcome', 'Getting started']]);
    assert.deepEqual(await pagesOf('empty'), [1, []]);
  });

  it('change only the given fields', async () => {
    const patch = 'PATCH /orgs/{organizationId}/sites/{siteId}';
    const body = {
      title: 'Manuals',
      visibility: 'unlisted' as const,
      basename: 'manuals',
      agentsContext: 'excluded' as const,
      adaptiveContent: { enabled: true },
      proxy: 'acme.example/docs',
    };
    const changed = await sandbox.call(patch, { ...docs, body });
    assert.deepEqual(changed, {
      ...(await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', docs)),
      ...body,
      proxy: { origin: 'acme.example/docs', target: 'http://sandbox.test/sites/manuals/' },
    });
    assert.equal(changed.urls?.published, 'http://sandbox.test/sites/manuals/');
    const without = await sandbox.call(patch, { ...docs, body: { proxy: null } });
    assert.deepEqual([without.proxy, without.title], [undefined, 'Manuals']);
    const taken = await sandbox.refusal(patch, { ...docs, body: { basename: 'plain' } });
    assert.deepEqual([taken.status, /^body.basename 'plain' is that of another site/.test(taken.message)], [409, true]);
  });

  it('have a default section and a default site space, with or without sections', async () => {
    const patch = 'PATCH /orgs/{organizationId}/sites/{siteId}';
    const defaults = async () => {
      const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/sections', docs);
      const section = items.find(item => item.default);
      return [section?.id, section?.siteSpaces.find(item => item.default)?.id];
    };
    assert.deepEqual(await defaults(), ['manual', 'docs-manual']);
    await sandbox.call(patch, { ...docs, body: { defaultSiteSpace: 'docs-handbook' } });
    assert.deepEqual(await defaults(), ['manual', 'docs-handbook']);
    await sandbox.call(patch, { ...docs, body: { defaultSiteSection: 'guides', defaultSiteSpace: 'docs-guide' } });
    assert.deepEqual(await defaults(), ['guides', 'docs-guide']);
    const other = await sandbox.refusal(patch, { ...docs, body: { defaultSiteSpace: 'docs-manual' } });
    assert.deepEqual([other.status, /not part of the section 'Guides'/.test(other.message)], [400, true]);
    for (const body of [{ defaultSiteSpace: 'plain-handbook' }, { defaultSiteSection: 'nowhere' }]) {
      assert.equal((await sandbox.refusal(patch, { ...docs, body })).status, 404);
    }

    const { state } = sandbox;
    state.siteSpaces.put({ id: 'plain-guide', site: 'plain', space: 'guide', title: 'Guide', path: 'guide' });
    await sandbox.call(patch, { ...plain, body: { defaultSiteSpace: 'plain-guide' } });
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/site-spaces', plain);
    assert.deepEqual(
      items.map(item => item.default),
      [false, true],
    );
  });

  it('are deleted with everything that belongs to them, except their spaces', async () => {
    const { state } = sandbox;
    state.organizations.put({ ...state.organizations.get('acme'), defaultContent: { type: 'site', site: 'docs' } });
    const remove = 'DELETE /orgs/{organizationId}/sites/{siteId}';
    assert.equal((await sandbox.reply(remove, docs)).status, 205);
    assert.equal((await sandbox.reply(remove, docs)).status, 204);
    assert.equal((await sandbox.refusal('GET /orgs/{organizationId}/sites/{siteId}', docs)).status, 404);
    const counts = [state.siteSections, state.siteSpaces, state.siteSectionGroups].map(table => table.size);
    assert.deepEqual(counts, [0, 1, 0]);
    assert.equal(state.organizations.get('acme').defaultContent, null);
    assert.equal((await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'manual' })).id, 'manual');
  });

  it('count the spaces that are not deleted', async () => {
    const { spaces } = sandbox.state;
    spaces.put({ ...spaces.get('handbook'), deletedAt: sandbox.state.now() });
    assert.equal((await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', docs)).siteSpaces, 2);
    await sandbox.call('POST /spaces/{spaceId}/restore', { spaceId: 'handbook' });
    assert.equal((await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', docs)).siteSpaces, 3);
  });

  it('show the next space first when the default is deleted', async () => {
    const { spaces } = sandbox.state;
    spaces.put({ ...spaces.get('manual'), deletedAt: sandbox.state.now() });
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/sections', docs);
    assert.deepEqual(
      items[0]?.siteSpaces.map(({ space, default: isDefault }) => [space.id, isDefault]),
      [['handbook', true]],
    );
  });

  it('show no space of another organization', async () => {
    const body = { spaces: ['manual', 'secret'] };
    addMember(sandbox.state, 'zenith', 'ada', { role: 'admin' });
    const refusal = await sandbox.refusal('POST /orgs/{organizationId}/sites', { organizationId, body });
    assert.equal(refusal.status, 400);
    assert.match(refusal.message, /^body.spaces\[1\] 'The secret' belongs to another organization/);
  });
});
