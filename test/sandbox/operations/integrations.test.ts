import assert from 'node:assert/strict';
import type { RequestInput } from '../../../src/api/routes.ts';
import type { IntegrationRow } from '../../../src/sandbox/store/rows.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const figma = { integrationName: 'figma' };
const start = '2026-01-01T00:00:00.000Z';
const png = 'iVBORw0KGgo=';
const published = { title: 'Mermaid', description: 'Diagrams', scopes: [], script: 'run()', organization: 'acme' };
/** A private integration of an organization that the caller is no member of. */
const missing = { integrationName: 'vault' };

function fill(state: State): void {
  fillAcme(state);
  addIntegration(state, 'figma', 'acme', {
    visibility: 'public',
    target: 'space',
    categories: ['content'],
    scopes: ['space:content:read'],
    blocks: [{ id: 'figma', urlUnfurl: ['https://*.figma.com/**'] }],
  });
  addIntegration(state, 'ga-4', 'zenith', { visibility: 'public', target: 'site', categories: ['analytics'] });
  addIntegration(state, 'import', 'acme', { contentSources: [{ id: 'wiki' }] });
  addIntegration(state, 'beta', 'zenith', { visibility: 'unlisted' });
  addIntegration(state, 'vault', 'zenith', {});
  for (const [id, externalIds] of Object.entries({ one: ['file-1'], two: ['file-1', 'file-2'], three: [] })) {
    const fields = { integration: 'figma', organization: 'zenith', createdAt: start, updatedAt: start };
    state.integrationInstallations.put({ id, status: 'active', externalIds, ...fields });
  }
}

function addIntegration(state: State, id: string, organization: string, fields: Partial<IntegrationRow['published']>) {
  const all = { title: `The ${id}`, description: '', scopes: [], script: '', ...fields };
  state.integrations.put({ id, organization, version: 1, published: all });
}

