import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatDateTime } from '../../api/time.ts';
import type { ToPage } from '../../webview/reviewPage/messages.ts';

/** Shown if the page does not show the newest revision. */
export const outdatedBanner: ToPage = {
  type: 'banner',
  text: t('The change request has changed since it was shown.'),
  label: t('Show'),
};

/** Returns the banner for an unreachable server. `readAt` is the time of the last successful read. */
export function offlineBanner(readAt: Date | undefined): ToPage {
  const time = formatDateTime(readAt, vscode.env.language);
  const text = time
    ? t`The server cannot be reached: this is as of ${time}. What you write is kept.`
    : t('The server cannot be reached: nothing has been read yet. What you write is kept.');
  return { type: 'banner', text, label: t('Try Again') };
}

/** Returns a banner that summarizes the changes since the previously shown revision. An empty text hides it. */
export function changesBanner(text = ''): ToPage {
  return { type: 'banner', text, ...(text && { label: t('Hide Marks'), action: 'hideMarks' }) };
}
