import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '../../src/api/routes.ts';
import { withoutParameterNames } from './description.ts';
import type { Description } from './description.ts';
import { offeredOperations } from './offered.ts';

// The newest edition of the published client. The tests use an older one, whose calls are repeated here.

const name = '@gitbook/api-newest';
/** The parts used here have the same types in both editions. */
export const { GitBookAPI: NewestClient } = (await import(name)) as typeof import('@gitbook/api');
const specification = fileURLToPath(import.meta.resolve(`${name}/spec/openapi.json`));
export const newestDescription = JSON.parse(readFileSync(specification, 'utf8')) as Description;
export const newestOperations = await offeredOperations(NewestClient);

type Client = InstanceType<typeof NewestClient>;
type Operation = (...values: unknown[]) => Promise<unknown>;

/** A request of the older client; `path` contains the values of the route's parameters. */
export interface SentRequest {
  route: Route;
  url: URL;
  init: RequestInit;
}

/** Sends a request with the newest client and returns the reply, or undefined if that client lacks the operation. */
export async function sendWithNewest({ route, url, init }: SentRequest): Promise<Response | undefined> {
  const name = newestOperations.get(withoutParameterNames(route));
  if (name === undefined) return undefined;
  let response: Response | undefined;
  const authToken = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
  const fetchLikeOlder: typeof fetch = async (address, options) => {
    assert.deepEqual(wordsOf(String(address), options), wordsOf(String(url), init), `${name} sends another request.`);
    response = await fetch(address, { ...options, signal: init.signal ?? null });
    return response.clone();
  };
  const client = new NewestClient({ endpoint: url.origin, authToken, serviceBinding: { fetch: fetchLikeOlder } });
  const call = operationOf(client, name)(...(await argumentsFor(name, { route, url, init })));
  await call.catch((error: unknown) => {
    // The older client reports refusals. A successful reply that the newest client cannot read is a failure.
    if (!response || response.ok) throw error;
  });
  return response ?? assert.fail(`${name} sent nothing.`);
}

/** Calls an operation that only the newest client has, with its arguments. */
export async function callNewest(service: NewestService, route: Route, ...values: unknown[]): Promise<unknown> {
  const { url, token, listen } = service;
  const client = new NewestClient({ endpoint: url, authToken: token, serviceBinding: { fetch: listen } });
  const name = newestOperations.get(withoutParameterNames(route)) ?? assert.fail(`The newest client has no ${route}.`);
  const { data } = (await operationOf(client, name)(...values)) as { data: unknown };
  return data;
}

interface NewestService {
  url: string;
  token: string;
  listen: typeof fetch;
}

function wordsOf(address: string, { method = 'GET', body }: RequestInit = {}): object {
  const { pathname, searchParams } = new URL(address);
  const query = [...searchParams].map(([key, value]) => `${key}=${value}`).sort();
  return { method, path: pathname, query, body: bodyOf(body) };
}

function bodyOf(body: RequestInit['body']): unknown {
  return typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined;
}

function operationOf(client: Client, name: string): Operation {
  const member = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], client);
  return member as Operation;
}

/** Returns the arguments of an operation: path parameters, then query and body in the order of the method. */
async function argumentsFor(name: string, { route, url, init }: SentRequest): Promise<unknown[]> {
  const segments = url.pathname.replace('/v1', '').split('/');
  const template = (route.split(' ')[1] ?? '').split('/');
  const path = template.flatMap((part, index) => (part.startsWith('{') ? [segments[index] ?? ''] : []));
  const query: Record<string, unknown> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length > 1 ? values : values[0];
  }
  const byPlace = { query, body: bodyOf(init.body), neither: undefined };
  const places = await placesOf(name, path.length);
  const known = new Set(places);
  if (url.searchParams.size > 0) assert.ok(known.has('query'), `${name} takes no query.`);
  if (byPlace.body !== undefined) assert.ok(known.has('body'), `${name} takes no body.`);
  return [...path, ...places.map(place => byPlace[place])];
}

type Place = 'query' | 'body' | 'neither';
const places = new Map<string, Promise<Place[]>>();

/** Finds the positions of query and body among the arguments by trying. */
function placesOf(name: string, pathLength: number): Promise<Place[]> {
  const result = places.get(name) ?? tryPlaces(name, pathLength);
  places.set(name, result);
  return result;
}

async function tryPlaces(name: string, pathLength: number): Promise<Place[]> {
  let sent: { address: string; body: string } | undefined;
  const serviceBinding = {
    fetch: async (address: unknown, init?: RequestInit) => {
      sent = { address: String(address), body: typeof init?.body === 'string' ? init.body : '' };
      return Response.json({});
    },
  } as { fetch: typeof fetch };
  const client = new NewestClient({ endpoint: 'http://nowhere.test', serviceBinding });
  const path = Array.from({ length: pathLength }, () => 'x');
  await operationOf(client, name)(...path, { first: '1' }, { second: '2' });
  const query = new URL(sent?.address ?? '').searchParams;
  return ['first', 'second'].map(word =>
    query.has(word) ? 'query' : (sent?.body ?? '').includes(word) ? 'body' : 'neither',
  );
}
