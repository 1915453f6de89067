import assert from 'node:assert/strict';
import type { Exchange, FaultyServer } from './faultyServer.ts';

/** Limits for the number of requests, and for the number of sequential ones. */
export interface Budget {
  requests: number;
  trips: number;
}

/** Asserts that a function sends no more requests than allowed while it runs. */
export async function assertTraffic<T>(server: FaultyServer, budget: Budget, run: () => Promise<T>): Promise<T> {
  const before = server.exchanges.length;
  const result = await run();
  assertWithin(budget, server.exchanges.slice(before));
  return result;
}

export function assertWithin(budget: Budget, exchanges: readonly Exchange[]): void {
  const listed = exchanges.map(({ asked }) => asked).join(', ');
  assert.ok(exchanges.length <= budget.requests, `${exchanges.length} requests: ${listed}`);
  const trips = tripsOf(exchanges);
  assert.ok(trips <= budget.trips, `${trips} of them one after another: ${listed}`);
}

/** Returns the length of the longest sequence of requests that each started after the previous reply. */
export function tripsOf(exchanges: readonly Exchange[]): number {
  const lengths: number[] = [];
  for (const [index, { began }] of exchanges.entries()) {
    const before = exchanges
      .slice(0, index)
      .flatMap(({ ended }, other) => (ended <= began ? [lengths[other] ?? 0] : []));
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...lengths);
}
