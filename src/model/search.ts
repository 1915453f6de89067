import { t } from '@vscode/l10n';
import { UnsupportedOperation } from '../api/failure.ts';
import { type SearchHit, searchHitsIn } from '../api/searchHits.ts';
import type { ListPage } from '../api/listings.ts';
import { normalizeResources } from '../api/normalize.ts';
import type { Connection } from './session/connection.ts';

const ofOrganization = 'GET /orgs/{organizationId}/search';
const ofSpace = 'GET /spaces/{spaceId}/search';

/** Maximum length of a query, in characters. */
const longest = 512;

/** Searches the pages of an organization, best match first. An empty query sends no request. */
export async function* searchEverywhere(
  { api }: Connection,
  organizationId: string,
  text: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<SearchHit>> {
  const query = queryOf(text);
  if (!query) return;
  const input = { organizationId, query: { query } };
  if (!(await api.isSupported(ofOrganization, input, { signal }))) throw new UnsupportedOperation(notOffered);
  for await (const { items, hasMore } of api.list(ofOrganization, input, { signal })) {
    yield { items: normalizeResources(items).flatMap(searchHitsIn), hasMore };
  }
}

/** Searches one space. If the server only searches organizations, their results are filtered by space. */
export async function* searchSpace(
  connection: Connection,
  space: { id: string; title: string; organization: string },
  text: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<SearchHit>> {
  const { api } = connection;
  const query = queryOf(text);
  if (!query) return;
  const { id, title } = space;
  const input = { spaceId: id, query: { query } };
  if (await api.isAvailable(ofSpace, input, { signal })) {
    for await (const { items, hasMore } of api.list(ofSpace, input, { signal })) {
      yield { items: searchHitsIn({ id, title, pages: items }), hasMore };
    }
    return;
  }
  for await (const { items, hasMore } of searchEverywhere(connection, space.organization, text, signal)) {
    yield { items: items.filter(hit => hit.space.id === id), hasMore };
  }
}

function queryOf(text: string): string {
  return text.trim().slice(0, longest);
}

const notOffered = t(
  'Could not search: this server does not offer that. The pages are listed below the spaces of the Marginalia view.',
);
