import { createHmac, randomBytes } from 'node:crypto';
import type { State } from '../store/state.ts';

const settingId = 'signature';

/** Makes the secret of signatures where there is none: before the first request, as reading must not write. */
export function prepareSignatures(state: State): void {
  if (state.settings.has(settingId)) return;
  state.settings.put({ id: settingId, value: randomBytes(24).toString('base64url') });
}

/** What nobody can make for a text but this sandbox. */
export function sign(state: State, text: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', state.settings.get(settingId).value).update(text).digest(encoding);
}
