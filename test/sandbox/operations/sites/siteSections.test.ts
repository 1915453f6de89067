import assert from 'node:assert/strict';
import { addSite, fillAcme } from '../../acme.ts';
import { addDocs } from '../../import/docsSite.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const docs = { organizationId, siteId: 'docs' };
const sections = '/orgs/{organizationId}/sites/{siteId}/sections';
const groups = '/orgs/{organizationId}/sites/{siteId}/section-groups';
const sort = 'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort';

const section = (id: string) => ({ type: 'site-section', siteSection: id }) as const;
const item = (type: 'site-section' | 'site-section-group' | 'site-space', id: string) => ({ type, id });

describe('sections and section groups of sites in the sandbox', () => {
  let sandbox: OpenSandbox;

  beforeEach(async () => {
    sandbox = await openSandbox({
      fill(state) {
        fillAcme(state);
        addDocs(state);
        addSite(state, 'plain', { title: 'Plain' });
        state.siteSections.put({ id: 'news', site: 'docs', title: 'News', path: 'news' });
        state.siteSections.put({ id: 'api', site: 'docs', title: 'API', path: 'api', group: 'more' });
      },
    });
  });

  /** Returns the navigation as text: `manual more(guides api) news`. */
  const navigation = async (siteId = 'docs') => {
    const input = { organizationId, siteId };
    const { structure } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/structure', input);
    const words = structure.map(entry =>
      entry.object === 'site-section-group' ? `${entry.id}(${entry.sections.map(({ id }) => id).join(' ')})` : entry.id,
    );
    return words.join(' ');
  };
  const listed = async () => (await sandbox.call(`GET ${sections}`, docs)).items.map(({ id }) => id).join(' ');

  it('a section is created with its space, after the others', async () => {
    const body = { spaceId: 'handbook', title: 'Company', icon: 'users' };
    const { status, body: created } = await sandbox.reply(`POST ${sections}`, { ...docs, body });
    assert.equal(status, 201);
    assert.deepEqual(
      [created.title, created.icon, created.path, created.default],
      ['Company', 'users', 'company', false],
    );
    assert.deepEqual(
      created.siteSpaces.map(({ space, default: isDefault, section: of }) => [space.id, isDefault, of === created.id]),
      [['handbook', true, true]],
    );
    assert.equal(await navigation(), `manual more(guides api) news ${created.id}`);
    assert.equal((await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', docs)).siteSpaces, 4);
    const second = await sandbox.call(`POST ${sections}`, { ...docs, body: { spaceId: 'manual', title: 'Company' } });
    assert.equal(second.path, 'company-1');
  });

  it('the first section of a site is preceded by one with the existing spaces', async () => {
    const plain = { organizationId, siteId: 'plain' };
    sandbox.state.siteSpaces.put({ id: 'plain-book', site: 'plain', space: 'handbook', title: 'Handbook', path: 'b' });
    const created = await sandbox.call(`POST ${sections}`, { ...plain, body: { spaceId: 'guide' } });
    const { items } = await sandbox.call(`GET ${sections}`, plain);
    assert.deepEqual(
      items.map(({ title, default: isDefault, siteSpaces }) => [
        title,
        isDefault,
        siteSpaces.map(({ space }) => space.id),
      ]),
      [
        ['Handbook', true, ['handbook']],
        [created.title, false, ['guide']],
      ],
    );
  });

  it('the first section of a site whose spaces are all deleted loses none of them', async () => {
    const plain = { organizationId, siteId: 'plain' };
    sandbox.state.siteSpaces.put({ id: 'plain-book', site: 'plain', space: 'handbook', title: 'Handbook', path: 'b' });
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId: 'handbook' });
    await sandbox.call(`POST ${sections}`, { ...plain, body: { spaceId: 'guide' } });
    await sandbox.call('POST /spaces/{spaceId}/restore', { spaceId: 'handbook' });
    const { items } = await sandbox.call(`GET ${sections}`, plain);
    assert.deepEqual(
      items.map(({ title, siteSpaces }) => [title, siteSpaces.map(({ space }) => space.id)]),
      [
        ['Handbook', ['handbook']],
        ['The guide', ['guide']],
      ],
    );
  });

  it('a section is changed; null removes its condition', async () => {
    const input = { ...docs, siteSectionId: 'manual' };
    const body = {
      title: 'Manuals',
      path: 'manuals',
      icon: 'map',
      description: 'All of them',
      condition: 'visitor.claims.beta == true',
      defaultSiteSpace: 'docs-handbook',
    };
    const patch = `PATCH ${sections}/{siteSectionId}` as const;
    const { defaultSiteSpace, ...expected } = body;
    const changed = await sandbox.call(patch, { ...input, body });
    assert.deepEqual({ ...changed, ...expected }, changed);
    assert.equal(changed.siteSpaces.find(({ default: isDefault }) => isDefault)?.id, defaultSiteSpace);
    const after = await sandbox.call(patch, { ...input, body: { condition: null } });
    assert.deepEqual([after.condition, after.title], [undefined, 'Manuals']);
    assert.equal((await sandbox.refusal(patch, { ...input, body: { path: 'guides' } })).status, 409);
    assert.equal((await sandbox.refusal(patch, { ...input, body: { defaultSiteSpace: 'docs-guide' } })).status, 400);
    assert.equal((await sandbox.refusal(patch, { ...input, body: { defaultSiteSpace: 'nowhere' } })).status, 404);
  });

  it('a section is deleted with its site spaces; the next one becomes the default', async () => {
    const { sites, siteSpaces } = sandbox.state;
    sites.put({ ...sites.get('docs'), defaultSiteSection: 'manual' });
    const input = { ...docs, siteSectionId: 'manual' };
    assert.equal((await sandbox.reply(`DELETE ${sections}/{siteSectionId}`, input)).status, 205);
    assert.equal((await sandbox.reply(`DELETE ${sections}/{siteSectionId}`, input)).status, 204);
    assert.deepEqual([siteSpaces.count('site', 'docs'), sites.get('docs').defaultSiteSection], [1, undefined]);
    assert.equal(await navigation(), 'more(guides api) news');
    const { items } = await sandbox.call(`GET ${sections}`, docs);
    assert.deepEqual(
      items.map(entry => entry.default),
      [true, false, false],
    );
  });

  it('a section moves next to another one, into its group or out of it', async () => {
    const move = async (siteSectionId: string, position: object) => {
      const moved = await sandbox.call(`POST ${sections}/{siteSectionId}/move`, {
        ...docs,
        siteSectionId,
        body: { position },
      });
      assert.equal(moved.id, siteSectionId);
      return navigation();
    };
    assert.equal(await move('news', { before: section('manual') }), 'news manual more(guides api)');
    assert.equal(await move('news', { after: section('manual') }), 'manual news more(guides api)');
    assert.equal(await move('news', { before: section('api') }), 'manual more(guides news api)');
    assert.equal(await listed(), 'manual guides news api');
    assert.equal(await move('api', { before: section('guides') }), 'manual more(api guides news)');
    assert.equal(await move('guides', { after: section('manual') }), 'manual guides more(api news)');
    assert.equal(
      await move('news', { after: section('manual'), before: section('guides') }),
      'manual news guides more(api)',
    );
    const paged = await sandbox.call(`GET ${sections}`, { ...docs, query: { limit: 2 } });
    const next = await sandbox.call(`GET ${sections}`, { ...docs, query: { limit: 2, page: paged.next?.page ?? '' } });
    assert.deepEqual(
      [...paged.items, ...next.items].map(({ id }) => id),
      ['manual', 'news', 'guides', 'api'],
    );
  });

  it('a new section or group after moves is last', async () => {
    const position = { before: section('manual') };
    await sandbox.call(`POST ${sections}/{siteSectionId}/move`, { ...docs, siteSectionId: 'news', body: { position } });
    const created = await sandbox.call(`POST ${sections}`, { ...docs, body: { spaceId: 'handbook' } });
    const group = await sandbox.call(`POST ${groups}`, { ...docs, body: { title: 'Late' } });
    assert.equal(await navigation(), `news manual more(guides api) ${created.id} ${group.id}()`);
    await sandbox.call(sort, {
      ...docs,
      body: { item: item('site-section-group', group.id), position: { after: item('site-section', 'news') } },
    });
    assert.equal(await navigation(), `news ${group.id}() manual more(guides api) ${created.id}`);
  });

  it('a move without a position is rejected and moves nothing', async () => {
    const refusal = async (position: object) => {
      const input = { ...docs, siteSectionId: 'news', body: { position } };
      const { status, message } = await sandbox.refusal(`POST ${sections}/{siteSectionId}/move`, input);
      return `${status} ${message}`;
    };
    assert.match(await refusal({}), /^400 body.position must have 'before' or 'after'/);
    assert.match(await refusal({ before: section('news') }), /^400 .*is what should be moved/);
    assert.match(await refusal({ before: section('nowhere') }), /^404 No site section has the ID 'nowhere'/);
    assert.match(await refusal({ before: section('manual'), after: section('api') }), /^400 .*cannot be moved beside/);
    assert.equal(await navigation(), 'manual more(guides api) news');
  });

  it('a group is created around sections, changed and deleted; its sections stay at its position', async () => {
    const body = { title: 'Help', icon: 'life-ring', sections: ['news', 'guides'] };
    const { status, body: group } = await sandbox.reply(`POST ${groups}`, { ...docs, body });
    assert.equal(status, 201);
    assert.deepEqual(
      [group.title, group.icon, group.sections.map(({ id }) => id)],
      ['Help', 'life-ring', body.sections],
    );
    assert.equal(group.sections[0]?.sectionGroup, group.id);
    assert.equal(await navigation(), `manual more(api) ${group.id}(news guides)`);

    const input = { ...docs, siteSectionGroupId: group.id };
    const patch = `PATCH ${groups}/{siteSectionGroupId}` as const;
    const changed = await sandbox.call(patch, { ...input, body: { title: 'Support', icon: null } });
    assert.deepEqual([changed.title, changed.icon], ['Support', undefined]);
    const listedGroups = await sandbox.call(`GET ${groups}`, docs);
    assert.deepEqual([listedGroups.count, listedGroups.items[1]], [2, changed]);

    const more = { ...docs, siteSectionGroupId: 'more' };
    assert.equal((await sandbox.reply(`DELETE ${groups}/{siteSectionGroupId}`, more)).status, 205);
    assert.equal((await sandbox.reply(`DELETE ${groups}/{siteSectionGroupId}`, more)).status, 204);
    assert.equal(await navigation(), `manual api ${group.id}(news guides)`);
    const repeated = await sandbox.refusal(`POST ${groups}`, {
      ...docs,
      body: { title: 'A', sections: ['api', 'api'] },
    });
    assert.match(repeated.message, /^body.sections must not name the section 'api' twice/);
  });

  it('sections are added to a group and removed from it', async () => {
    const more = { ...docs, siteSectionGroupId: 'more' };
    const add = { ...more, body: { sectionId: 'manual' } };
    const { status, body: group } = await sandbox.reply(`POST ${groups}/{siteSectionGroupId}/sections`, add);
    assert.deepEqual([status, group.sections.map(({ id }) => id)], [201, ['guides', 'api', 'manual']]);
    await sandbox.call(`POST ${groups}/{siteSectionGroupId}/sections`, { ...more, body: { sectionId: 'guides' } });
    assert.equal(await navigation(), 'more(guides api manual) news');
    const route = `DELETE ${groups}/{siteSectionGroupId}/sections/{siteSectionId}` as const;
    assert.equal((await sandbox.reply(route, { ...more, siteSectionId: 'api' })).status, 205);
    assert.equal((await sandbox.reply(route, { ...more, siteSectionId: 'api' })).status, 204);
    assert.equal(await navigation(), 'more(guides manual) api news');
  });

  it('a group moves among sections and groups, and never into a group', async () => {
    const more = { ...docs, siteSectionGroupId: 'more' };
    const route = `POST ${groups}/{siteSectionGroupId}/move` as const;
    const before = item('site-section', 'manual');
    await sandbox.call(route, { ...more, body: { position: { before: { ...before, type: 'site-section' } } } });
    assert.equal(await navigation(), 'more(guides api) manual news');
    const inside = { ...more, body: { position: { after: item('site-section', 'api') } } };
    assert.match((await sandbox.refusal(route, inside)).message, /a group cannot be part of another group/);
  });

  it('the structure is sorted one item at a time', async () => {
    await sandbox.call(sort, {
      ...docs,
      body: { item: item('site-section', 'api'), position: { before: item('site-section-group', 'more') } },
    });
    assert.equal(await navigation(), 'manual api more(guides) news');
    await sandbox.call(sort, {
      ...docs,
      body: { item: item('site-section-group', 'more'), position: { after: item('site-section', 'news') } },
    });
    assert.equal(await navigation(), 'manual api news more(guides)');
    const position = { before: item('site-space', 'docs-manual') };
    await sandbox.call(sort, { ...docs, body: { item: item('site-space', 'docs-handbook'), position } });
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/site-spaces', docs);
    assert.deepEqual(
      items.map(({ id }) => id),
      ['docs-handbook', 'docs-manual', 'docs-guide'],
    );
    const elsewhere = { item: item('site-space', 'docs-guide'), position };
    assert.match((await sandbox.refusal(sort, { ...docs, body: elsewhere })).message, /among those of its own section/);
  });
});
