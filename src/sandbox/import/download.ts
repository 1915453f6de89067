import { HttpError } from '../errors.ts';

/** Downloads from an address; `field` is the request field that contains it, for error messages. */
export type Download = (url: string, field: string) => Promise<Downloaded>;

export interface Downloaded {
  bytes: Buffer;
  /** The content type in lower case; empty if the server sends none. */
  contentType: string;
  /** The final address, after redirects. */
  url: string;
}

/** Thrown if a download fails, is too large or takes too long. */
export class DownloadError extends HttpError {
  readonly isTimeout: boolean;

  constructor(message: string, cause: unknown) {
    super(400, message);
    this.isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  }
}

interface DownloadOptions {
  /** The timeout in milliseconds. */
  timeoutMs: number;
  stopping: AbortSignal;
}

const maxBytes = 20 * 1024 * 1024;

/** Creates the function through which the sandbox sends requests to other servers. */
export function createDownload({ timeoutMs, stopping }: DownloadOptions): Download {
  return async (url, field) => {
    const failed = (reason: string, cause?: unknown) =>
      new DownloadError(`Could not fetch ${field}.url, '${url}': ${reason}.`, cause);
    if (!/^https?:/i.test(url)) throw failed('it is no address of the web');
    try {
      const response = await fetch(url, { signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]) });
      if (!response.ok) {
        await response.body?.cancel();
        throw failed(`the server answered ${response.status}`);
      }
      const bytes = await bytesOf(response);
      if (!bytes) throw failed(`it is larger than ${maxBytes} bytes`);
      const contentType = response.headers.get('content-type')?.toLowerCase() ?? '';
      return { bytes, contentType, url: response.url };
    } catch (error) {
      throw error instanceof DownloadError ? error : failed(reasonOf(error), error);
    }
  };
}

/** Returns the body, or undefined if it is too large: an endless body must not fill the memory. */
async function bytesOf({ body }: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the cause of a failed `fetch`, whose own message is only "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
