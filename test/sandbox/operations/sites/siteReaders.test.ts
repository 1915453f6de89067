import assert from 'node:assert/strict';
import { fillAcme } from '../../acme.ts';
import { addDocs } from '../../import/docsSite.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const docs = { organizationId, siteId: 'docs' };
const site = '/orgs/{organizationId}/sites/{siteId}';

describe('the addresses of a published site', () => {
  let sandbox: OpenSandbox;
  let now: Date;

  beforeEach(async () => {
    now = new Date('2026-05-01T00:00:00.000Z');
    sandbox = await openSandbox({
      clock: () => now,
      fill(state) {
        fillAcme(state);
        addDocs(state);
      },
    });
  });

  const hide = (visibility: 'share-link' | 'visitor-auth') =>
    sandbox.call(`PATCH ${site}`, { ...docs, body: { visibility } });
  const open = async (address: string) => {
    const response = await sandbox.fetch(new Request(address));
    return `${response.status} ${await response.text()}`;
  };
  const address = async () => (await sandbox.call(`GET ${site}`, docs)).urls?.published ?? assert.fail();

  it('lead readers to it as long as it is published, and nowhere else', async () => {
    const published = await address();
    assert.match(await open(published), /^200 /);
    assert.match(await open(published.replace('docs', 'nowhere')), /^404 .*No site has the address/);
    await sandbox.call(`POST ${site}/unpublish`, docs);
    assert.match(await open(published), /^404 /);
  });

  it('require the key of an active share link: a revoked one opens nothing, and is shown nowhere', async () => {
    await hide('share-link');
    const link = await sandbox.call(`POST ${site}/share-links`, { ...docs, body: { name: 'Press' } });
    const published = link.urls?.published ?? assert.fail();
    assert.match(await open(published), /^200 /);
    assert.match(await open(await address()), /^403 /);
    const revoke = { ...docs, shareLinkId: link.id, body: { active: false } };
    const revoked = await sandbox.call(`PATCH ${site}/share-links/{shareLinkId}`, revoke);
    assert.deepEqual([revoked.active, revoked.urls?.published], [false, undefined]);
    assert.match(await open(published), /^403 .*no active share link/);
    const { items } = await sandbox.call(`GET ${site}/share-links`, docs);
    assert.deepEqual(items, [revoked]);
    const restored = await sandbox.call(`PATCH ${site}/share-links/{shareLinkId}`, {
      ...revoke,
      body: { active: true },
    });
    assert.equal(restored.urls?.published, published);
    assert.match(await open(published), /^200 /);
  });

  it('are open for a day to visitors with the token of a ping', async () => {
    await hide('visitor-auth');
    const published = await address();
    assert.match(await open(published), /^401 /);
    const { serviceVisitorClaims: token = '' } = await sandbox.call('POST /orgs/{organizationId}/ping', {
      organizationId,
    });
    const [header, claims] = token.split('.').map(part => Buffer.from(part, 'base64url').toString());
    assert.deepEqual(JSON.parse(header ?? ''), { alg: 'HS256', typ: 'JWT' });
    assert.partialDeepStrictEqual(JSON.parse(claims ?? ''), { sub: 'ada', email: 'ada@acme.example' });
    assert.match(await open(`${published}?jwt_token=${token}`), /^200 /);
    assert.match(await open(`${published}?jwt_token=${token}x`), /^401 /);
    assert.match(await open(`${published}?jwt_token=nonsense`), /^401 /);
    const other = await sandbox.call('POST /orgs/{organizationId}/ping', { organizationId: 'zenith' }, { as: 'zoe' });
    assert.match(await open(`${published}?jwt_token=${other.serviceVisitorClaims}`), /^401 /);
    now = new Date('2026-05-02T00:00:01.000Z');
    assert.match(await open(`${published}?jwt_token=${token}`), /^401 /);
  });

  it('show each site with its own icon, color and sections', async () => {
    const other = await sandbox.call('POST /orgs/{organizationId}/sites', {
      organizationId,
      body: { title: 'Other', spaces: ['guide'] },
    });
    const icon = { icon: { light: 'https://acme.example/light.png', dark: 'https://acme.example/dark.png' } };
    sandbox.state.sites.put({ ...sandbox.state.sites.get('docs'), icon });
    await sandbox.call(`POST ${site}/publish`, { organizationId, siteId: other.id });
    const looks = async (siteId: string) => {
      const profile = await sandbox.call(`GET ${site}/published`, { organizationId, siteId });
      return profile.customizations?.site ?? assert.fail();
    };
    const [first, second] = [await looks('docs'), await looks(other.id)];
    assert.deepEqual([first.favicon?.icon, first.header?.logo], [icon.icon, icon.icon]);
    assert.match(second.favicon?.icon?.light ?? '', /^data:image/);
    assert.notDeepEqual(first.styling?.primaryColor, second.styling?.primaryColor);
    const links = first.header?.links?.map(({ title, to }) => [title, to?.url]);
    assert.deepEqual(links, [
      ['Manual', 'http://sandbox.test/sites/docs/manual'],
      ['Guides', 'http://sandbox.test/sites/docs/guides'],
    ]);
  });
});
