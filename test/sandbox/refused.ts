import assert from 'node:assert/strict';
import type { Input, Route } from '../../src/api/routes.ts';
import { toRequest } from './sandbox.ts';
import type { OpenSandbox } from './sandbox.ts';

/** What one operation refuses. Each case is a valid input with some of its members replaced. */
export interface Refused {
  route: Route;
  input: object;
  /** A wrong body or parameter, and the words that say so. */
  bad?: [replaced: object, message: RegExp];
  /** An address where nothing is. */
  missing: object;
  /** Somebody who may not do it, and the words that say so. */
  forbidden?: [as: string, message: RegExp];
}

/** Lists an operation for `itRefuses`, with its input checked against its route. */
export function refused<R extends Route>(row: Refused & { route: R; input: Input<R> }): Refused {
  return row;
}

/** A test for each operation: what every one of them has to refuse, and with which status. */
export function itRefuses(opened: () => OpenSandbox, rows: readonly Refused[]): void {
  for (const { route, input, bad, missing, forbidden } of rows) {
    it(`refuse ${route} for what is wrong, missing or forbidden`, async () => {
      const sandbox = opened();
      if (bad) await expectRefusal(sandbox, route, { input: { ...input, ...bad[0] }, status: 400, message: bad[1] });
      await expectRefusal(sandbox, route, { input: { ...input, ...missing }, status: 404 });
      if (forbidden)
        await expectRefusal(sandbox, route, { input, as: forbidden[0], status: 403, message: forbidden[1] });
      assert.equal((await sandbox.fetch(toRequest(route, input, 'unknown'))).status, 401);
    });
  }
}

interface Expected {
  input: object;
  status: number;
  message?: RegExp;
  as?: string;
}

async function expectRefusal(sandbox: OpenSandbox, route: Route, { input, status, message = /./, as }: Expected) {
  const refusal = await sandbox.refusal(route, input, as === undefined ? {} : { as });
  assert.equal(refusal.status, status, refusal.message);
  assert.match(refusal.message, message);
}
