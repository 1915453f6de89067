import { t } from '@vscode/l10n';
import { ApiError } from '../../api/errors.ts';
import { endlessListError, maxListPages, type RequestOptions } from '../../api/client.ts';
import type { ListPage } from '../../api/listings.ts';
import { isId } from '../../api/normalize.ts';
import { type RequestInput, isOptional, type ListRoute, type Route } from '../../api/routes.ts';
import type { Connection } from '../session/connection.ts';
import { type Item, pathOf } from './items.ts';
import { withTitleField, type ResourceDefinition, type Resource } from './resourceDefinitions.ts';

/** Sends a request of a resource definition. The compiler does not check its parameters. */
export function requestRoute(
  { api }: Connection,
  route: Route,
  parameters: Readonly<Record<string, unknown>>,
  body?: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  const input = { ...parameters, ...(body !== undefined && { body }) };
  return isOptional(route)
    ? api.optional(route, input as unknown as RequestInput<typeof route>, options)
    : api.request(route, input as unknown as RequestInput<typeof route>, options);
}

/** Lists resources page by page, each with its ID. */
export async function* resourcesIn(
  connection: Connection,
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
  options: RequestOptions & { query?: object } = {},
): AsyncGenerator<ListPage<Resource>> {
  const { query, ...others } = options;
  const route = definition.list as ListRoute;
  const input = { ...parameters, query } as unknown as RequestInput<ListRoute>;
  for await (const { items, hasMore } of connection.api.list(route, input, others)) {
    const resources = (items as unknown as Resource[]).map(item => definition.normalize?.(item) ?? item);
    const named = resources.map(item => ({ ...item, id: idOf(definition, item) }));
    yield { items: await callByOrganization(connection, definition, named, others.signal), hasMore };
  }
}

async function callByOrganization(
  { api }: Connection,
  { organization: organizationOf }: ResourceDefinition,
  resources: readonly Resource[],
  signal?: AbortSignal,
): Promise<Resource[]> {
  if (!organizationOf || resources.length === 0) return [...resources];
  // If the organizations cannot be read, their IDs are shown.
  const organizations = await api.listAll('GET /orgs', {}, { signal }).catch(() => []);
  return resources.map(resource => {
    const title = organizations.find(({ id }) => id === organizationOf(resource))?.title;
    return title ? withTitleField(resource, title) : resource;
  });
}

/** Reads a resource. Throws an ApiError if it does not exist. */
export async function readResource(
  connection: Connection,
  item: Item,
  options: RequestOptions = {},
): Promise<Resource> {
  const { definition, parameters } = item;
  const { get: getRoute, path, list } = definition;
  const shareKey = connection.shareKeys?.get(pathOf(item));
  if (getRoute && shareKey) {
    const resource = await requestRoute(
      connection,
      getRoute,
      { ...parameters, query: { shareKey } },
      undefined,
      options,
    );
    return withoutKey(resource, shareKey);
  }
  if (getRoute) return ((await requestRoute(connection, getRoute, parameters, undefined, options)) ?? {}) as Resource;
  const wanted = Object.values(parameters).at(-1);
  const resource = await findResource(
    connection,
    definition,
    parameters,
    candidate => candidate['id'] === wanted,
    options,
  );
  if (resource) return resource;
  throw new ApiError('notFound', t('It is not in the list of the service any more.'), { route: list ?? path });
}

/** Removes a share key from a response, whose addresses may contain it in any encoding. */
function withoutKey(value: unknown, key: string): Resource {
  const written = new URLSearchParams({ key }).toString().slice('key='.length);
  const veiled = (_: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    const masked = value.replaceAll(encodeURIComponent(key), '…');
    return masked.includes(key) || new URLSearchParams(masked).toString().includes(written) ? '…' : masked;
  };
  return JSON.parse(JSON.stringify(value, veiled)) as Resource;
}

/** Returns the first matching resource of a list. Throws if the list has too many pages. */
export async function findResource(
  connection: Connection,
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
  isMatch: (resource: Resource) => boolean,
  options: RequestOptions = {},
): Promise<Resource | undefined> {
  let pages = 0;
  const query = { limit: 1000 };
  for await (const { items, hasMore } of resourcesIn(connection, definition, parameters, { ...options, query })) {
    const match = items.find(isMatch);
    if (match) return match;
    if (hasMore && ++pages >= maxListPages) throw endlessListError(definition.list ?? definition.path);
  }
  return undefined;
}

/** Returns the ID of a resource as its address contains it. */
export function idOf({ id }: ResourceDefinition, resource: Resource): unknown {
  const actualId = id ? id(resource) : resource['id'];
  return typeof actualId === 'number' ? String(actualId) : actualId;
}

/** Returns the item of a resource in a list; undefined if its ID cannot be part of an address. */
export function itemIn(
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
  resource: Resource,
): Item | undefined {
  const id = idOf(definition, resource);
  const [, name = ''] = /\{(\w+)\}$/.exec(definition.path) ?? [];
  return isId(id) ? { definition, parameters: { ...parameters, [name]: id } } : undefined;
}
