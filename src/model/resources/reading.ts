import { ApiError } from '../../api/errors.ts';
import { endless, mostPages, type RequestOptions } from '../../api/client.ts';
import type { Page } from '../../api/listings.ts';
import { isId } from '../../api/readable.ts';
import { type Input, isOptional, type ListRoute, type Route } from '../../api/routes.ts';
import type { Connection } from '../session/connection.ts';
import { type Item, pathOf } from './items.ts';
import { callBy, type Noun, type Resource } from './nouns.ts';

/** Sends what the table of nouns says; that its routes take what is given here, the compiler does not see. */
export function ask(
  { api }: Connection,
  route: Route,
  parameters: Readonly<Record<string, unknown>>,
  body?: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  const input = { ...parameters, ...(body !== undefined && { body }) };
  return isOptional(route)
    ? api.optional(route, input as unknown as Input<typeof route>, options)
    : api.request(route, input as unknown as Input<typeof route>, options);
}

/** The resources of a list, page by page, each with its ID. */
export async function* resourcesIn(
  connection: Connection,
  noun: Noun,
  parameters: Readonly<Record<string, string>>,
  options: RequestOptions & { query?: object } = {},
): AsyncGenerator<Page<Resource>> {
  const { query, ...others } = options;
  const route = noun.list as ListRoute;
  const input = { ...parameters, query } as unknown as Input<ListRoute>;
  for await (const { items, hasMore } of connection.api.list(route, input, others)) {
    const resources = (items as unknown as Resource[]).map(item => noun.read?.(item) ?? item);
    const named = resources.map(item => ({ ...item, id: idOf(noun, item) }));
    yield { items: await callByOrganization(connection, noun, named, others.signal), hasMore };
  }
}

async function callByOrganization(
  { api }: Connection,
  { organization: organizationOf }: Noun,
  resources: readonly Resource[],
  signal?: AbortSignal,
): Promise<Resource[]> {
  if (!organizationOf || resources.length === 0) return [...resources];
  // Without them the IDs are shown.
  const organizations = await api.all('GET /orgs', {}, { signal }).catch(() => []);
  return resources.map(resource => {
    const title = organizations.find(({ id }) => id === organizationOf(resource))?.title;
    return title ? callBy(resource, title) : resource;
  });
}

/** One resource as it is now. Throws an ApiError where there is none. */
export async function readResource(
  connection: Connection,
  item: Item,
  options: RequestOptions = {},
): Promise<Resource> {
  const { noun, parameters } = item;
  const { one, path, list } = noun;
  const shareKey = connection.shareKeys?.get(pathOf(item));
  if (one && shareKey) {
    const resource = await ask(connection, one, { ...parameters, query: { shareKey } }, undefined, options);
    return withoutKey(resource, shareKey);
  }
  if (one) return ((await ask(connection, one, parameters, undefined, options)) ?? {}) as Resource;
  const wanted = Object.values(parameters).at(-1);
  const resource = await findIn(connection, noun, parameters, one => one['id'] === wanted, options);
  if (resource) return resource;
  throw new ApiError('notFound', 'It is not in the list of the service any more.', { route: list ?? path });
}

/** What the service gave, without a key that opens it: addresses in it hold that, written as the service likes. */
function withoutKey(value: unknown, key: string): Resource {
  const written = new URLSearchParams({ key }).toString().slice('key='.length);
  const veiled = (_: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    const masked = value.replaceAll(encodeURIComponent(key), '…');
    return masked.includes(key) || new URLSearchParams(masked).toString().includes(written) ? '…' : masked;
  };
  return JSON.parse(JSON.stringify(value, veiled)) as Resource;
}

/** The first of a list that is meant, however far it has to be read. */
export async function findIn(
  connection: Connection,
  noun: Noun,
  parameters: Readonly<Record<string, string>>,
  isMeant: (one: Resource) => boolean,
  options: RequestOptions = {},
): Promise<Resource | undefined> {
  let pages = 0;
  const query = { limit: 1000 };
  for await (const { items, hasMore } of resourcesIn(connection, noun, parameters, { ...options, query })) {
    const match = items.find(isMeant);
    if (match) return match;
    if (hasMore && ++pages >= mostPages) throw endless(noun.list ?? noun.path);
  }
  return undefined;
}

/** The ID of a resource in its address. */
export function idOf({ id }: Noun, resource: Resource): unknown {
  const actualId = id ? id(resource) : resource['id'];
  return typeof actualId === 'number' ? String(actualId) : actualId;
}

/** What a resource of a list is in its address; undefined where its ID cannot be one. */
export function itemIn(noun: Noun, parameters: Readonly<Record<string, string>>, resource: Resource): Item | undefined {
  const id = idOf(noun, resource);
  const [, name = ''] = /\{(\w+)\}$/.exec(noun.path) ?? [];
  return isId(id) ? { noun, parameters: { ...parameters, [name]: id } } : undefined;
}
