import { failedAs } from '../../api/errors.ts';
import { begun, chained, mapped, only, type Page } from '../../api/listings.ts';
import { isId, shownResources } from '../../api/readable.ts';
import type { Input } from '../../api/routes.ts';
import { type ChangeRequest, type ChangeRequestPlace, readableChangeRequest } from '../content/changeRequests.ts';
import type { Organization } from '../organizations.ts';
import type { Connection } from '../session/connection.ts';
import type { Person, Query, WatchedSpace } from './queries.ts';

/** A change request of a list, with what its space and organization are called. */
export interface Found {
  place: ChangeRequestPlace;
  changeRequest: ChangeRequest;
  space: string;
  organization: string;
  /** ID of that, where the space is not called anything yet. */
  organizationId?: string;
}

/** What is asked for. */
export interface Asked {
  connection: Connection;
  query: Query;
  /** ID of the user, where it is known. */
  me: string | undefined;
  signal: AbortSignal | undefined;
}

const ofOrganization = 'GET /orgs/{organizationId}/change-requests';
const ofSpace = 'GET /spaces/{spaceId}/change-requests';

/** How many a page has: few enough to ask about each of them. */
const limit = 50;

/** Whether the server lists the change requests of all spaces of an organization together. */
export async function listsOrganizations(asked: Asked, organizations: readonly Organization[]): Promise<boolean> {
  for (const { id } of organizations) {
    try {
      return await asked.connection.api.offers(ofOrganization, inputFor(asked, id), { signal: asked.signal });
    } catch (error) {
      // A guest may list nothing there; another organization tells.
      if (!failedAs(error, 'forbidden')) throw error;
    }
  }
  return true;
}

/** The change requests of all organizations for which a query holds, the newest of each first, by one list for each. */
export function inOrganizations(asked: Asked, organizations: readonly Organization[]): AsyncGenerator<Page<Found>> {
  const { connection, query, signal } = asked;
  const lists = organizations.map(({ id, title }) => {
    const pages = connection.api.list(ofOrganization, inputFor(asked, id), { signal });
    const isPlaced = ({ space }: ChangeRequest) => isId(space);
    const placed = mapped(only(shown(pages), isPlaced), (changeRequest): Found => {
      const { space = '', number } = changeRequest;
      return { place: { connection, space, number }, changeRequest, space, organization: title, organizationId: id };
    });
    return begun(unlessRefused(only(placed, found => hasText(found, query))));
  });
  return chained(lists);
}

/** The same in the spaces that are watched; `reviewers` tells who is asked to review one. */
export function inSpaces(
  asked: Asked,
  spaces: readonly WatchedSpace[],
  reviewers: (found: Found) => Promise<readonly string[]>,
): AsyncGenerator<Page<Found>> {
  const { connection, query, signal } = asked;
  const meant = query.space ? spaces.filter(({ id }) => id === query.space?.id) : spaces;
  const author = idOf(query.author, asked);
  const reviewer = idOf(query.reviewer, asked);
  const lists = meant.flatMap(({ id: spaceId, title = spaceId, organization = '' }) =>
    query.statuses.map(status => {
      const pages = connection.api.list(ofSpace, { spaceId, query: { status, limit } }, { signal });
      const placed = mapped(shown(pages), (changeRequest): Found => {
        const place = { connection, space: spaceId, number: changeRequest.number };
        return { place, changeRequest, space: title, organization };
      });
      const isMeant = (found: Found) =>
        hasText(found, query) && (author === undefined || found.changeRequest.createdBy.id === author);
      return begun(unlessRefused(only(placed, isMeant)));
    }),
  );
  const isAsked = async (found: Found) => reviewer === undefined || (await reviewers(found)).includes(reviewer);
  return where(chained(lists), isAsked);
}

/** Those items of a list that turn out to be meant. */
export async function* where<T>(
  pages: AsyncIterable<Page<T>>,
  isMeant: (item: T) => Promise<boolean>,
): AsyncGenerator<Page<T>> {
  for await (const { items, hasMore } of pages) {
    const meant = await Promise.all(items.map(isMeant));
    yield { items: items.filter((_, index) => meant[index]), hasMore };
  }
}

function inputFor(asked: Asked, organizationId: string): Input<typeof ofOrganization> {
  const { statuses, space, author, reviewer } = asked.query;
  const query = {
    status: [...statuses],
    creator: idOf(author, asked),
    requestedReviewer: idOf(reviewer, asked),
    space: space?.id,
    orderBy: 'updatedAt' as const,
    limit,
  };
  return { organizationId, query };
}

function idOf(who: Person | 'me' | undefined, { me }: Asked): string | undefined {
  // Nothing is asked for before it is known who that is.
  return who === 'me' ? (me ?? '') : who?.id;
}

async function* shown(pages: AsyncIterable<Page<ChangeRequest>>): AsyncGenerator<Page<ChangeRequest>> {
  for await (const { items, hasMore } of pages) {
    const readable = shownResources(items).filter(({ number }) => Number.isSafeInteger(number));
    yield { items: readable.map(one => readableChangeRequest(one, one.number)), hasMore };
  }
}

function hasText({ changeRequest: { subject, number } }: Found, { text = '' }: Query): boolean {
  return `#${number} ${subject}`.toLowerCase().includes(text.toLowerCase());
}

/** What one organization or space keeps from the user hides nothing of the others. */
async function* unlessRefused<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<Page<T>> {
  try {
    yield* pages;
  } catch (error) {
    if (!failedAs(error, 'forbidden', 'notFound')) throw error;
  }
}
