import { HttpError } from '../errors.ts';
import type { Work } from '../store/tasks.ts';

/** What another server gave. */
export interface Download {
  bytes: Buffer;
  /** As the server calls it, in lower case; empty when it does not say. */
  contentType: string;
  /** Where it was in the end, after redirects. */
  url: string;
}

const mostBytes = 20 * 1024 * 1024;

/** Fetches what is at an address; `field` is what the request has it in, for messages. */
export async function download(work: Work, url: string, field: string): Promise<Download> {
  const failed = (reason: string) => new HttpError(400, `Could not fetch ${field}.url, '${url}': ${reason}.`);
  if (!/^https?:/i.test(url)) throw failed('it is no address of the web');
  try {
    const signal = AbortSignal.any([work.stopping, AbortSignal.timeout(work.patience)]);
    const response = await fetch(url, { signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw failed(`the server answered ${response.status}`);
    }
    const bytes = await bytesOf(response);
    if (!bytes) throw failed(`it is larger than ${mostBytes} bytes`);
    const contentType = response.headers.get('content-type')?.toLowerCase() ?? '';
    return { bytes, contentType, url: response.url };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw failed(reasonOf(error));
  }
}

/** What a server answers, or undefined where that is too long: a body without end must not fill the memory. */
export async function bytesOf({ body }: Response): Promise<Buffer | undefined> {
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
