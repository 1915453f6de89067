import { HttpError } from '../errors.ts';

/** Why nothing was imported, and what to do. */
export function notImported(reason: string, advice: string): HttpError {
  return new HttpError(400, `Could not import what is at body.url: ${reason}. ${advice}`);
}
