import assert from 'node:assert/strict';
import { addSite, fillAcme } from '../../acme.ts';
import { addDocs } from '../../import/docsSite.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const docs = { organizationId, siteId: 'docs' };
const links = '/orgs/{organizationId}/sites/{siteId}/share-links';
const published = 'GET /orgs/{organizationId}/sites/{siteId}/published';

describe('share links and published profiles in the sandbox', () => {
  let sandbox: OpenSandbox;

  beforeEach(async () => {
    sandbox = await openSandbox({
      fill(state) {
        fillAcme(state);
        addDocs(state);
        addSite(state, 'plain', { title: 'Plain', published: true });
        state.siteSpaces.put({ id: 'plain-book', site: 'plain', space: 'handbook', title: 'Handbook', path: 'book' });
        const link = { site: 'docs', createdAt: state.now(), active: true };
        state.shareLinks.put({ ...link, id: 'press', name: 'Press', key: 'press-key' });
      },
    });
  });

  const hideDocs = () =>
    sandbox.call('PATCH /orgs/{organizationId}/sites/{siteId}', { ...docs, body: { visibility: 'share-link' } });
  const keyOf = (link: { urls?: { published?: string } }) =>
    new URL(link.urls?.published ?? '').searchParams.get('shareKey') ?? '';

  it('a link is created, listed, renamed and deleted', async () => {
    const { status, body: link } = await sandbox.reply(`POST ${links}`, { ...docs, body: { name: 'Partners' } });
    assert.deepEqual([status, link.name, link.active], [201, 'Partners', true]);
    assert.match(keyOf(link), /^[\w-]{24}$/);
    const list = await sandbox.call(`GET ${links}`, docs);
    assert.deepEqual([list.count, list.items[1]], [2, link]);
    const one = { ...docs, shareLinkId: link.id };
    const renamed = await sandbox.call(`PATCH ${links}/{shareLinkId}`, { ...one, body: { name: 'Friends' } });
    assert.deepEqual(renamed, { ...link, name: 'Friends' });
    assert.equal((await sandbox.reply(`DELETE ${links}/{shareLinkId}`, one)).status, 205);
    assert.equal((await sandbox.reply(`DELETE ${links}/{shareLinkId}`, one)).status, 204);
    assert.equal((await sandbox.call(`GET ${links}`, docs)).count, 1);
  });

  it('a link opens its site until it is revoked, and again when it is restored', async () => {
    await hideDocs();
    const open = { ...docs, query: { shareKey: 'press-key' } };
    const one = { ...docs, shareLinkId: 'press' };
    assert.equal((await sandbox.call(published, open)).site.id, 'docs');
    await sandbox.call(`PATCH ${links}/{shareLinkId}`, { ...one, body: { active: false } });
    const refusal = await sandbox.refusal(published, open);
    assert.deepEqual([refusal.status, /no active share link/.test(refusal.message)], [403, true]);
    await sandbox.call(`PATCH ${links}/{shareLinkId}`, { ...one, body: { active: true } });
    assert.equal((await sandbox.call(published, open)).site.id, 'docs');
    await sandbox.call(`DELETE ${links}/{shareLinkId}`, one);
    assert.equal((await sandbox.refusal(published, open)).status, 403);
  });

  it('a share-link site requires a key, and its addresses contain the key', async () => {
    await hideDocs();
    assert.match((await sandbox.refusal(published, docs)).message, /needs query.shareKey/);
    const open = { ...docs, query: { shareKey: 'press-key' } };
    const { structure } = await sandbox.call(published, open);
    const addresses = structure.structure.map(entry => ('urls' in entry ? entry.urls?.published : undefined));
    assert.equal(addresses[0], 'http://sandbox.test/sites/docs/manual?shareKey=press-key');
    const { items } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/sections', open);
    assert.equal(items[0]?.urls?.published, addresses[0]);
    const wrong = { ...docs, query: { shareKey: 'wrong' } };
    assert.equal((await sandbox.refusal('GET /orgs/{organizationId}/sites/{siteId}/sections', wrong)).status, 403);
  });

  it('a space is published for the key of a site', async () => {
    await hideDocs();
    const addressWith = async (shareKey?: string) => {
      const query = shareKey === undefined ? {} : { shareKey };
      return (await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'manual', query })).urls?.published;
    };
    assert.equal(await addressWith('press-key'), 'http://sandbox.test/sites/docs/?shareKey=press-key');
    assert.equal(await addressWith('wrong'), 'http://sandbox.test/sites/docs/');
    assert.equal(await addressWith(), 'http://sandbox.test/sites/docs/');
  });

  it('a profile has the structure of its site and a customization for it and each site space', async () => {
    const profile = await sandbox.call(published, docs);
    const structure = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/structure', docs);
    assert.deepEqual(profile.structure, structure);
    assert.deepEqual(profile.site, await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}', docs));
    const { site, siteSpaces = {} } = profile.customizations ?? {};
    assert.deepEqual(Object.keys(siteSpaces), ['docs-manual', 'docs-handbook', 'docs-guide']);
    assert.deepEqual([site?.title, siteSpaces['docs-handbook']?.title], ['Docs', 'Handbook']);
    assert.deepEqual(profile.scripts, []);
    assert.deepEqual(Object.keys(site ?? {}).sort(), members);
    assert.deepEqual(site?.insights, { trackingCookie: false });
    assert.match(site?.header?.logo?.light ?? '', /^data:image\/svg\+xml,/);
  });

  it('a profile of a site without sections has its site spaces', async () => {
    const { structure } = await sandbox.call(published, { organizationId, siteId: 'plain' });
    assert.deepEqual([structure.type, structure.structure.map(({ id }) => id)], ['siteSpaces', ['plain-book']]);
  });

  it('an unpublished site has no profile', async () => {
    await sandbox.call('POST /orgs/{organizationId}/sites/{siteId}/unpublish', docs);
    const { status, message } = await sandbox.refusal(published, docs);
    assert.deepEqual([status, message], [404, `The site 'Docs' is not published. Publish it first.`]);
  });
});

/** The members of a customization set. */
const members = [
  ...['advancedCustomization', 'ai', 'aiSearch', 'announcement', 'externalLinks', 'favicon', 'feedback', 'footer'],
  ...['git', 'header', 'insights', 'internationalization', 'pagination', 'pdf', 'privacyPolicy', 'socialPreview'],
  ...['styling', 'themes', 'title', 'trademark'],
];
