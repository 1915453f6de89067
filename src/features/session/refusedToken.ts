import { tEscaped } from '../../api/escape.ts';
import type { Connection } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';

/** Minimum time between two warnings about the same connection, in minutes. */
const cooldownMinutes = 5;

/** Warns that a server refuses a token. `lastWarned` has the times of earlier warnings, by connection ID. */
export function warnOfRefusedToken(
  { id, label }: Connection,
  lastWarned: Map<string, number>,
  signInAgain: say.MessageAction,
): void {
  const wait = (lastWarned.get(id) ?? -Infinity) + cooldownMinutes * 60_000;
  if (Date.now() < wait) return;
  lastWarned.set(id, Date.now());
  const message = tEscaped`${label}: the server no longer accepts the token. Sign in again to go on; nothing is lost.`;
  say.warn(message, signInAgain);
}
