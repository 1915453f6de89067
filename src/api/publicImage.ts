import { Failure } from './failure.ts';
import type { Http, HttpOptions, HttpReply } from './http.ts';
import { isPrivateHost } from './publicAddress.ts';
import { words } from './words.ts';

/** How images of the web are asked for: once, for a short time, and not further than it is looked at here. */
export const imageLimits = {
  timeoutMs: 15_000,
  totalTimeoutMs: 15_000,
  maxRetries: 0,
  maxRedirects: 0,
  maxBytes: 5 * 1024 ** 2,
  isPublic: true,
} as const satisfies HttpOptions;

/**
 * Fetches an image of the web, and gives it as an address that holds all of it. Nothing is sent along that tells who asks,
 * and nothing but the web is asked, wherever a server sends on. Throws a Failure that says why there is none.
 */
export async function publicImage(
  { send, explain }: Pick<Http, 'send' | 'explain'>,
  address: string,
  signal?: AbortSignal,
): Promise<string> {
  let url = demandPublic(address);
  for (let hops = 0; hops <= mostHops; hops++) {
    const request = { method: 'GET', url: url.href, headers: { accept: [...types].join(', ') }, signal };
    const reply = await send(request).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Failure(words`The image could not be loaded: ${explain(url.href, error).message}`, { cause: error });
    });
    const next = [301, 302, 303, 307, 308].includes(reply.status) ? reply.headers['location'] : undefined;
    if (typeof next !== 'string') return dataOf(reply, url);
    url = demandPublic(next, url);
  }
  throw new Failure(words`The image could not be loaded: ${url.host} sends on in a circle.`);
}

const mostHops = 5;

function demandPublic(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:')
    throw new Failure('The image could not be loaded: its address does not begin with https.');
  if (isPrivateHost(url.hostname)) {
    throw new Failure(words`The image could not be loaded: ${url.host} is no server of the web.`);
  }
  // Names and passwords in an address are sent to nobody.
  [url.username, url.password] = ['', ''];
  return url;
}

function dataOf({ status, headers, body }: HttpReply, { host }: URL): string {
  const type = /^[^;\s]*/.exec(String(headers['content-type'] ?? '').toLowerCase())?.[0] ?? '';
  if (status !== 200) throw new Failure(words`The image could not be loaded: ${host} answered with ${status}.`);
  if (!types.has(type)) {
    throw new Failure(words`The image could not be loaded: what ${host} sent is no image that is shown here.`);
  }
  return `data:${type};base64,${body.toString('base64')}`;
}

/** Of these nothing runs, and nothing is loaded by them, where they are images. */
const types: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'svg+xml'].map(name => `image/${name}`),
);
