import type { RequestInput, SuccessReply, Route } from '../../api/routes.ts';
import type { Caller } from '../caller.ts';

/**
 * One handler for each operation. The compiler rejects missing handlers and replies that the contract does not have.
 * Writes are stored after the handler returns; an asynchronous handler resolves to a function that writes.
 */
export type Handlers = {
  [R in Route]: (input: RequestInput<R>, caller: Caller) => Answer<R> | Promise<EventualAnswer<R>>;
};

type Answer<R extends Route> = SuccessReply<R> & { headers?: Readonly<Record<string, string>> };
type EventualAnswer<R extends Route> = Answer<R> | (() => Answer<R>);

export function ok<T>(body: T): { status: 200; body: T } {
  return { status: 200, body };
}

interface Created<T> {
  status: 201;
  body: T;
  headers?: { location: string };
}

/** Returns a reply for a created resource that contains its own address. */
export function created<T extends { urls?: { location?: string } }>(body: T): Created<T> {
  const { location } = body.urls ?? {};
  return location === undefined ? createdQuietly(body) : createdAt(location, body);
}

/** Returns a reply for a created resource with its address as the `Location` header. */
export function createdAt<T>(location: string, body: T): Created<T> {
  // Headers are limited to ASCII, so other characters are encoded.
  return { status: 201, body, headers: { location: new URL(location).href } };
}

/** Returns a reply for a created resource for which the service sends no `Location`. */
export function createdQuietly<T>(body: T): Created<T> {
  return { status: 201, body };
}

/** The reply to a request that succeeded without a body. */
export const noContent = { status: 204 } as const;

/** The reply to a request that deleted an existing resource. */
export const deleted = { status: 205 } as const;
