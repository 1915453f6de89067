import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import type { Operation } from '../../../src/sandbox/http/contract.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { checkReply } from '../checkReply.ts';
import { validInput } from './inputs.ts';
import { mutate } from './mutations.ts';
import type { MutatedRequest } from './mutations.ts';
import { pickPlaces } from './places.ts';
import type { Random } from './random.ts';

export const { operations, description } = readContract();

export interface FuzzContext {
  sandbox: Sandbox;
  random: Random;
  urls: readonly string[];
  /** Handles a request in process, or over HTTP. */
  fetch: (request: Request) => Promise<Response>;
  origin: string;
  accepted: Map<Route, number>;
}

/** Sends a request generated from the contract, and fails unless the reply follows the contract. */
export async function fuzzOnce(fuzzed: FuzzContext, operation: Operation): Promise<void> {
  const { sandbox, random } = fuzzed;
  const owner = sandbox.state.users.all()[0]?.id ?? '';
  const { origin } = fuzzed;
  const places = pickPlaces(sandbox.state, random, { owner, origin });
  const neighbours = pickPlaces(sandbox.state, random, { owner, origin, beside: places });
  const valid = validInput(operation, places, { random, description, neighbours, urls: fuzzed.urls });
  const input = random.chance(0.4) ? mutate(valid, places, random) : valid;
  const user = random.chance(0.85) ? owner : (random.pick(sandbox.state.users.all())?.id ?? owner);
  const request = toRequest(operation, input, { origin: fuzzed.origin, token: tokenOf(fuzzed, user) });
  const sent = `${request.method} ${request.url} of ${user}: ${(await request.clone().text()).slice(0, 3000)}`;
  const response = await fuzzed.fetch(request);
  const { status } = response;
  const text = await response.text();
  try {
    checkAnswer({ route: operation.route, status, text });
  } catch (error) {
    assert.fail(`${error instanceof Error ? error.message.slice(0, 3000) : error}\nwas answered to ${sent}`);
  }
  await followSome(fuzzed, text);
  if (status < 400) fuzzed.accepted.set(operation.route, (fuzzed.accepted.get(operation.route) ?? 0) + 1);
}

/** Fetches a URL from a reply that is outside of `/v1`, such as the content of a file or a page for users. */
async function followSome({ random, fetch, origin }: FuzzContext, text: string): Promise<void> {
  const address = random.pick(text.match(/"https?:(?:[^"\\]|\\.)+"/g) ?? []);
  if (address === undefined || random.chance(0.8)) return;
  const url = String(JSON.parse(address));
  if (!url.startsWith(origin) || !URL.canParse(url)) return;
  const response = await fetch(new Request(url));
  assert.ok(response.status < 500, `${url} answers ${response.status} ${await response.text()}`);
}

function tokenOf({ sandbox, random }: FuzzContext, user: string): string {
  return random.chance(0.98) ? sandbox.tokenFor(user) : (random.pick(['', 'x', 'a.b', '=.=', '\u00e9']) ?? '');
}

function checkAnswer({ route, status, text }: { route: Route; status: number; text: string }): void {
  assert.ok(status < 500, `${status} ${text}`);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  // A mutated URL may match another operation or none, so only the shape of errors is known.
  if (status >= 400) checkError(status, body);
  if (status < 400) checkReply(route, status, body);
}

function checkError(status: number, body: unknown): void {
  const { error } = body as { error: { code: number; message: string } };
  assert.deepEqual(body, { error: { code: status, message: error.message } });
  assert.ok(error.message.length > 0);
}

function toRequest(
  { route, method }: Operation,
  { path, query, rawQuery, body, rawBody }: MutatedRequest,
  { origin, token }: { origin: string; token: string },
): Request {
  const template = route.slice(route.indexOf(' ') + 1);
  const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(path[name] ?? ''));
  const parameters = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const search = [...parameters, ...(rawQuery === undefined ? [] : [rawQuery])].join('&');
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const hasBody = content !== undefined && method !== 'GET';
  return new Request(`${origin}/v1${pathname}${search && `?${search}`}`, {
    method,
    headers,
    ...(hasBody && { body: content }),
  });
}

/** Dots or an empty segment would lead to another operation, whose reply could not be checked. */
function encode(text: string): string {
  return /^\.*$/.test(text) ? 'x' : encodeURIComponent(text.toWellFormed());
}
