import contract from './contract.json' with { type: 'json' };
import { type JsonSchema, type Operation, operationsOf } from './operations.ts';

/** A request as people write it down: an operation, and what is given to it. */
export interface RequestDocument {
  $schema: string;
  /** Such as `PATCH /spaces/{spaceId}`. */
  operation: string;
  /** What stands in the path. */
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const schemas = contract.components.schemas as Readonly<Record<string, JsonSchema>>;

/** All operations that people can ask for, in the order of the contract. */
export const operations: readonly Operation[] = operationsOf(contract);

/** A document to fill in, with what is known already; whatever may be left out is. */
export function requestTemplate(
  operation: Operation,
  $schema: string,
  known: Readonly<Record<string, string>> = {},
): RequestDocument {
  const { route, body } = operation;
  const path = parametersIn(operation, 'path').map(({ name }) => [name, known[name] ?? '']);
  const query = parametersIn(operation, 'query').filter(({ required }) => required);
  return {
    $schema,
    operation: route,
    ...(path.length > 0 && { path: Object.fromEntries(path) as Record<string, string> }),
    ...(query.length > 0 && { query: Object.fromEntries(query.map(({ name, schema }) => [name, sampleOf(schema)])) }),
    ...(body && { body: sampleOf(body.schema) }),
  };
}

/** What a document of an operation may say, as a JSON schema with all that it refers to. */
export function requestSchema(operation: Operation): JsonSchema {
  const { route, summary, body } = operation;
  const [path, query] = [parametersIn(operation, 'path'), parametersIn(operation, 'query')];
  const parts = {
    $schema: { type: 'string' },
    operation: { const: route, description: summary },
    ...(path.length > 0 && { path: objectOf(path, { minLength: 1 }) }),
    ...(query.length > 0 && { query: objectOf(query) }),
    ...(body && { body: body.schema }),
  };
  const required = [
    'operation',
    ...(path.length > 0 ? ['path'] : []),
    ...(query.some(one => one.required) ? ['query'] : []),
    ...(body?.required ? ['body'] : []),
  ];
  return {
    title: summary,
    type: 'object',
    properties: parts,
    required,
    additionalProperties: false,
    components: { schemas: referredTo(parts) },
  };
}

function parametersIn({ parameters }: Operation, place: string): Operation['parameters'] {
  return parameters.filter(parameter => parameter.in === place);
}

function objectOf(parameters: Operation['parameters'], more: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, { ...more, ...schema }])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** The schemas that something refers to, and those that they refer to themselves. */
function referredTo(from: unknown): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      const schema = schemas[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      visit(schema);
    }
  };
  visit(from);
  return Object.fromEntries(found);
}

interface Sampled {
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

/** The least that a schema takes, to begin with: its required members, with their defaults or nothing in them. */
function sampleOf(schema: JsonSchema): unknown {
  const whole = resolved(schema);
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  if (whole.enum) return whole.enum[0];
  const type = [whole.type ?? (whole.properties ? 'object' : 'null')].flat()[0];
  switch (type) {
    case 'object':
      return Object.fromEntries((whole.required ?? []).map(name => [name, sampleOf(whole.properties?.[name] ?? {})]));
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

/** A schema with what it refers to, what it is made of, and the first of what it lets choose from. */
function resolved(schema: JsonSchema): Sampled {
  const { $ref, allOf = [], oneOf, anyOf, ...own } = schema as Sampled;
  const referred = $ref === undefined ? undefined : schemas[$ref.replace('#/components/schemas/', '')];
  const parts = [referred, ...allOf, oneOf?.[0], anyOf?.[0]].flatMap(part => (part ? resolved(part) : []));
  return [...parts, own].reduce((whole, part) => ({
    ...whole,
    ...part,
    ...((whole.properties ?? part.properties) && { properties: { ...whole.properties, ...part.properties } }),
    required: [...(whole.required ?? []), ...(part.required ?? [])],
  }));
}
