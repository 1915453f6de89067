import assert from 'node:assert/strict';
import type { RequestInput, Result, Route } from '../../src/api/routes.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { checkLocation, checkReply } from './checkReply.ts';

/** A sandbox with typed calls, which checks every reply against the contract. */
export interface OpenSandbox extends Sandbox {
  /** Returns the body of a reply. Fails if the request is refused. */
  call<R extends Route>(route: R, input: RequestInput<R>, options?: CallOptions): Promise<Result<R>>;
  /** Returns the status and body of a reply. Fails if the request is refused. */
  reply<R extends Route>(
    route: R,
    input: RequestInput<R>,
    options?: CallOptions,
  ): Promise<{ status: number; body: Result<R> }>;
  /** Returns the status and message of a refusal. Fails if the request succeeds. The input may violate the contract. */
  refusal(route: Route, input: object, options?: CallOptions): Promise<{ status: number; message: string }>;
}

interface CallOptions {
  /** The ID of the calling user; by default the owner of the sandbox. */
  as?: string;
}

interface AnyInput {
  query?: Record<string, unknown>;
  body?: unknown;
}

const opened: Sandbox[] = [];

/** Opens a sandbox that is closed after the test, or kept open for other tests with `keep`. */
export async function openSandbox(options: SandboxOptions & { keep?: boolean } = {}): Promise<OpenSandbox> {
  const sandbox = await createSandbox(options);
  if (!options.keep) opened.push(sandbox);
  const send = async (route: Route, input: object, { as }: CallOptions) => {
    const token = as === undefined ? sandbox.token : sandbox.tokenFor(as);
    const response = await sandbox.fetch(toRequest(route, input, token));
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    checkReply(route, response.status, body);
    checkLocation(route, response.status, response.headers.get('location'));
    return { status: response.status, body };
  };
  const reply = async <R extends Route>(route: R, input: RequestInput<R>, callOptions: CallOptions = {}) => {
    const { status, body } = await send(route, input, callOptions);
    assert.ok(status < 400, `${route} was refused: ${JSON.stringify(body)}`);
    return { status, body: body as Result<R> };
  };
  return {
    ...sandbox,
    reply,
    call: async (route, input, callOptions) => (await reply(route, input, callOptions)).body,
    async refusal(route, input, callOptions = {}) {
      const { status, body } = await send(route, input, callOptions);
      assert.ok(status >= 400, `${route} was not refused, it answered ${status}.`);
      const { error } = body as { error: { code: number; message: string } };
      assert.equal(error.code, status);
      return { status, message: error.message };
    },
  };
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close();
});

/** Creates the request of an operation from path parameters by name, `query` and `body`. */
export function toRequest(route: Route, input: object, token: string): Request {
  const { query = {}, body, ...path } = input as AnyInput;
  const [method = '', template = ''] = route.split(' ');
  const parameters = new Map(Object.entries(path));
  const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.get(name))),
  );
  const url = new URL(`http://sandbox.test/v1${pathname}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Request(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}
