import type { Route } from '../../src/api/routes.ts';

/** A schema of OpenAPI 3.0 or 3.1, with the keywords that the clients' descriptions use for replies. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The operations of an OpenAPI document. */
export interface Description {
  paths: object;
}

/**
 * Returns the violations of an edition's own description by a reply, such as `Space.type is missing`. Empty if the
 * edition does not have the operation.
 */
export type ComplaintsAbout = (route: Route, status: number, body: unknown) => string[];

export function complaintsOf(description: Description): ComplaintsAbout {
  const operations = operationsIn(description);
  return (route, status, body) => {
    const operation = operations.get(withoutParameterNames(route));
    if (!operation || status >= 400) return [];
    const response = operation.responses[status];
    if (!response)
      return [`${route} answers ${status}, and the client knows ${Object.keys(operation.responses).join()}`];
    const { content } = '$ref' in response ? (resolve(description, response.$ref) as Response) : response;
    const schema = content?.['application/json']?.schema;
    return schema ? [...new Set(complaints(description, schema, body, route))] : [];
  };
}

/** Removes the names of parameters from a route, because each description uses its own. */
export function withoutParameterNames(route: string): string {
  return route.replaceAll(/\{\w+\}/g, '{}');
}

interface Response {
  content?: { 'application/json'?: { schema: Schema } };
}

interface Operation {
  responses: Record<string, Response | { $ref: string }>;
}

function operationsIn({ paths }: Description): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths as Record<string, Record<string, unknown>>).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([verb, operation]) =>
          [withoutParameterNames(`${verb.toUpperCase()} ${path}`), operation as Operation] as const,
      ),
    ),
  );
}

function resolve(description: Description, reference: string): unknown {
  let value: unknown = description;
  for (const part of reference.slice(2).split('/')) value = (value as Record<string, unknown>)[part];
  return value;
}

function complaints(root: Description, schema: Schema, value: unknown, place: string): string[] {
  if (schema.$ref) {
    const named = resolve(root, schema.$ref) as Schema;
    const isResource = named.properties || named.allOf || named.anyOf || named.oneOf;
    return complaints(root, named, value, isResource ? schema.$ref.replace(/.*\//, '') : place);
  }
  if (value === null && schema.nullable) return [];
  const alternatives = schema.oneOf ?? schema.anyOf;
  return [
    ...(schema.allOf ?? []).flatMap(part => complaints(root, part, value, place)),
    ...(alternatives
      ? closest(
          alternatives.map(one => complaints(root, one, value, place)),
          place,
        )
      : []),
    ...(schema.enum && !schema.enum.includes(value) ? [`${place} ${oddity} ${JSON.stringify(value)}`] : []),
    ...ofType(root, schema, value, place),
  ];
}

const oddity = 'has another value:';

/**
 * Returns the violations of the alternative that the value most likely follows. Alternatives are distinguished by
 * constant members, or by the members that they have.
 */
function closest(alternatives: string[][], place: string): string[] {
  const isDifference = (one: string) => /\.(object|type|kind) has another value/.test(one);
  const isAbsence = (one: string) => one.startsWith(`${place}.`) && one.endsWith('is missing');
  const weight = (differences: string[]) =>
    differences.reduce((sum, one) => sum + (isDifference(one) ? 1000 : isAbsence(one) ? 100 : 1), 0);
  return alternatives.reduce((best, one) => (weight(one) < weight(best) ? one : best));
}

function ofType(root: Description, schema: Schema, value: unknown, place: string): string[] {
  const { type = schema.properties ? 'object' : undefined } = schema;
  if (type === undefined) return [];
  const types = [type].flat();
  const isOfType = types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
  if (!isOfType) return [`${place} is ${typeOf(value)}, not ${types.join(' or ')}`];
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap(item => complaints(root, schema.items ?? {}, item, `${place}[]`));
  return types.includes('object') ? ofMembers(root, schema, value as Record<string, unknown>, place) : [];
}

/** Members that are not described are checked against our contract instead. */
function ofMembers(root: Description, schema: Schema, value: Record<string, unknown>, place: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const missing = required.filter(name => !(name in value)).map(name => `${place}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const property = properties[name];
    return property
      ? complaints(root, property, member, `${place}.${name}`)
      : complaints(root, others, member, `${place}.*`);
  });
  return [...missing, ...wrong];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
