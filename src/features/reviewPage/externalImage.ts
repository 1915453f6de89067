import { t } from '@vscode/l10n';
import { failureMessage, isCancellation } from '../../api/failure.ts';
import { fetchPublicImage, imageLimits } from '../../api/publicImage.ts';
import { proxySettings } from '../../model/session/proxy.ts';
import type { ToPage } from '../../webview/reviewPage/messages.ts';

/** Returns the message with an external image that the user has chosen to load. */
export async function imageMessage(address: string, signal: AbortSignal): Promise<ToPage> {
  try {
    return { type: 'image', address, data: await externalImage(address, signal) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { type: 'image', address, why: failureMessage(t('show the image'), error) };
  }
}

/** Downloads an image from the web with VS Code's proxy settings, and returns it as a data URI. */
async function externalImage(address: string, signal: AbortSignal): Promise<string> {
  const { createHttp } = await import('../../api/http.ts');
  const http = createHttp({ ...imageLimits, proxy: proxySettings() });
  try {
    return await fetchPublicImage(http, address, signal);
  } finally {
    await http.close();
  }
}
