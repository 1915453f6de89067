import type { RequestInput, Route } from '../../api/routes.ts';
import type { Caller, Context } from '../caller.ts';
import { HttpError } from '../errors.ts';
import type { Handlers } from '../reply/answers.ts';
import { errorReply, jsonReply } from '../reply/httpReply.ts';
import type { HandlerResult, HttpReply, PublicRequest } from '../reply/httpReply.ts';
import type { Transaction } from '../store/transaction.ts';
import { listKeyOf } from './listKey.ts';
import { readContract, readDocumentedContract } from './contract.ts';
import type { Contract, Operation } from './contract.ts';
import type { Tokens } from './tokens.ts';
import { validatorOf } from './validate.ts';
import type { RequestToValidate } from './validate.ts';

export interface RouterParts {
  readonly context: Context;
  readonly tokens: Tokens;
  readonly handlers: Handlers;
  /**
   * Serves addresses outside of `/v1`: the bytes of files, and explanations for users who open an address in a browser.
   */
  readonly publicAddress: (request: PublicRequest) => HttpReply | Promise<HttpReply>;
  /** Runs due work before each operation. May write; postponed while the disk is full. */
  readonly beforeEach: () => void;
  readonly documentedOnly: boolean;
}

/** Returns a function that finds the operation of a request, checks its user and input, and calls the handler. */
export function createRouter(parts: RouterParts): (request: Request) => Promise<HttpReply> {
  const { state } = parts.context;
  const answer = createAnswer(parts);

  return async request => {
    try {
      return await answer(request);
    } catch (error) {
      state.undoWrites();
      return refuse(request, error);
    }
  };
}

function createAnswer({ context, tokens, handlers, ...parts }: RouterParts): (request: Request) => Promise<HttpReply> {
  const { state, transaction } = context;
  const { documentedOnly } = parts;
  const contract = documentedOnly ? readDocumentedContract() : readContract();
  const find = createFinder(contract);
  const validate = validatorOf(contract);

  return async request => {
    const url = new URL(request.url);
    const path = /^\/v1(\/.*)?$/.exec(url.pathname);
    if (!path) return parts.publicAddress({ url, signal: request.signal });
    const user = tokens.userOf(request);
    writeIfPossible(() => transaction(parts.beforeEach));
    const isRead = request.method === 'GET';
    const match = find(request.method, path[1] ?? '/');
    const input = await validate({ ...match, url, request });
    const { route } = match.operation;
    // The writes of a handler are stored before other requests run, so that none of them sees or undoes a part of them.
    const inTransaction = isRead ? reading(context, route) : transaction;
    const list = listKeyOf(match, input['query']);
    const caller = { ...context, transaction: inTransaction, origin: url.origin, list, documentedOnly };
    const reply = await written(inTransaction, () =>
      run(handlers, route, input, { ...caller, user: state.users.get(user.id) }),
    );
    if (state.writes.length > 0) throw new Error(`${route} waited and then wrote without a transaction.`);
    return reply;
  };
}

/** Runs due work. Ignores a full disk, so that a later request tries again. */
function writeIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 507)) throw error;
  }
}

/** Serializes the reply before the writes of its handler are stored, so that nothing is stored if that fails. */
function written(
  within: Transaction,
  handle: () => HandlerResult | Promise<HandlerResult | (() => HandlerResult)>,
): HttpReply | Promise<HttpReply> {
  const reply = within(() => {
    const answer = handle();
    return answer instanceof Promise ? answer : jsonReply(answer);
  });
  if (!(reply instanceof Promise)) return reply;
  return reply.then(later => within(() => jsonReply(typeof later === 'function' ? later() : later)));
}

/** Replaces the transaction for reads: throws if the handler writes. */
function reading({ state }: Context, route: Route): Transaction {
  return read => {
    const { version } = state;
    const answer = read();
    if (state.version !== version) throw new Error(`${route} wrote something, but must only read.`);
    return answer;
  };
}

/** Calls the handler of a route. The cast is safe because `input` was checked against the contract. */
function run<R extends Route>(handlers: Handlers, route: R, input: unknown, caller: Caller): ReturnType<Handlers[R]> {
  const handler: (input: RequestInput<R>, caller: Caller) => unknown = handlers[route];
  return handler(input as RequestInput<R>, caller) as ReturnType<Handlers[R]>;
}

type Found = Pick<RequestToValidate, 'operation' | 'path'>;

/** Returns a function that looks operations up by the number of segments in their path. */
function createFinder({ operations }: Contract): (method: string, path: string) => Found {
  const byLength = Map.groupBy(operations, operation => operation.segments.length);

  return (method, path) => {
    const segments = path.split('/').slice(1);
    const candidates = byLength.get(segments.length) ?? [];
    const matching = candidates.filter(operation => matches(operation, segments));
    const [closest] = matching;
    if (!closest) throw new HttpError(404, `This service has no operation at ${path}.`);

    // Both 'versions/latest' and 'versions/{versionId}' match; only the more specific path counts, whatever its
    // methods.
    const allowed = matching.filter(operation => operation.segments.join('/') === closest.segments.join('/'));
    const operation = allowed.find(candidate => candidate.method === method);
    if (operation) return { operation, path: readPath(operation, segments) };
    const allow = allowed.map(candidate => candidate.method).join(', ');
    throw new HttpError(405, `${method} is not possible at ${path}, only ${allow}.`, { allow });
  };
}

function matches(operation: Operation, segments: readonly string[]): boolean {
  return operation.segments.every((segment, index) => {
    const value = segments[index] ?? '';
    return segment.startsWith('{') ? value !== '' : segment === value;
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

function refuse(request: Request, error: unknown): HttpReply {
  if (error instanceof HttpError) return errorReply(error);
  // The sandbox caused this error, so it is logged to the terminal.
  console.error(`${request.method} ${new URL(request.url).pathname} failed:`, error);
  return errorReply(new HttpError(500, `The sandbox failed: ${describe(error)}`));
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
