import assert from 'node:assert/strict';
import { createSandbox, serve } from '../../src/sandbox/index.ts';
import type { RunningSandbox, Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { checkReply, routeOf } from './checkReply.ts';

/**
 * Starts a sandbox on a port. Closing it fails if one of its replies violated the contract: the extension tolerates
 * many violations, so its tests would not notice them.
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
