import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { failureMessage } from '../../api/failure.ts';
import { formatDateTime } from '../../api/time.ts';
import type { ToPage } from '../../webview/reviewPage/messages.ts';

/** Shown if the page does not show the newest revision. */
export const outdatedBanner: ToPage = {
  type: 'banner',
  text: t('The change request has changed since it was shown.'),
  label: t('Show'),
};

/** Returns the banner for a server that answers no requests. `readAt` is the time of the last successful read. */
export function offlineBanner(readAt: Date | undefined, error: unknown): ToPage {
  const time = formatDateTime(readAt, vscode.env.language);
  const text = isApiError(error, 'rateLimited') ? rateLimitedText(time) : notReachedText(time);
  return { type: 'banner', text, label: t('Try Again') };
}

/** Returns the banner for a failure that is no outage. `action` completes "Could not ...". */
export function failureBanner(action: string, error: unknown): ToPage {
  return { type: 'banner', text: failureMessage(action, error), label: t('Try Again') };
}

function notReachedText(time: string | undefined): string {
  return time
    ? t`The server cannot be reached: this is as of ${time}. What you write is kept.`
    : t('The server cannot be reached: nothing has been read yet. What you write is kept.');
}

function rateLimitedText(time: string | undefined): string {
  return time
    ? t`The server gets too many requests: this is as of ${time}. What you write is kept.`
    : t('The server gets too many requests: nothing has been read yet. What you write is kept.');
}

/** Returns a banner that summarizes the changes since the previously shown revision. An empty text hides it. */
export function changesBanner(text = ''): ToPage {
  return { type: 'banner', text, ...(text && { label: t('Hide Marks'), action: 'hideMarks' }) };
}
