import assert from 'node:assert/strict';
import { addSite, fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const organizationId = 'acme';

describe('a sandbox with only the documented interface', () => {
  let sandbox: OpenSandbox;
  beforeEach(async () => {
    sandbox = await openSandbox({
      fill(state) {
        fillAcme(state);
        addSite(state, 'docs');
      },
      documentedOnly: true,
    });
  });

  const levels = async () => {
    const collections = await sandbox.call('GET /orgs/{organizationId}/collections', { organizationId });
    const spaces = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    const handbook = await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'handbook' });
    const all = [...collections.items, ...spaces.items, handbook];
    return Object.fromEntries(all.map(({ id, defaultLevel }) => [id, defaultLevel]));
  };

  it('returns inherited default levels as the actual level, never as "inherit"', async () => {
    assert.deepEqual(await levels(), {
      products: 'comment',
      heron: 'comment',
      manual: 'comment',
      guide: 'comment',
      handbook: null,
    });
    const body = { defaultLevel: 'edit' as const };
    await sandbox.call('PATCH /collections/{collectionId}', { collectionId: 'products', body });
    assert.deepEqual([(await levels())['heron'], (await levels())['manual']], ['edit', 'edit']);
  });

  it('omits the level of a collection without one, where it is a role', async () => {
    const { defaultLevel, id } = await sandbox.call('POST /orgs/{organizationId}/collections', {
      organizationId,
      body: { title: 'New' },
    });
    assert.equal(defaultLevel, undefined);
    assert.equal(
      'defaultLevel' in (await sandbox.call('GET /collections/{collectionId}', { collectionId: id })),
      false,
    );
  });

  it('accepts no "inherit" either', async () => {
    const body = { defaultLevel: 'inherit' };
    for (const refusal of [
      await sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId: 'manual', body }),
      await sandbox.refusal('PATCH /collections/{collectionId}', { collectionId: 'heron', body }),
    ]) {
      assert.deepEqual([refusal.status, /inherit/.test(refusal.message)], [400, false]);
    }
  });
});

describe('the documented request of a sandbox', () => {
  let sandbox: OpenSandbox;
  beforeEach(async () => {
    sandbox = await openSandbox({
      fill(state) {
        fillAcme(state);
        addSite(state, 'docs');
      },
    });
  });

  it('is sufficient to publish an integration, which needs no scopes', async () => {
    const body = { title: 'Herons', description: 'Counts herons.', script: 'run()', organization: 'acme' };
    const route = 'POST /integrations/{integrationName}';
    const { scopes } = await sandbox.call(route, { integrationName: 'herons', body });
    assert.deepEqual(scopes, []);
    const { items } = await sandbox.call('GET /integrations', { query: { scope: 'openapi:read' } });
    assert.deepEqual(items, []);
  });

  it('is sufficient for an adaptive schema, which is completed', async () => {
    const site = { organizationId, siteId: 'docs' };
    const path = '/orgs/{organizationId}/sites/{siteId}/adaptive-schema';
    const isBeta = { type: 'boolean', description: 'Takes part in the beta' };
    const body = { jsonSchema: { type: 'object' as const, properties: { isBeta } } };
    const put = await sandbox.call(`PUT ${path}`, { ...site, body });
    assert.deepEqual(put.jsonSchema, {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'visitor',
      type: 'object',
      properties: {
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: {},
          additionalProperties: false,
        },
        isBeta,
      },
      additionalProperties: false,
    });
    assert.deepEqual(await sandbox.call(`GET ${path}`, site), put);
    const isNew = { type: 'boolean', description: 'Came for the first time' };
    const unsigned = { type: 'object', properties: { isNew } };
    const other = await sandbox.call(`PUT ${path}`, {
      ...site,
      body: { jsonSchema: { $id: 'own', type: 'object', properties: { unsigned } } },
    });
    assert.equal(other.jsonSchema.$id, 'own');
    assert.deepEqual(other.jsonSchema.properties, {
      unsigned: {
        ...unsigned,
        description: 'Unsigned claims of the site visitor.',
        additionalProperties: false,
      },
    });
  });
});
