import assert from 'node:assert/strict';
import { guest, forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const path = '/orgs/{organizationId}/sites/{siteId}/adaptive-schema';
const docs = { organizationId: 'acme', siteId: 'docs' };
const missing = { siteId: 'nowhere' };

const claim = (description: string) => ({ type: 'boolean', description });
const schemaOf = (properties: Record<string, unknown>) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'visitors',
  type: 'object' as const,
  properties,
  additionalProperties: false as const,
});
const unsigned = (properties: Record<string, unknown>) => ({
  type: 'object',
  description: 'Unsigned claims of the visitor.',
  properties,
  additionalProperties: false,
});
const jsonSchema = schemaOf({ unsigned: unsigned({ isNew: claim('Is new') }), isBeta: claim('Tries the beta') });
const field = 'body\\.jsonSchema\\.properties';

export const adaptiveSchemaRows = {
  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema': {
    input: docs,
    status: 200,
    success({ result }) {
      const { type, additionalProperties, properties } = result.jsonSchema;
      assert.deepEqual([type, additionalProperties, Object.keys(properties)], ['object', false, ['unsigned']]);
    },
    missing,
    forbidden: guest,
  },

  'PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema': {
    input: { ...docs, body: { jsonSchema } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(result, {
        object: 'site-adaptive-schema',
        updatedAt: '2026-03-01T10:00:00.000Z',
        jsonSchema,
      });
      assert.deepEqual(await world.call(`GET ${path}`, docs), result);
    },
    bad: [
      [
        { body: { jsonSchema: schemaOf({ plan: { type: 'string', description: 'Plan' } }) } },
        new RegExp(`^${field}.plan.type must be boolean`),
      ],
      [
        { body: { jsonSchema: schemaOf({ unsigned: unsigned({ isNew: { type: 'boolean' } }) }) } },
        new RegExp(`^${field}.unsigned.properties.isNew.description is missing`),
      ],
      [{ body: { jsonSchema: { ...jsonSchema, type: 'array' } } }, /^body.jsonSchema.type must be object/],
      [{ body: { jsonSchema: { ...jsonSchema, additionalProperties: true } } }, /additionalProperties must be false/],
    ],
    missing,
    forbidden: forbiddenChange,
  },

  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions': {
    async input(world) {
      await world.call(`PUT ${path}`, { ...docs, body: { jsonSchema } });
      return docs;
    },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(result.items, [
        { description: 'Is new', condition: 'visitor.claims.unsigned.isNew == true' },
        { description: 'Tries the beta', condition: 'visitor.claims.isBeta == true' },
      ]),
    missing,
    forbidden: guest,
  },
} satisfies Rows;
