import { t } from '@vscode/l10n';
import { ApiError } from './errors.ts';
import type { HttpReply } from './http.ts';
import { isId } from './normalize.ts';
import { fillPath } from './resources.ts';
import type { Route } from './routes.ts';

/** Returns the method, URL and body of a request. Throws an ApiError if a path parameter is no valid ID. */
export function encodeRequest(
  base: string,
  route: Route,
  input: object,
): { method: string; url: string; body: unknown } {
  const { query, body, ...parameters } = input as { query?: object; body?: unknown; [name: string]: unknown };
  const [method = '', template = ''] = route.split(' ');
  // An invalid ID would change the path, so that it addresses another operation or none.
  for (const [name, value] of Object.entries(parameters).filter(([, value]) => !isId(value))) {
    const message =
      typeof value === 'string'
        ? t`The service gave "${value.toWellFormed()}" as ${name}, which cannot be one.`
        : t`The service gave nothing as ${name}, which cannot be one.`;
    throw new ApiError('invalid', message, { route });
  }
  const path = fillPath(template, parameters);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return { method, url: `${base}/v1${path}${suffix}`, body };
}

/** Parses the JSON of a reply. Throws an ApiError if it is not JSON. */
export function parseReply(route: string, reply: HttpReply): unknown {
  try {
    return withoutNulls(reply.body.toString());
  } catch (cause) {
    const message = t(
      'The server answered with something other than JSON; this may not be the address of the documentation service.',
    );
    throw new ApiError('notService', message, { route, status: reply.status, cause });
  }
}

/**
 * Parses JSON, and removes null from lists of objects: other servers put it in place of resources that are not visible.
 */
function withoutNulls(text: string): unknown {
  const isResources = (list: unknown[]) => list.every(item => typeof item === 'object');
  const cleaned = (_: string, value: unknown) =>
    Array.isArray(value) && value.includes(null) && isResources(value) ? value.filter(item => item !== null) : value;
  const canContainNulls = /[[,]\s*null\s*[,\]]/.test(text);
  return JSON.parse(text, canContainNulls ? cleaned : undefined) as unknown;
}
