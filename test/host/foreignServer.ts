import contract from '../../src/api/contract.json' with { type: 'json' };
import { isOptional, type Route } from '../../src/api/routes.ts';
import { createSandbox, type RunningSandbox, serve } from '../../src/sandbox/index.ts';
import { routeOf } from '../sandbox/checkReply.ts';
import { fillFromSample } from '../sandbox/copies.ts';

/** The number of items per page, regardless of the requested limit. */
const pageSize = 3;

/** The prefix of page cursors. Only the server can interpret the rest. */
const cursorPrefix = 'opaque ';

interface Json {
  [member: string]: unknown;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
  'x-optional'?: boolean;
}

export interface ForeignServer extends RunningSandbox {
  /** The requests that were refused as invalid, each with the reason. */
  readonly invalidRequests: readonly string[];
}

/**
 * Starts a server that follows the contract, but differs from the sandbox wherever it may: no optional operations (405
 * or 500), pages of three with opaque cursors, null for missing members, unknown members and enum values, and empty
 * replies to writes.
 */
export async function startForeignServer(sample: string): Promise<ForeignServer> {
  const sandbox = await createSandbox({ fill: fillFromSample(sample), documentedOnly: true });
  const invalidRequests: string[] = [];
  const answer: typeof sandbox.answer = async request => {
    const { pathname } = new URL(request.url);
    const route = routeOf(request.method, pathname);
    if (!route) return sandbox.answer(request);
    if (isOptional(route)) return failure(isFailing(route) ? 500 : 405);
    const url = inPages(new URL(request.url), route);
    const reply = url && (await sandbox.answer(new Request(url, request)));
    if (!reply || reply.status === 400 || reply.status === 422) {
      const reason = reply?.bytes ? Buffer.from(reply.bytes).toString() : 'a cursor that was not given out';
      invalidRequests.push(`${request.method} ${request.url}: ${reason}`);
    }
    if (!reply) return failure(400);
    if (reply.status >= 400 || !reply.bytes) return reply;
    if (request.method !== 'GET' && isIdUnneeded(route)) return { status: 200, headers: {}, bytes: Buffer.from('') };
    const body = JSON.parse(Buffer.from(reply.bytes).toString()) as Json;
    const changed = opaque(foreign(body, replySchema(route, reply.status), 0) as Json);
    return { ...reply, bytes: Buffer.from(JSON.stringify(changed)) };
  };
  return { ...(await serve({ ...sandbox, answer })), invalidRequests };
}

function failure(status: number) {
  const body = { error: { code: status, message: `This server answers ${status}.` } };
  // Failed reads are retried at once instead of after the usual delays of 3.5 seconds in total.
  const headers = { 'content-type': 'application/json', ...(status >= 500 && { 'retry-after': '0.01' }) };
  return { status, headers, bytes: Buffer.from(JSON.stringify(body)) };
}

/**
 * Returns true for half of the optional operations, which fail with 500. The exceptions: sign-in needs the account;
 * reviews are not sent if the list of reviews fails, since they could be sent twice; and a failing list of changes
 * would hide everything else.
 */
function isFailing(route: Route): boolean {
  return route.length % 2 === 1 && route !== 'GET /user' && !/\/(reviews|changes)$/.test(route);
}

/** Returns true if the reply to a write may be empty. The reply to a creation must contain the new ID. */
function isIdUnneeded(route: Route): boolean {
  return !route.startsWith('POST ');
}

/** Returns the URL to call the sandbox with; undefined if the cursor was not issued by this server. */
function inPages(url: URL, route: Route): URL | undefined {
  if (parametersOf(route).some(({ name }) => name === 'limit')) url.searchParams.set('limit', String(pageSize));
  const cursor = url.searchParams.get('page');
  if (cursor === null) return url;
  if (!cursor.startsWith(cursorPrefix)) return undefined;
  url.searchParams.set('page', Buffer.from(cursor.slice(cursorPrefix.length), 'base64').toString());
  return url;
}

/** Replaces the cursor with one that only this server can interpret. */
function opaque(body: Json): Json {
  const { next } = body as { next?: { page?: string } | null };
  if (typeof next?.page !== 'string') return body;
  return { ...body, next: { page: `${cursorPrefix}${Buffer.from(next.page).toString('base64')}` } };
}

/** Returns a value as another server may send it, with null for missing members and with unknown additions. */
function foreign(value: unknown, schema: Schema | undefined, index: number): unknown {
  if (Array.isArray(value)) return value.map((item, at) => foreign(item, resolved(schema)?.items, at));
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {}, required = [] } = resolved(schema) ?? {};
  const isLeftOut = (name: string) =>
    !(name in value) && !required.includes(name) && !isOptionalMember(properties[name]);
  const missing = Object.keys(properties).filter(isLeftOut);
  const members = Object.entries(value).map(([name, member]) => {
    const isLater = index % 3 === 2 && isEnum(properties[name]) && !required.includes(name);
    return [name, isLater ? 'a_value_of_later' : foreign(member, properties[name], 0)];
  });
  return {
    ...Object.fromEntries(missing.map(name => [name, null])),
    ...(Object.fromEntries(members) as Json),
    memberOfLater: { values: [1, null, { deep: true }] },
  };
}

/** Returns true for members that only some servers know. This one knows none of them. */
function isOptionalMember(schema: Schema | undefined): boolean {
  return schema?.['x-optional'] === true;
}

function isEnum(schema: Schema | undefined): boolean {
  const { enum: values, 'x-extensible-enum': extensible } = resolved(schema) ?? {};
  return (values ?? extensible) !== undefined;
}

function parametersOf(route: Route): { name?: string }[] {
  const [method = '', path = ''] = route.split(' ');
  const operation = at(['paths', path, method.toLowerCase()]) as { parameters?: { $ref?: string }[] };
  return (operation.parameters ?? []).map(parameter => dereferenced(parameter) as { name?: string });
}

function replySchema(route: Route, status: number): Schema | undefined {
  const [method = '', path = ''] = route.split(' ');
  const response = at(['paths', path, method.toLowerCase(), 'responses', String(status)]);
  const { content } = dereferenced(response) as { content?: { 'application/json'?: { schema?: Schema } } };
  return content?.['application/json']?.schema;
}

/** Returns a schema merged with all parts of its `allOf`. */
function resolved(schema: Schema | undefined): Schema | undefined {
  const whole = dereferenced(schema) as Schema | undefined;
  if (!whole?.allOf) return whole;
  const parts = whole.allOf.map(part => resolved(part) ?? {});
  return {
    ...whole,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), whole.properties) as Record<
      string,
      Schema
    >,
    required: [...parts.flatMap(({ required }) => required ?? []), ...(whole.required ?? [])],
  };
}

function dereferenced(value: unknown): unknown {
  const { $ref } = (value ?? {}) as { $ref?: string };
  return $ref === undefined ? value : dereferenced(at($ref.slice(2).split('/')));
}

function at(place: readonly string[]): unknown {
  return place.reduce<unknown>((value, part) => (value as Json | undefined)?.[part], contract);
}
