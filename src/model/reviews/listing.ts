import { isApiError } from '../../api/errors.ts';
import { prefetchFirstPage, mapItems, mergeSorted, filterItems, type ListPage } from '../../api/listings.ts';
import { isId, normalizeResources } from '../../api/normalize.ts';
import type { RequestInput } from '../../api/routes.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  normalizeChangeRequest,
  parseTime,
} from '../content/changeRequests.ts';
import type { Organization } from '../organizations.ts';
import type { Connection } from '../session/connection.ts';
import type { QueryPerson, Query, WatchedSpace } from './queries.ts';

/** A listed change request, with the titles of its space and organization. */
export interface ListedChangeRequest {
  place: ChangeRequestPlace;
  changeRequest: ChangeRequest;
  space: string;
  organization: string;
  /** ID of the organization, if the title of the space is not known yet. */
  organizationId?: string;
}

/** The parameters of a list. */
export interface ChangeRequestListRequest {
  connection: Connection;
  query: Query;
  /** ID of the user, if known. */
  me: string | undefined;
  signal: AbortSignal | undefined;
}

const ofOrganization = 'GET /orgs/{organizationId}/change-requests';
const ofSpace = 'GET /spaces/{spaceId}/change-requests';

/** Page sizes: `few`, as shown at once, if the service filters the list, and `maxItems` if it is filtered here. */
const few = 50;
const maxItems = 1000;

const day = 24 * 60 * 60 * 1000;

/** Returns true if the server lists the change requests of all spaces of an organization together. */
export async function listsOrganizations(
  asked: ChangeRequestListRequest,
  organizations: readonly Organization[],
): Promise<boolean> {
  for (const { id } of organizations) {
    try {
      return await asked.connection.api.isSupported(ofOrganization, inputFor(asked, id), { signal: asked.signal });
    } catch (error) {
      // A guest may not list one organization; another one shows whether the server offers this.
      if (!isApiError(error, 'forbidden')) throw error;
    }
  }
  return true;
}

/** Lists the matching change requests of all organizations, newest first. */
export function listInOrganizations(
  asked: ChangeRequestListRequest,
  organizations: readonly Organization[],
): AsyncGenerator<ListPage<ListedChangeRequest>> {
  const { connection, query, signal } = asked;
  const lists = organizations.map(({ id, title }) => {
    const pages = connection.api.list(ofOrganization, inputFor(asked, id), { signal });
    const isPlaced = ({ space }: ChangeRequest) => isId(space);
    const placed = mapItems(filterItems(normalizePages(pages), isPlaced), (changeRequest): ListedChangeRequest => {
      const { space = '', number } = changeRequest;
      return { place: { connection, space, number }, changeRequest, space, organization: title, organizationId: id };
    });
    // The service lists the newest first: after one that is too old, all others are too old.
    return prefetchFirstPage(
      unlessRefused(
        filterItems(
          until(placed, query),
          changeRequest => isRecent(changeRequest, query) && hasText(changeRequest, query),
        ),
      ),
    );
  });
  return mergeSorted(lists, byTime);
}

/** Lists the matching change requests of watched spaces; `reviewers` returns the IDs of the requested reviewers. */
export function listInSpaces(
  asked: ChangeRequestListRequest,
  spaces: readonly WatchedSpace[],
  reviewers: (changeRequest: ListedChangeRequest) => Promise<readonly string[]>,
): AsyncGenerator<ListPage<ListedChangeRequest>> {
  const { connection, query, signal } = asked;
  const { space } = query;
  const searched: readonly WatchedSpace[] = space ? [spaces.find(({ id }) => id === space.id) ?? space] : spaces;
  const author = idOf(query.author, asked);
  const reviewer = idOf(query.reviewer, asked);
  const lists = searched.flatMap(({ id: spaceId, title = spaceId, organization = '' }) =>
    query.statuses.map(status => {
      const pages = connection.api.list(ofSpace, { spaceId, query: { status, limit: maxItems } }, { signal });
      const placed = mapItems(normalizePages(pages), (changeRequest): ListedChangeRequest => {
        const place = { connection, space: spaceId, number: changeRequest.number };
        return { place, changeRequest, space: title, organization };
      });
      const isMatch = (changeRequest: ListedChangeRequest) =>
        isRecent(changeRequest, query) &&
        hasText(changeRequest, query) &&
        (author === undefined || changeRequest.changeRequest.createdBy.id === author);
      return prefetchFirstPage(unlessRefused(filterItems(sorted(placed), isMatch)));
    }),
  );
  const isAsked = async (changeRequest: ListedChangeRequest) =>
    reviewer === undefined || (await reviewers(changeRequest)).includes(reviewer);
  return filterAsync(mergeSorted(lists, byTime), isAsked);
}

