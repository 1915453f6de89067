import * as vscode from 'vscode';
import { isDate } from '../../../api/normalize.ts';
import { formatAge, formatDateTime } from '../../../api/time.ts';
import type { DisplayTime } from '../../../webview/reviewPage/messages.ts';

/** Returns a time as the page shows it, with its age; undefined if the server's value is not a valid date. */
export function timeOf(at: unknown): DisplayTime | undefined {
  if (!isDate(at)) return undefined;
  const { language } = vscode.env;
  return { short: formatAge(at, language, { isNarrow: true }) ?? '', full: formatDateTime(at, language) ?? '' };
}
