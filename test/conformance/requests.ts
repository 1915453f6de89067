import theirs from '@gitbook/api/spec/openapi.json' with { type: 'json' };
import ours from '../../src/api/contract.json' with { type: 'json' };
import { withoutParameterNames } from './description.ts';

interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/**
 * Returns the parts of requests that only one of the two accepts, such as `GET /orgs/{organizationId}/sites query.type:
 * client`. Bodies are compared to a depth of two members; `body.x.*` means that only one of the two describes the
 * members of x.
 */
export function requestDifferences(): string[] {
  const client = operationsOf(theirs);
  return [...operationsOf(ours)].flatMap(([key, { route, names }]) => {
    const other = client.get(key)?.names;
    if (!other) return [];
    return [
      ...beyond(other, names).map(name => `${route} ${name}: client`),
      ...beyond(names, other).map(name => `${route} ${name}: contract`),
    ];
  });
}

function beyond(source: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  const names = [...source].flatMap(name => {
    const parent = name.replace(/\.[^.]+$/, '');
    const isInside = source.has(parent);
    if (other.has(name) || (isInside && !other.has(parent))) return [];
    const hasOthers = [...other].some(one => one.startsWith(`${parent}.`));
    return isInside && !hasOthers ? [`${parent}.*`] : [name];
  });
  return [...new Set(names)];
}

/** Returns the request parts of each operation, such as `query.page`, `body.title` and `body.position.before`. */
function operationsOf(description: { paths: object }): Map<string, { route: string; names: ReadonlySet<string> }> {
  const operations = Object.entries(description.paths as Record<string, Record<string, unknown>>).flatMap(
    ([path, item]) => {
      const verbs = Object.keys(item).filter(verb => ['get', 'put', 'post', 'patch', 'delete'].includes(verb));
      return verbs.map(verb => {
        const operation = item[verb] as Operation;
        const shared = (item['parameters'] ?? []) as NonNullable<Operation['parameters']>;
        const parameters = [...shared, ...(operation.parameters ?? [])].map(one => resolve(description, one));
        const query = parameters.filter(one => one.in === 'query').map(({ name }) => `query.${name}`);
        const body = operation.requestBody && resolve(description, operation.requestBody);
        const members = body ? membersOf(description, body.content['application/json'].schema, 'body', 2) : [];
        const route = `${verb.toUpperCase()} ${path}`;
        return [withoutParameterNames(route), { route, names: new Set([...query, ...members]) }] as const;
      });
    },
  );
  return new Map(operations);
}

function membersOf(description: object, schema: Schema, place: string, depth: number): string[] {
  if (depth === 0) return [];
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolve(description, schema);
  const parts = [...allOf, ...anyOf, ...oneOf].flatMap(part => membersOf(description, part, place, depth));
  const names = Object.entries(properties).flatMap(([name, member]) => [
    `${place}.${name}`,
    ...membersOf(description, member, `${place}.${name}`, depth - 1),
  ]);
  return [...parts, ...names];
}

function resolve<T extends object>(description: object, value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value;
  let target: unknown = description;
  for (const part of value.$ref.slice(2).split('/')) target = (target as Record<string, unknown>)[part];
  return resolve(description, target as T);
}
