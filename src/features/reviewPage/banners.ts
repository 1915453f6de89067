import * as vscode from 'vscode';
import { formatDateTime } from '../../api/time.ts';
import type { ToPage } from '../../webview/reviewPage/messages.ts';

/** The page does not show the newest revision. */
export const outdatedBanner: ToPage = {
  type: 'banner',
  text: 'The change request has changed since it was shown.',
  label: 'Show',
};

/** The server cannot be reached; `readAt` is when it was read last. */
export function offlineBanner(readAt: Date | undefined): ToPage {
  const time = formatDateTime(readAt, vscode.env.language);
  const age = time ? `this is as of ${time}` : 'nothing has been read yet';
  const text = `The server cannot be reached: ${age}. What you write is kept.`;
  return { type: 'banner', text, label: 'Try Again' };
}

/** Says what has changed since the page showed another revision; nothing without words. */
export function changesBanner(text = ''): ToPage {
  return { type: 'banner', text, ...(text && { label: 'Hide Marks', action: 'hideMarks' }) };
}
