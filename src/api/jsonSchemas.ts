import contract from './contract.json' with { type: 'json' };
import type { JsonSchema } from './operations.ts';

const schemas = contract.components.schemas as Readonly<Record<string, JsonSchema>>;

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** Returns the schemas that a value refers to, directly or through other schemas, by their names. */
export function collectDefinitions(from: unknown): Record<string, JsonSchema> {
  const referenced = new Map<string, JsonSchema>();
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      const schema = schemas[name];
      if (!schema || referenced.has(name)) continue;
      referenced.set(name, schema);
      visit(schema);
    }
  };
  visit(from);
  return Object.fromEntries(referenced);
}

export interface SampledSchema {
  $ref?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  type?: string | string[];
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Returns a minimal value for a schema: its required members, with their defaults or empty. */
export function sampleValue(schema: JsonSchema): unknown {
  const whole = resolveSchema(schema);
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  if (whole.enum) return whole.enum[0];
  const type = [whole.type ?? (whole.properties ? 'object' : 'null')].flat()[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (whole.required ?? []).map(name => [name, sampleValue(whole.properties?.[name] ?? {})]),
      );
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return whole.minimum ?? 0;
    default:
      return null;
  }
}

/** Resolves a schema's reference, merges its `allOf`, and picks the first of its alternatives. */
export function resolveSchema(schema: JsonSchema): SampledSchema {
  const { $ref, allOf = [], oneOf, anyOf, ...siblings } = schema as SampledSchema;
  const referred = $ref === undefined ? undefined : schemas[$ref.replace('#/components/schemas/', '')];
  const parts = [referred, ...allOf, oneOf?.[0], anyOf?.[0]].flatMap(part => (part ? resolveSchema(part) : []));
  return [...parts, siblings].reduce((whole, part) => ({
    ...whole,
    ...part,
    ...((whole.properties ?? part.properties) && { properties: { ...whole.properties, ...part.properties } }),
    required: [...(whole.required ?? []), ...(part.required ?? [])],
  }));
}

/** Returns the alternatives of a schema's `oneOf` and `anyOf`, with `$ref` resolved, or the schema itself if it has none. */
export function alternativesIn(schema: JsonSchema): SampledSchema[] {
  const { $ref, oneOf = [], anyOf = [] } = schema as SampledSchema;
  const referred = $ref === undefined ? undefined : schemas[$ref.replace('#/components/schemas/', '')];
  if (referred) return alternativesIn(referred);
  const choices = [...oneOf, ...anyOf];
  return choices.length > 0 ? choices.flatMap(alternativesIn) : [resolveSchema(schema)];
}

/** Returns a schema as JSON for editors, which use other keywords for the descriptions of values than the contract. */
export function schemaText(schema: JsonSchema): string {
  const named = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { 'x-enum-labels': labels, ...keywords } = value as {
      'x-enum-labels'?: string[];
      'x-enum-descriptions'?: string[];
    };
    const { 'x-enum-descriptions': details = [] } = keywords;
    const explained = labels && {
      'x-enum-descriptions': details.map((detail, index) => `${labels[index]}. ${detail}`),
    };
    return Object.fromEntries(
      Object.entries({ ...keywords, ...explained }).map(([name, one]) => [
        editorNames.get(name) ?? name,
        one as unknown,
      ]),
    );
  };
  return `${JSON.stringify(schema, (_, value) => named(value), 2)}\n`;
}

const editorNames = new Map([
  ['x-enum-descriptions', 'enumDescriptions'],
  ['x-extensible-enum', 'examples'],
]);
