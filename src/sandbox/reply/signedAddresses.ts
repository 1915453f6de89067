import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import type { State } from '../store/state.ts';
import { sign } from './signature.ts';

/** An address outside of `/v1` that answers without a token: who has it was given it. */
export function signedAddress(caller: Pick<Caller, 'state' | 'origin'>, path: string): string {
  return `${caller.origin}${path}?signature=${signatureOf(caller.state, path)}`;
}

/** Refuses an address that no reply of this sandbox has held. */
export function mustBeSigned(state: State, url: URL): void {
  if (url.searchParams.get('signature') === signatureOf(state, url.pathname)) return;
  throw new HttpError(403, 'The signature of this address is not valid. Ask the service for the address again.');
}

function signatureOf(state: State, path: string): string {
  return sign(state, path, 'hex').slice(0, 32);
}
