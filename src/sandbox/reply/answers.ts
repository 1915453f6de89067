import type { Input, Reply, Route } from '../../api/routes.ts';
import type { Caller } from '../caller.ts';

/**
 * A function per operation. Leaving one out, or answering with a status or a body that the contract does not have, does
 * not compile. What a handler writes is stored when it returns and its answer is written out; one that has to wait
 * returns what it does then.
 */
export type Handlers = { [R in Route]: (input: Input<R>, caller: Caller) => Answer<R> | Promise<Later<R>> };

type Answer<R extends Route> = Reply<R> & { headers?: Readonly<Record<string, string>> };
type Later<R extends Route> = Answer<R> | (() => Answer<R>);

export function ok<T>(body: T): { status: 200; body: T } {
  return { status: 200, body };
}

interface Created<T> {
  status: 201;
  body: T;
  headers?: { location: string };
}

/** Something new that says itself where it is. */
export function created<T extends { urls?: { location?: string } }>(body: T): Created<T> {
  const { location } = body.urls ?? {};
  return location === undefined ? createdQuietly(body) : createdAt(location, body);
}

/** Something new, and its address for the header `Location`. */
export function createdAt<T>(location: string, body: T): Created<T> {
  // An address may hold any letter, a header only those of ASCII.
  return { status: 201, body, headers: { location: new URL(location).href } };
}

/** Something new for which the service sends no `Location`. */
export function createdQuietly<T>(body: T): Created<T> {
  return { status: 201, body };
}

/** Done, with nothing to say. */
export const noContent = { status: 204 } as const;

/** It existed and is deleted. */
export const deleted = { status: 205 } as const;
