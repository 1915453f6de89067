import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import { addSite, fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const docs = { organizationId: 'acme', siteId: 'docs' };
const path = '/orgs/{organizationId}/sites/{siteId}/adaptive-schema';

const schemaOf = (properties: Record<string, unknown>): Schema<'VisitorJsonSchema'> => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'visitors-of-acme',
  type: 'object',
  properties,
  additionalProperties: false,
});
const claim = (description: string) => ({ type: 'boolean', description });
const unsigned = { type: 'object', description: 'Unsigned', properties: {}, additionalProperties: false };
const jsonSchema = schemaOf({
  unsigned: { ...unsigned, properties: { isNew: claim('Came for the first time') } },
  isBeta: claim('Takes part in the beta'),
  'pays-well': claim('Has a big plan'),
});

describe('adaptive schemas of sites in the sandbox', () => {
  let sandbox: OpenSandbox;
  let now: Date;

  beforeEach(async () => {
    now = new Date('2026-05-01T00:00:00.000Z');
    sandbox = await openSandbox({
      clock: () => now,
      fill(state) {
        fillAcme(state);
        addSite(state, 'docs');
      },
    });
  });

  it('are initially empty and can be replaced', async () => {
    const first = await sandbox.call(`GET ${path}`, docs);
    assert.deepEqual(
      [Object.keys(first.jsonSchema.properties), first.updatedAt],
      [['unsigned'], '2026-01-01T00:00:00.000Z'],
    );
    assert.deepEqual((await sandbox.call(`GET ${path}/template-conditions`, docs)).items, []);
    const put = await sandbox.call(`PUT ${path}`, { ...docs, body: { jsonSchema } });
    assert.deepEqual(put, { object: 'site-adaptive-schema', updatedAt: now.toISOString(), jsonSchema });
    assert.deepEqual(await sandbox.call(`GET ${path}`, docs), put);
  });

  it('are completed with the required parts of a visitor schema', async () => {
    const { unsigned: _, ...signed } = jsonSchema.properties;
    const body = { jsonSchema: { type: 'object', properties: signed } as Schema<'VisitorJsonSchema'> };
    const put = await sandbox.call(`PUT ${path}`, { ...docs, body });
    const { unsigned: added, ...others } = put.jsonSchema.properties;
    assert.deepEqual({ ...put.jsonSchema, properties: others }, { ...schemaOf(signed), $id: 'visitor' });
    assert.deepEqual(Object.keys(added ?? {}).sort(), ['additionalProperties', 'description', 'properties', 'type']);
    assert.deepEqual(await sandbox.call(`GET ${path}`, docs), put);
  });

  it('define the template conditions', async () => {
    await sandbox.call(`PUT ${path}`, { ...docs, body: { jsonSchema } });
    assert.deepEqual(await sandbox.call(`GET ${path}/template-conditions`, docs), {
      items: [
        { description: 'Came for the first time', condition: 'visitor.claims.unsigned.isNew == true' },
        { description: 'Takes part in the beta', condition: 'visitor.claims.isBeta == true' },
        { description: 'Has a big plan', condition: 'visitor.claims["pays-well"] == true' },
      ],
    });
  });

  it('contain only booleans with a description', async () => {
    const refusal = async (schema: object) => {
      const { status, message } = await sandbox.refusal(`PUT ${path}`, { ...docs, body: { jsonSchema: schema } });
      assert.equal(status, 400);
      return message;
    };
    const field = 'body.jsonSchema.properties';
    assert.equal(await refusal(schemaOf({ a: { type: 'string' } })), `${field}.a.type must be boolean.`);
    assert.equal(
      await refusal(schemaOf({ a: { type: 'boolean' } })),
      `${field}.a.description is missing: it must be a string.`,
    );
    assert.equal(await refusal(schemaOf({ a: true })), `${field}.a must be an object.`);
    assert.equal(await refusal(schemaOf({ unsigned: claim('No') })), `${field}.unsigned.type must be object.`);
    const nested = { ...unsigned, properties: { a: { type: 'number' } } };
    assert.equal(await refusal(schemaOf({ unsigned: nested })), `${field}.unsigned.properties.a.type must be boolean.`);
    const open = { ...unsigned, additionalProperties: true };
    assert.equal(await refusal(schemaOf({ unsigned: open })), `${field}.unsigned.additionalProperties must be false.`);
    const newer = { ...jsonSchema, $schema: 'https://json-schema.org/draft/2020-12/schema' };
    assert.match(await refusal(newer), /^body.jsonSchema.\$schema must be http:\/\/json-schema.org\/draft-07/);
    assert.match(await refusal({ ...jsonSchema, additionalProperties: true }), /additionalProperties must be false/);
    assert.match(await refusal({ type: 'array', properties: {} }), /^body.jsonSchema.type must be object/);
  });
});
