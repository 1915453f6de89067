import type { Input, Reply, Route } from '../api/routes.ts';
import type { Caller } from './callers.ts';

/**
 * A function per operation. Leaving one out, or answering with a status or a body that the contract does not have, does
 * not compile. What a handler writes is stored when it returns; one that has to wait writes after it in `work.change`.
 */
export type Handlers = { [R in Route]: (input: Input<R>, caller: Caller) => Reply<R> | Promise<Reply<R>> };

export function ok<T>(body: T): { status: 200; body: T } {
  return { status: 200, body };
}

export function created<T>(body: T): { status: 201; body: T } {
  return { status: 201, body };
}

/** Done, with nothing to say. */
export const noContent = { status: 204 } as const;

/** It existed and is deleted. */
export const deleted = { status: 205 } as const;
