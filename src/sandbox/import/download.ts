import { HttpError } from '../errors.ts';

/** Fetches what another server has at an address; `field` is what a request has the address in, for messages. */
export type Download = (url: string, field: string) => Promise<Downloaded>;

/** What another server gave. */
export interface Downloaded {
  bytes: Buffer;
  /** As the server calls it, in lower case; empty when it does not say. */
  contentType: string;
  /** Where it was in the end, after redirects. */
  url: string;
}

/** Nothing came from another server, or too much, or not soon enough. */
export class DownloadError extends HttpError {
  readonly isTimeout: boolean;

  constructor(message: string, cause: unknown) {
    super(400, message);
    this.isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  }
}

interface Waiting {
  /** How many milliseconds another server is waited for. */
  patience: number;
  stopping: AbortSignal;
}

const mostBytes = 20 * 1024 * 1024;

/** The one way to other servers. */
export function createDownload({ patience, stopping }: Waiting): Download {
  return async (url, field) => {
    const failed = (reason: string, cause?: unknown) =>
      new DownloadError(`Could not fetch ${field}.url, '${url}': ${reason}.`, cause);
    if (!/^https?:/i.test(url)) throw failed('it is no address of the web');
    try {
      const response = await fetch(url, { signal: AbortSignal.any([stopping, AbortSignal.timeout(patience)]) });
      if (!response.ok) {
        await response.body?.cancel();
        throw failed(`the server answered ${response.status}`);
      }
      const bytes = await bytesOf(response);
      if (!bytes) throw failed(`it is larger than ${mostBytes} bytes`);
      const contentType = response.headers.get('content-type')?.toLowerCase() ?? '';
      return { bytes, contentType, url: response.url };
    } catch (error) {
      throw error instanceof DownloadError ? error : failed(reasonOf(error), error);
    }
  };
}

/** What a server answers, or undefined where that is too long: a body without end must not fill the memory. */
async function bytesOf({ body }: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** `fetch` says no more than "fetch failed"; why is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
