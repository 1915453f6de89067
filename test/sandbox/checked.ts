import assert from 'node:assert/strict';
import { createSandbox, serve } from '../../src/sandbox/index.ts';
import type { RunningSandbox, Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { checkReply, routeOf } from './checkReply.ts';

/**
 * A sandbox on a port. It does not close when one of its replies, to whomever, was not as the contract says: the
 * extension forgives a server much, so its tests alone would not notice.
 */
export async function startCheckedSandbox(
  options: SandboxOptions & { port?: number | undefined } = {},
): Promise<RunningSandbox> {
  const sandbox = await createSandbox(options);
  const violations: string[] = [];
  const running = await serve({ ...sandbox, fetch: checked(sandbox.fetch, violations) }, options.port);
  return {
    ...running,
    async close() {
      await running.close();
      assert.deepEqual(violations, []);
    },
  };
}

function checked(answer: Sandbox['fetch'], violations: string[]): Sandbox['fetch'] {
  return async request => {
    const response = await answer(request);
    const route = routeOf(request.method, new URL(request.url).pathname);
    if (!route) return response;
    const text = await response.clone().text();
    try {
      checkReply(route, response.status, text === '' ? undefined : JSON.parse(text));
    } catch (error) {
      violations.push(String(error));
    }
    return response;
  };
}
