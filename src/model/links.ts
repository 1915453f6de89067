import { t } from '@vscode/l10n';
import { isApiError } from '../api/errors.ts';
import { UnsupportedOperation } from '../api/failure.ts';
import { type ReportedLink, type ReportedLinkPlace, parseReportedLink, parseLinkPlace } from '../api/reportedLinks.ts';
import { concatLists, mapItems, type ListPage } from '../api/listings.ts';
import { type ChangeRequestPlace, parametersOf } from './content/changeRequests.ts';
import { readChanges } from './content/changes.ts';
import type { Place } from './content/snapshot.ts';
import type { SpacePlace } from './rights.ts';

/** Number of links on one page of a list. */
const limit = 1000;

/** Maximum number of changed pages whose links are requested. */
const maxChangedPages = 100;

/** Lists the links of the main content of a space, or only those with a status. */
export async function* linksOfSpace(
  { connection, space: spaceId }: SpacePlace,
  signal: AbortSignal,
  status?: 'broken',
): AsyncGenerator<ListPage<ReportedLink>> {
  const route = 'GET /spaces/{spaceId}/links';
  const input = { spaceId, query: { limit, status } };
  yield* offered(mapItems(connection.api.optionalList(route, input, { signal }), parseReportedLink));
}

/** Lists the links of a page in a change request. */
export async function* linksOfPage(
  place: ChangeRequestPlace,
  pageId: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<ReportedLink>> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links';
  const input = { ...parametersOf(place), pageId, query: { limit } };
  yield* offered(mapItems(place.connection.api.optionalList(route, input, { signal }), parseReportedLink));
}

/**
 * Lists the places that link to a page or file of a version. For a change request, these are the places in the main
 * content, except that the pages it changes are read in the change request.
 */
export async function* backlinks(
  place: Place,
  target: { id: string; kind: 'page' | 'file' },
  signal: AbortSignal,
): AsyncGenerator<ListPage<ReportedLinkPlace>> {
  const { connection, space, version } = place;
  const inChangeRequest = version.kind === 'changeRequest' ? { connection, space, number: version.number } : undefined;
  if (inChangeRequest && target.kind === 'file') {
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks';
    const input = { ...parametersOf(inChangeRequest), fileId: target.id, query: { limit } };
    const pages = offered(connection.api.optionalList(route, input, { signal }));
    for await (const { items, hasMore } of pages) {
      yield { items: items.flatMap(reference => parseLinkPlace(reference) ?? []), hasMore };
    }
    return;
  }
  const changes = (inChangeRequest && (await readChanges(inChangeRequest, { signal })))?.changes ?? [];
  const changed = new Set(changes.flatMap(({ page }) => page ?? []));
  const still = changes.flatMap(({ page, verb }) => (page && verb !== 'deleted' ? page : [])).slice(0, maxChangedPages);
  const toTarget = async function* (
    links: AsyncIterable<ListPage<ReportedLink>>,
    isMatch: (place: ReportedLinkPlace) => boolean,
  ) {
    for await (const { items, hasMore } of links) {
      const places = items.filter(link => link.target === target.id).flatMap(link => link.places);
      yield { items: places.filter(isMatch), hasMore };
    }
  };
  const ofChangedPages = inChangeRequest
    ? still.map(page => toTarget(linksOfPage(inChangeRequest, page, signal), () => true))
    : [];
  yield* concatLists([toTarget(linksOfSpace(place, signal), ({ page }) => !changed.has(page)), ...ofChangedPages]);
}

/**
 * Lists links of something that exists. Throws an UnsupportedOperation if the server responds that it does not exist.
 */
async function* offered<T>(pages: AsyncIterable<ListPage<T>>): AsyncGenerator<ListPage<T>> {
  try {
    yield* pages;
  } catch (error) {
    throw isApiError(error, 'notFound', 'notOffered') ? new UnsupportedOperation(notOffered, { cause: error }) : error;
  }
}

const notOffered = t('This server does not tell what its pages link to, as newer ones do not.');
