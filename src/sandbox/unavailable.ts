import { HttpError } from './errors.ts';
import type { Handlers } from './replies.ts';

/** The documented operations that this sandbox does not play yet: each answers 501. */
export const unavailable = notYet('GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf');

function notYet<R extends keyof Handlers>(...routes: readonly R[]): Pick<Handlers, R> {
  const entries = routes.map(route => [route, () => refuse(route)]);
  return Object.fromEntries(entries) as Pick<Handlers, R>;
}

function refuse(route: string): never {
  throw new HttpError(501, `The sandbox does not play ${route} yet. Use the service itself for it.`);
}
