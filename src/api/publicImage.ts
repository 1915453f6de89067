import { t } from '@vscode/l10n';
import { Failure } from './failure.ts';
import type { Http, HttpOptions, HttpReply } from './http.ts';
import { isPrivateHost } from './publicAddress.ts';
import { tEscaped } from './escape.ts';

/** Limits of image requests. Redirects are followed by `fetchPublicImage`, which checks each address. */
export const imageLimits = {
  timeoutMs: 15_000,
  totalTimeoutMs: 15_000,
  maxRetries: 0,
  maxRedirects: 0,
  maxBytes: 5 * 1024 ** 2,
  isPublic: true,
} as const satisfies HttpOptions;

/**
 * Fetches an image from a public server and returns it as a `data:` URL. Sends nothing that identifies the user, and
 * refuses redirects to private addresses. Throws a Failure with the reason.
 */
export async function fetchPublicImage(
  { send, explain }: Pick<Http, 'send' | 'explain'>,
  address: string,
  signal?: AbortSignal,
): Promise<string> {
  let url = parsePublicUrl(address);
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const request = { method: 'GET', url: url.href, headers: { accept: [...imageTypes].join(', ') }, signal };
    const reply = await send(request).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Failure(tEscaped`The image could not be loaded: ${explain(url.href, error).message}`, { cause: error });
    });
    const next = [301, 302, 303, 307, 308].includes(reply.status) ? reply.headers['location'] : undefined;
    if (typeof next !== 'string') return dataUrlOf(reply, url);
    url = parsePublicUrl(next, url);
  }
  throw new Failure(tEscaped`The image could not be loaded: ${url.host} sends on in a circle.`);
}

const maxRedirects = 5;

function parsePublicUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:')
    throw new Failure(t('The image could not be loaded: its address does not begin with https.'));
  if (isPrivateHost(url.hostname)) {
    throw new Failure(tEscaped`The image could not be loaded: ${url.host} is no server of the web.`);
  }
  // Credentials in an address are never sent.
  [url.username, url.password] = ['', ''];
  return url;
}

function dataUrlOf({ status, headers, body }: HttpReply, { host }: URL): string {
  const type = /^[^;\s]*/.exec(String(headers['content-type'] ?? '').toLowerCase())?.[0] ?? '';
  if (status !== 200) throw new Failure(tEscaped`The image could not be loaded: ${host} answered with ${status}.`);
  if (!imageTypes.has(type)) {
    throw new Failure(tEscaped`The image could not be loaded: what ${host} sent is no image that is shown here.`);
  }
  return `data:${type};base64,${body.toString('base64')}`;
}

/** Formats that execute no scripts and load nothing else when shown as images. */
const imageTypes: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'svg+xml'].map(name => `image/${name}`),
);