/** Filters a list by an asynchronous condition. */
export async function* filterAsync<T>(
  pages: AsyncIterable<ListPage<T>>,
  isMatch: (item: T) => Promise<boolean>,
): AsyncGenerator<ListPage<T>> {
  for await (const { items, hasMore } of pages) {
    const matches = await Promise.all(items.map(isMatch));
    yield { items: items.filter((_, index) => matches[index]), hasMore };
  }
}

function inputFor(asked: ChangeRequestListRequest, organizationId: string): RequestInput<typeof ofOrganization> {
  const { statuses, space, author, reviewer, text } = asked.query;
  const query = {
    status: [...statuses],
    creator: idOf(author, asked),
    requestedReviewer: idOf(reviewer, asked),
    space: space?.id,
    orderBy: 'updatedAt' as const,
    limit: text === undefined ? few : maxItems,
  };
  return { organizationId, query };
}

function idOf(who: QueryPerson | 'me' | undefined, { me }: ChangeRequestListRequest): string | undefined {
  // Lists about the user are only read once the user is known.
  return who === 'me' ? (me ?? '') : who?.id;
}

async function* normalizePages(pages: AsyncIterable<ListPage<ChangeRequest>>): AsyncGenerator<ListPage<ChangeRequest>> {
  for await (const { items, hasMore } of pages) {
    const readable = normalizeResources(items).filter(({ number }) => Number.isSafeInteger(number));
    yield { items: readable.map(one => normalizeChangeRequest(one, one.number)), hasMore };
  }
}

function byTime(one: ListedChangeRequest, other: ListedChangeRequest): number {
  return parseTime(other.changeRequest.updatedAt) - parseTime(one.changeRequest.updatedAt);
}

/** Sorts each page of a list, newest first. */
async function* sorted(
  pages: AsyncIterable<ListPage<ListedChangeRequest>>,
): AsyncGenerator<ListPage<ListedChangeRequest>> {
  for await (const { items, hasMore } of pages) yield { items: items.sort(byTime), hasMore };
}

/** Ends a newest-first list at the first page with an item that is too old for the query. */
async function* until(
  pages: AsyncIterable<ListPage<ListedChangeRequest>>,
  { days }: Query,
): AsyncGenerator<ListPage<ListedChangeRequest>> {
  for await (const { items, hasMore } of pages) {
    const isEnd = items.some(({ changeRequest }) => isOlder(changeRequest.updatedAt, days));
    yield { items, hasMore: hasMore && !isEnd };
    if (isEnd) return;
  }
}

function isRecent({ changeRequest: { mergedAt, updatedAt } }: ListedChangeRequest, { days }: Query): boolean {
  return !isOlder(mergedAt ?? updatedAt, days);
}

/** Returns false for a date that cannot be parsed. */
function isOlder(date: string, days = Infinity): boolean {
  const time = parseTime(date);
  return time > 0 && time < Date.now() - days * day;
}

function hasText({ changeRequest: { subject, number } }: ListedChangeRequest, { text = '' }: Query): boolean {
  return `#${number} ${subject}`.toLowerCase().includes(text.toLowerCase());
}

/** Ends a list that the user may not read, so that other lists are still shown. */
async function* unlessRefused<T>(pages: AsyncIterable<ListPage<T>>): AsyncGenerator<ListPage<T>> {
  try {
    yield* pages;
  } catch (error) {
    if (!isApiError(error, 'forbidden', 'notFound')) throw error;
  }
}
