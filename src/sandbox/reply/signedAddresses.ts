import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import type { State } from '../store/state.ts';

const settingId = 'signature';

/** Makes the secret of signatures where there is none: before the first request, as reading must not write. */
export function prepareSignedAddresses(state: State): void {
  if (state.settings.has(settingId)) return;
  state.settings.put({ id: settingId, value: randomBytes(24).toString('base64url') });
}

/** An address outside of `/v1` that answers without a token: who has it was given it. */
export function signedAddress(caller: Pick<Caller, 'state' | 'origin'>, path: string): string {
  return `${caller.origin}${path}?signature=${sign(caller.state, path)}`;
}

/** Refuses an address that no reply of this sandbox has held. */
export function mustBeSigned(state: State, url: URL): void {
  if (url.searchParams.get('signature') === sign(state, url.pathname)) return;
  throw new HttpError(403, 'The signature of this address is not valid. Ask the service for the address again.');
}

function sign(state: State, path: string): string {
  return createHmac('sha256', state.settings.get(settingId).value).update(path).digest('hex').slice(0, 32);
}
