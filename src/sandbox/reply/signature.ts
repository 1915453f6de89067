import { createHmac, randomBytes } from 'node:crypto';
import type { State } from '../store/state.ts';

const settingId = 'signature';

/** Creates the secret for signatures if there is none. Runs before the first request, because reads must not write. */
export function prepareSignatures(state: State): void {
  if (state.settings.has(settingId)) return;
  state.settings.put({ id: settingId, value: randomBytes(24).toString('base64url') });
}

/** Returns a signature of the text that only this sandbox can create (HMAC with SHA-256). */
export function sign(state: State, text: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', state.settings.get(settingId).value).update(text).digest(encoding);
}
