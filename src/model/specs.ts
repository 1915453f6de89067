import { hasVisibleText } from '../api/escape.ts';
import type { Connection } from './session/connection.ts';

/** How long the specs of a space are cached, in milliseconds. */
const cacheMs = 60_000;

const caches = new WeakMap<Connection, Map<string, { slugs: Promise<string[]>; readAt: number }>>();

/** Returns the slugs of the OpenAPI specs that the pages of a space can show. */
export function specsOfSpace({ connection, space }: { connection: Connection; space: string }): Promise<string[]> {
  const cache = caches.get(connection) ?? new Map<string, { slugs: Promise<string[]>; readAt: number }>();
  caches.set(connection, cache);
  const known = cache.get(space);
  if (known && Date.now() - known.readAt < cacheMs) return known.slugs;
  const slugs = readSpecs(connection, space);
  cache.set(space, { slugs, readAt: Date.now() });
  // A failure is not cached: it goes to the caller, and the next call sends the request again.
  slugs.catch(() => cache.delete(space));
  return slugs;
}

async function readSpecs({ api }: Connection, spaceId: string): Promise<string[]> {
  const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId });
  if (!hasVisibleText(organizationId)) return [];
  const specs = await api.listAll('GET /orgs/{organizationId}/openapi', { organizationId });
  return specs.flatMap(spec => (hasVisibleText(spec?.slug) ? [spec.slug] : []));
}