describe('integrations of the sandbox', () => {
  let sandbox: OpenSandbox;
  const names = async (query: RequestInput<'GET /integrations'>['query'] = {}, as = 'ada') => {
    const { items } = await sandbox.call('GET /integrations', { query }, { as });
    return items.map(({ name }) => name).join(' ');
  };
  const publish = (body: object, as = 'ada') =>
    sandbox.reply(
      'POST /integrations/{integrationName}',
      { integrationName: 'mermaid', body: { ...published, ...body } },
      { as },
    );

  beforeEach(async () => {
    sandbox = await openSandbox({ fill });
  });

  it('are listed when they are public or belong to an organization of the caller', async () => {
    assert.equal(await names(), 'figma ga-4 import');
    assert.equal(await names({}, 'gus'), 'figma ga-4');
    assert.equal(await names({}, 'zoe'), 'figma ga-4 beta vault');
  });

  it('are filtered by name, category, owner, scope and target', async () => {
    assert.equal(await names({ search: 'FIG' }), 'figma');
    assert.equal(await names({ category: 'analytics' }), 'ga-4');
    assert.equal(await names({ owner: 'acme' }), 'figma import');
    assert.equal(await names({ scope: 'space:content:read' }), 'figma');
    assert.equal(await names({ target: 'site' }), 'ga-4');
    assert.equal(await names({ target: 'all' }), 'import');
  });

  it('are filtered by whether they have blocks and content sources', async () => {
    assert.equal(await names({ blocks: true }), 'figma');
    assert.equal(await names({ blocks: false }), 'ga-4 import');
    assert.equal(await names({ contentSources: true }), 'import');
    assert.equal(await names({ contentSources: false }), 'figma ga-4');
    assert.equal(await names({ blocks: false, contentSources: false, limit: 1 }), 'ga-4');
  });

  it('are filtered by the domain of links that their blocks render', async () => {
    assert.equal(await names({ blockDomain: 'figma.com' }), 'figma');
    assert.equal(await names({ blockDomain: 'www.figma.com' }), 'figma');
    assert.equal(await names({ blockDomain: 'notfigma.com' }), '');
  });

  it('are found by name when they are unlisted, but not when they are private', async () => {
    const path = 'GET /integrations/{integrationName}';
    assert.equal((await sandbox.call(path, { integrationName: 'beta' })).owner?.id, 'zenith');
    assert.deepEqual(await sandbox.refusal(path, missing), {
      status: 404,
      message: "No integration has the name 'vault'.",
    });
  });

  it('list the permissions of the caller', async () => {
    const permissions = async (as: string) =>
      (await sandbox.call('GET /integrations/{integrationName}', figma, { as })).permissions;
    assert.deepEqual(await permissions('ada'), { admin: true, install: true });
    assert.deepEqual(await permissions('zoe'), { admin: false, install: true });
    assert.deepEqual(await permissions('eden'), { admin: false, install: false });
  });

  it('are published with all their fields', async () => {
    const described = {
      summary: 'Draws',
      visibility: 'unlisted',
      target: 'space',
      scopes: ['space:content:read'],
      categories: ['content'],
      blocks: [{ id: 'mermaid' }],
      contentSources: [{ id: 'wiki' }],
      externalLinks: [{ url: 'https://mermaid.example', label: 'Site' }],
      contentSecurityPolicy: 'script-src *',
      configurations: { space: { properties: { theme: { title: 'Theme', type: 'string' } }, required: ['theme'] } },
    };
    const pictures = { icon: png, previewImages: ['/9j/4AAQ'] };
    const { status, body } = await publish({ ...described, ...pictures });
    assert.deepEqual(
      [status, body.name, body.version, body.title, body.description],
      [200, 'mermaid', 1, 'Mermaid', 'Diagrams'],
    );
    assert.deepEqual({ ...body, ...described }, body);
    assert.equal(body.urls?.icon, `data:image/png;base64,${png}`);
    assert.deepEqual(body.previewImages, ['data:image/jpeg;base64,/9j/4AAQ']);
    assert.deepEqual(await sandbox.call('GET /integrations/{integrationName}', { integrationName: 'mermaid' }), body);
  });

  it('store no unknown fields', async () => {
    const known = { id: 'mermaid', markdown: { codeblock: 'mermaid' } };
    const theme = { title: 'Theme', type: 'string', default: { dark: true } };
    const { body } = await publish({
      blocks: [{ ...known, color: 'red', markdown: { ...known.markdown, fence: 3 } }],
      configurations: { space: { properties: { theme: { ...theme, hint: 'Dark' } }, required: [], more: 1 } },
    });
    assert.deepEqual(body.blocks, [known]);
    assert.deepEqual(body.configurations, { space: { properties: { theme }, required: [] } });
  });

  it('are private with every target by default', async () => {
    const { visibility, target, verified } = (await publish({})).body;
    assert.deepEqual([visibility, target, verified], ['private', undefined, false]);
  });

  it('do not return their script and secrets', async () => {
    const text = JSON.stringify((await publish({ script: 'hidden()', secrets: { KEY: 'hidden' } })).body);
    assert.ok(!text.includes('hidden'));
  });

  it('count their versions', async () => {
    await publish({ summary: 'Old' });
    const { body } = await publish({});
    assert.deepEqual([body.version, body.summary], [2, undefined]);
    assert.equal((await sandbox.call('GET /integrations', {})).count, 4);
  });

  it('can be published by the subdomain of an organization too', async () => {
    const { organizations } = sandbox.state;
    organizations.put({ ...organizations.get('acme'), hostname: 'acme-docs' });
    assert.equal((await publish({ organization: 'acme-docs' })).body.owner?.id, 'acme');
  });

  it('reserve their name against other organizations', async () => {
    const refusal = await sandbox.refusal('POST /integrations/{integrationName}', { ...missing, body: published });
    assert.equal(refusal.status, 409);
    assert.match(refusal.message, /another organization has an integration of this name/);
  });

  it('are unpublished with their installations', async () => {
    const path = 'DELETE /integrations/{integrationName}';
    assert.equal((await sandbox.reply(path, figma)).status, 204);
    assert.equal((await sandbox.reply(path, figma)).status, 204);
    assert.equal(await names(), 'ga-4 import');
    assert.equal(sandbox.state.integrationInstallations.size, 0);
  });

  it('stay when a user without access unpublishes them', async () => {
    assert.equal((await sandbox.reply('DELETE /integrations/{integrationName}', missing)).status, 204);
    assert.ok(sandbox.state.integrations.has('vault'));
  });

  it('have installations, which are found by an external ID', async () => {
    const installed = async (query: RequestInput<'GET /integrations/{integrationName}/installations'>['query']) =>
      (await sandbox.call('GET /integrations/{integrationName}/installations', { ...figma, query })).items;
    assert.deepEqual(
      (await installed({})).map(({ id, target }) => [id, target?.organization]),
      [
        ['one', 'zenith'],
        ['two', 'zenith'],
        ['three', 'zenith'],
      ],
    );
    assert.deepEqual(
      (await installed({ externalId: 'file-2' })).map(({ id }) => id),
      ['two'],
    );
  });

  it('are installed in their organization, from their first version on', async () => {
    await publish({});
    await publish({});
    const { items } = await sandbox.call('GET /integrations/{integrationName}/installations', {
      integrationName: 'mermaid',
    });
    assert.deepEqual(
      items.map(({ status, target, spaces }) => [status, target?.organization, spaces]),
      [['active', 'acme', 3]],
    );
  });
});
