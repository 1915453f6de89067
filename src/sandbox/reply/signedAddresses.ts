import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import type { State } from '../store/state.ts';
import { sign } from './signature.ts';

/** Returns a URL outside of `/v1` with a signature in place of a token. */
export function signedAddress(caller: Pick<Caller, 'state' | 'origin'>, path: string): string {
  return `${caller.origin}${path}?signature=${signatureOf(caller.state, path)}`;
}

/** Throws a 403 error for an address without a signature of this sandbox. */
export function assertSigned(state: State, url: URL): void {
  if (url.searchParams.get('signature') === signatureOf(state, url.pathname)) return;
  throw new HttpError(403, 'The signature of this address is not valid. Ask the service for the address again.');
}

function signatureOf(state: State, path: string): string {
  return sign(state, path, 'hex').slice(0, 32);
}
