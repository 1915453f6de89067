import type { Input, Route } from '../../api/routes.ts';
import type { Caller, Context } from '../caller.ts';
import { HttpError } from '../errors.ts';
import { ReplyCache } from './replyCache.ts';
import { readContract, readDocumentedContract } from './contract.ts';
import type { Contract, Operation } from './contract.ts';
import { toJson } from '../reply/presentOnce.ts';
import type { Handlers } from '../reply/answers.ts';
import type { Tokens } from './tokens.ts';
import { createValidate } from './validate.ts';
import type { Asked } from './validate.ts';
import { jsonResponse } from './jsonResponse.ts';

export interface RouterParts {
  readonly context: Context;
  readonly tokens: Tokens;
  readonly handlers: Handlers;
  /** Answers what lies outside of `/v1`: content of files, and words for people who open an address. */
  readonly publicAddress: (url: URL) => Response | Promise<Response>;
  /** What is due before an operation: it may write. */
  readonly beforeEach: () => void;
  readonly documentedOnly: boolean;
}

/** Answers requests: finds the operation, checks who asks and what they ask for, and lets its handler answer. */
export function createRouter(parts: RouterParts): (request: Request) => Promise<Response> {
  const { context } = parts;
  const { state, transaction } = context;
  const contract = parts.documentedOnly ? readDocumentedContract() : readContract();
  const find = createFinder(contract);
  const validate = createValidate(contract);
  const cache = new ReplyCache(state);

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = /^\/v1(\/.*)?$/.exec(url.pathname);
    if (!path) return parts.publicAddress(url);
    const user = parts.tokens.userOf(request);
    transaction(parts.beforeEach);
    const readKey = request.method === 'GET' ? `${user.id} ${request.url}` : undefined;
    const known = readKey === undefined ? undefined : cache.find(readKey);
    if (known !== undefined) return jsonResponse(known, { status: 200 });

    const found = find(request.method, path[1] ?? '/');
    const input = await validate({ ...found, url, request });
    const { route } = found.operation;
    const { version } = state;
    // What a handler writes is stored before anything else happens: no other request sees it half done or undoes it.
    const { status, body, headers } = await transaction(() =>
      run(parts.handlers, route, input, { ...context, user, origin: url.origin }),
    );
    if (state.writes.length > 0) throw new Error(`${route} waited and then wrote without a transaction.`);
    if (body === undefined) return new Response(null, { status });
    const bytes = toJson(body);
    if (readKey !== undefined && status === 200) cache.keep(readKey, bytes, version);
    return jsonResponse(bytes, { status, ...(headers && { headers }) });
  };

  return async request => {
    try {
      return await answer(request);
    } catch (error) {
      state.undoWrites();
      return toErrorResponse(error, request);
    }
  };
}

/** Where the typed world begins: `input` was checked against the contract, so it is what the route's handler takes. */
function run<R extends Route>(handlers: Handlers, route: R, input: unknown, caller: Caller): ReturnType<Handlers[R]> {
  const handler: (input: Input<R>, caller: Caller) => unknown = handlers[route];
  return handler(input as Input<R>, caller) as ReturnType<Handlers[R]>;
}

type Found = Pick<Asked, 'operation' | 'path'>;

/** Looks operations up by the number of parts that their path has. */
function createFinder({ operations }: Contract): (method: string, path: string) => Found {
  const byLength = Map.groupBy(operations, operation => operation.segments.length);

  return (method, path) => {
    const segments = path.split('/').slice(1);
    const candidates = byLength.get(segments.length) ?? [];
    const matching = candidates.filter(operation => matches(operation, segments));
    const [closest] = matching;
    if (!closest) throw new HttpError(404, `This service has no operation at ${path}.`);

    // Of 'versions/latest' and 'versions/{versionId}' only the first is asked, whatever its methods.
    const allowed = matching.filter(operation => operation.segments.join('/') === closest.segments.join('/'));
    const operation = allowed.find(candidate => candidate.method === method);
    if (operation) return { operation, path: readPath(operation, segments) };
    const allow = allowed.map(candidate => candidate.method).join(', ');
    throw new HttpError(405, `${method} is not possible at ${path}, only ${allow}.`, { allow });
  };
}

function matches(operation: Operation, segments: readonly string[]): boolean {
  return operation.segments.every((segment, index) => {
    const given = segments[index] ?? '';
    return segment.startsWith('{') ? given !== '' : segment === given;
  });
}

function readPath(operation: Operation, segments: readonly string[]): Found['path'] {
  const entries = operation.segments.flatMap((segment, index) =>
    segment.startsWith('{') ? [readVariable(segment.slice(1, -1), segments[index] ?? '')] : [],
  );
  return Object.fromEntries(entries);
}

function readVariable(name: string, segment: string): [name: string, value: string] {
  try {
    return [name, decodeURIComponent(segment)];
  } catch {
    throw new HttpError(400, `${name} is '${segment}', which is not encoded as an address must be.`);
  }
}

function toErrorResponse(error: unknown, request: Request): Response {
  if (!(error instanceof HttpError)) {
    // A mistake of the sandbox, not of the request: what went wrong belongs on the terminal.
    console.error(`${request.method} ${new URL(request.url).pathname} failed:`, error);
    return toErrorResponse(new HttpError(500, `The sandbox failed: ${describe(error)}`), request);
  }
  const { status, message, headers } = error;
  return Response.json({ error: { code: status, message } }, { status, headers });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
