import { HttpError } from '../errors.ts';

/** Returns the error for a source that cannot be imported; `advice` is a sentence. */
export function notImported(reason: string, advice: string): HttpError {
  return new HttpError(400, `Could not import what is at body.url: ${reason}. ${advice}`);
}
