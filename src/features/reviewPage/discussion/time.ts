import { isDate } from '../../../api/readable.ts';
import { ageOf, localTime } from '../../../api/words.ts';
import type { Time } from '../../../webview/reviewPage/messages.ts';

/** A point of time for the page: how long ago it was, and when; undefined for what is no time. */
export function timeOf(at: unknown): Time | undefined {
  return isDate(at) ? { short: ageOf(at), full: localTime(at) } : undefined;
}
