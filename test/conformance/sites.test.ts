import assert from 'node:assert/strict';
import { SiteAgentsContext, SiteType, SiteVisibility } from '@gitbook/api';
import { addSite, fillAcme } from '../sandbox/acme.ts';
import { addDocs } from '../sandbox/import/docsSite.ts';
import { openService } from './client.ts';

describe('with the published client, a site', () => {
  it('is created with spaces, changed, and read back', async () => {
    const { api } = await openService();
    const written = { type: SiteType.Basic, title: 'Bird docs', visibility: SiteVisibility.Unlisted };
    const { data: created, status } = await api.orgs.createSite('acme', { ...written, spaces: ['manual', 'guide'] });
    assert.equal(status, 201);
    assert.partialDeepStrictEqual(created, { ...written, siteSpaces: 2, published: false });
    assert.deepEqual((await api.orgs.getSiteById('acme', created.id)).data, created);

    const changes = {
      ...{ title: 'Birds', visibility: SiteVisibility.Public, basename: 'birds' },
      ...{ adaptiveContent: { enabled: true }, agentsContext: SiteAgentsContext.Excluded },
    };
    const proxy = 'birds.example.com/docs';
    const { data: changed } = await api.orgs.updateSiteById('acme', created.id, { ...changes, proxy });
    assert.partialDeepStrictEqual(changed, changes);
    assert.ok(changed.proxy);
    assert.deepEqual((await api.orgs.getSiteById('acme', created.id)).data, changed);
    const { data: direct } = await api.orgs.updateSiteById('acme', created.id, { proxy: null });
    assert.equal(direct.proxy, undefined);
  });

  it('is created with a new space, empty or with sample content', async () => {
    const { api } = await openService();
    const titlesOf = async (spaces: 'sample' | 'empty') => {
      const { data: site } = await api.orgs.createSite('acme', { title: 'Birds', spaces });
      const { data: siteSpaces } = await api.orgs.listSiteSpaces('acme', site.id);
      assert.equal(siteSpaces.count, 1);
      const { data } = await api.spaces.listPages(siteSpaces.items[0]?.space.id ?? '');
      return data.pages.map(({ title }) => title);
    };
    assert.deepEqual(await titlesOf('empty'), []);
    assert.ok((await titlesOf('sample')).length > 0);
  });

  it('opens with its default space', async () => {
    const { api } = await openService();
    const { data: site } = await api.orgs.createSite('acme', { title: 'Birds', spaces: ['manual', 'guide'] });
    const { data: before } = await api.orgs.listSiteSpaces('acme', site.id);
    const defaultSiteSpace = before.items.find(({ space }) => space.id === 'guide')?.id ?? '';
    await api.orgs.updateSiteById('acme', site.id, { defaultSiteSpace });
    const { data: after } = await api.orgs.listSiteSpaces('acme', site.id);
    assert.deepEqual(
      after.items.map(({ space, default: isDefault }) => [space.id, isDefault]),
      [
        ['manual', false],
        ['guide', true],
      ],
    );
    const { data: first } = await api.orgs.listSiteSpaces('acme', site.id, { default: true });
    assert.deepEqual(first.items, after.items.slice(1));
  });

  it('is listed, filtered by title, space and publication', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        addDocs(state);
        addSite(state, 'plain', { title: 'Plain' });
      },
    });
    const ids = async (query: Parameters<typeof api.orgs.listSites>[1]) =>
      (await api.orgs.listSites('acme', query)).data.items.map(({ id }) => id).join(' ');
    assert.equal(await ids({}), 'docs plain');
    assert.equal(await ids({ title: 'PLA' }), 'plain');
    assert.equal(await ids({ space: 'guide' }), 'docs');
    assert.equal(await ids({ published: false }), 'plain');
    assert.equal(await ids({ type: [SiteType.Basic, SiteType.Ultimate] }), 'docs plain');
    assert.equal(await ids({ type: [SiteType.Ultimate] }), '');
  });

  it('is published and unpublished', async () => {
    const { api } = await openService();
    const { data: site } = await api.orgs.createSite('acme', { title: 'Birds', spaces: ['manual'] });
    const { data: published } = await api.orgs.publishSite('acme', site.id);
    assert.ok('object' in published);
    assert.deepEqual([published.published, typeof published.urls.published], [true, 'string']);
    assert.deepEqual((await api.orgs.getSiteById('acme', site.id)).data, published);
    const { data: offline } = await api.orgs.unpublishSite('acme', site.id);
    assert.deepEqual(offline, site);
  });

  it('shows readers its structure and theme', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        addDocs(state);
      },
    });
    const { data: profile } = await api.orgs.getPublishedContentSite('acme', 'docs');
    assert.deepEqual(profile.site, (await api.orgs.getSiteById('acme', 'docs')).data);
    assert.deepEqual(profile.structure, (await api.orgs.getSiteStructure('acme', 'docs')).data);
    assert.equal(profile.customizations.site.title, 'Docs');
  });

  it('is opened with a share link until that is revoked', async () => {
    const { api } = await openService();
    const creation = { title: 'Birds', visibility: SiteVisibility.ShareLink, spaces: ['manual'] };
    const { data: site } = await api.orgs.createSite('acme', creation);
    await api.orgs.publishSite('acme', site.id);
    const { data: link, status } = await api.orgs.createSiteShareLink('acme', site.id, { name: 'Press' });
    assert.deepEqual([status, link.name, link.active], [201, 'Press', true]);
    assert.deepEqual((await api.orgs.listSiteShareLinks('acme', site.id)).data.items, [link]);

    const shareKey = new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? '';
    assert.equal((await api.orgs.getPublishedContentSite('acme', site.id, { shareKey })).data.site.id, site.id);
    const changes = { active: false, name: 'Old press' };
    const { data: revoked } = await api.orgs.updateSiteShareLinkById('acme', site.id, link.id, changes);
    assert.partialDeepStrictEqual(revoked, changes);
    await assert.rejects(api.orgs.getPublishedContentSite('acme', site.id, { shareKey }), { code: 403 });

    await api.orgs.deleteSiteShareLinkById('acme', site.id, link.id);
    assert.equal((await api.orgs.listSiteShareLinks('acme', site.id)).data.count, 0);
  });

  it('has an adaptive schema of its visitors', async () => {
    const { api } = await openService();
    const { data: site } = await api.orgs.createSite('acme', { title: 'Birds', spaces: ['manual'] });
    const jsonSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#' as const,
      type: 'object' as const,
      properties: { isBeta: { type: 'boolean', description: 'Takes part in the beta' } },
      additionalProperties: false as const,
    };
    const { data: schema } = await api.orgs.updateSiteAdaptiveSchema('acme', site.id, { jsonSchema });
    assert.partialDeepStrictEqual(schema.jsonSchema, jsonSchema);
    assert.deepEqual((await api.orgs.getSiteAdaptiveSchema('acme', site.id)).data, schema);
    const { data: conditions } = await api.orgs.listSiteAdaptiveTemplateConditions('acme', site.id);
    assert.deepEqual(conditions.items, [
      { description: 'Takes part in the beta', condition: 'visitor.claims.isBeta == true' },
    ]);
  });

  it('is deleted', async () => {
    const { api } = await openService();
    const { data: site } = await api.orgs.createSite('acme', { title: 'Birds', spaces: ['manual'] });
    assert.equal((await api.orgs.deleteSiteById('acme', site.id)).status, 205);
    await assert.rejects(api.orgs.getSiteById('acme', site.id), { code: 404 });
  });
});
