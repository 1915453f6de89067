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
  const running = await serve({ ...sandbox, answer: checked(sandbox.answer, violations) }, options.port);
  return {
    ...running,
    async close() {
      await running.close();
      assert.deepEqual(violations, []);
    },
  };
}

function checked(answer: Sandbox['answer'], violations: string[]): Sandbox['answer'] {
  return async request => {
    const reply = await answer(request);
    const { status, bytes } = reply;
    const route = routeOf(request.method, new URL(request.url).pathname);
    if (!route) return reply;
    try {
      checkReply(route, status, bytes && JSON.parse(Buffer.from(bytes).toString()));
    } catch (error) {
      violations.push(String(error));
    }
    return reply;
  };
}
