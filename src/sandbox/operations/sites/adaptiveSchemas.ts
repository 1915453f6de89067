import type { Schema } from '../../../api/routes.ts';
import { HttpError } from '../../errors.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { SiteRow } from '../../store/rows.ts';
import { editableSiteFor, siteFor } from './siteParts.ts';

export const adaptiveSchemas = {
  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema': (input, caller) =>
    ok(presentSchema(siteFor(caller, input))),

  'PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema': ({ body, ...input }, caller) => {
    const { state } = caller;
    const site = editableSiteFor(caller, input);
    assertVisitorSchema(body.jsonSchema);
    const adaptiveSchema = { updatedAt: state.now(), jsonSchema: completed(body.jsonSchema) };
    return ok(presentSchema(state.sites.put({ ...site, adaptiveSchema })));
  },

  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions': (input, caller) => {
    const { jsonSchema } = presentSchema(siteFor(caller, input));
    return ok({ items: conditionsOf(jsonSchema.properties, 'visitor.claims') });
  },
} satisfies Partial<Handlers>;

type JsonSchema = Schema<'VisitorJsonSchema'>;

const noUnsignedClaims = {
  type: 'object',
  description: 'Unsigned claims of the site visitor.',
  properties: {},
  additionalProperties: false,
};

function presentSchema({ createdAt, adaptiveSchema }: SiteRow): Schema<'SiteAdaptiveSchema'> {
  const current = adaptiveSchema ?? { updatedAt: createdAt, jsonSchema: completed({ type: 'object', properties: {} }) };
  return { object: 'site-adaptive-schema', ...current };
}

/** Completes a schema with the fields that every schema has. */
function completed({ properties: { unsigned, ...signed }, ...schema }: JsonSchema): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'visitor',
    ...schema,
    properties: { unsigned: { ...noUnsignedClaims, ...(isObject(unsigned) && unsigned) }, ...signed },
    additionalProperties: false,
  };
}

/** Throws if a schema contains anything but boolean claims, some of them under `unsigned`. */
function assertVisitorSchema({ $schema, properties }: JsonSchema): void {
  const field = 'body.jsonSchema';
  if ($schema !== undefined && !/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test($schema)) {
    throw new HttpError(400, `${field}.$schema must be http://json-schema.org/draft-07/schema#.`);
  }
  const { unsigned, ...signed } = properties;
  assertClaims(signed, `${field}.properties`);
  if (unsigned === undefined) return;
  const group = asObject(unsigned, `${field}.properties.unsigned`);
  assertValid(group['type'], 'object', `${field}.properties.unsigned.type`);
  if (group['additionalProperties'] !== undefined) {
    assertValid(group['additionalProperties'], false, `${field}.properties.unsigned.additionalProperties`);
  }
  const inside = `${field}.properties.unsigned.properties`;
  assertClaims(asObject(group['properties'], inside), inside);
}

function assertClaims(claims: Readonly<Record<string, unknown>>, field: string): void {
  for (const [name, value] of Object.entries(claims)) {
    const claim = asObject(value, `${field}.${name}`);
    assertValid(claim['type'], 'boolean', `${field}.${name}.type`);
    if (typeof claim['description'] === 'string') continue;
    throw new HttpError(400, `${field}.${name}.description ${problemOf(claim['description'])} a string.`);
  }
}

function asObject(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new HttpError(400, `${field} ${problemOf(value)} an object.`);
}

function assertValid(value: unknown, allowed: string | boolean, field: string): void {
  if (value !== allowed) throw new HttpError(400, `${field} ${problemOf(value)} ${allowed}.`);
}

function problemOf(value: unknown): string {
  return value === undefined ? 'is missing: it must be' : 'must be';
}

/** Returns one condition for each boolean claim, as templates for adaptive content. */
function conditionsOf(claims: Readonly<Record<string, unknown>>, path: string): Condition[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    if (!isObject(claim)) return [];
    const place = /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
    if (isObject(claim['properties'])) return conditionsOf(claim['properties'], place);
    return { description: String(claim['description']), condition: `${place} == true` };
  });
}

type Condition = Schema<'TemplateConditions'>['items'][number];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
