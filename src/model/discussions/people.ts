import { isApiError } from '../../api/errors.ts';
import type { ListPage } from '../../api/listings.ts';
import { isId, normalizeUser } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import type { Place } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import type { PlacedConversation } from './discussion.ts';

/** A user who can be mentioned. */
export interface Person {
  id: string;
  name: string;
  email?: string | undefined;
  isDisabled?: boolean | undefined;
}

type Member = Schema<'Member'>;

/** The members of an organization, as far as they are listed. */
interface MemberList {
  people: Map<string, Person>;
  start: () => AsyncIterator<ListPage<Member>>;
  rest: AsyncIterator<ListPage<Member>>;
  /** Resolves when the members of the pending page have been added. */
  pendingPage: Promise<void>;
  isComplete: boolean;
}

/** With this many matches, the next page of members is not read. */
const enoughMatches = 50;

/** The members of the organizations that spaces belong to, listed on demand and page by page. */
export class People {
  /** Lists of members by space ID. */
  readonly #lists = new WeakMap<Connection, Map<string, Promise<MemberList>>>();
  readonly #names = new WeakMap<Connection, Map<string, string>>();

  /** Returns members whose name or email begins with `text`; `isWhole` is true if all members are listed. */
  async members(place: Place, text: string): Promise<{ people: Person[]; isWhole: boolean }> {
    const listed = await this.#listFor(place);
    const matches = () => [...listed.people.values()].filter(person => !person.isDisabled && isCalled(person, text));
    // One page is enough for each call, because further typing calls again.
    await this.#readNextPage(place, listed, () => matches().length < enoughMatches);
    return { people: matches(), isWhole: listed.isComplete };
  }

  /** Reads the next page of members if one of these IDs is not listed yet. */
  async lookUp(place: Place, ids: readonly string[]): Promise<void> {
    const listed = await this.#listFor(place);
    await this.#readNextPage(place, listed, () => ids.some(id => !listed.people.has(id)));
  }

  /** Returns the name of a member, if listed. */
  nameOf(connection: Connection, id: string): string | undefined {
    return this.#names.get(connection)?.get(id);
  }

  #listFor({ connection, space: spaceId }: Place): Promise<MemberList> {
    const ofConnection = this.#lists.get(connection) ?? new Map<string, Promise<MemberList>>();
    this.#lists.set(connection, ofConnection);
    const known = ofConnection.get(spaceId);
    if (known) return known;
    const asked = begin(connection, spaceId);
    ofConnection.set(spaceId, asked);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    asked.catch(() => ofConnection.delete(spaceId));
    return asked;
  }

  /**
   * Reads the next page of members, unless a page that is being read makes it unnecessary. If the user may not list
   * them, the list counts as complete.
   */
  #readNextPage({ connection }: Place, listed: MemberList, isNeeded: () => boolean): Promise<void> {
    const names = this.#names.get(connection) ?? new Map<string, string>();
    this.#names.set(connection, names);
    const read = async () => {
      if (listed.isComplete || !isNeeded()) return;
      const next = await listed.rest.next().catch((error: unknown) => {
        if (isApiError(error, 'forbidden', 'notFound', 'notOffered')) return undefined;
        // A failed iterator has ended, so the list starts again.
        listed.rest = listed.start();
        throw error;
      });
      listed.isComplete = !next || next.done === true || !next.value.hasMore;
      if (!next || next.done) return;
      for (const { user, disabled } of next.value.items) {
        const { id, displayName: name, email } = normalizeUser(user) ?? {};
        if (!isId(id) || name === undefined) continue;
        listed.people.set(id, { id, name, email, isDisabled: disabled });
        names.set(id, name);
      }
    };
    // Pages are read one after the other. After a failure, the list starts again.
    listed.pendingPage = listed.pendingPage.catch(() => undefined).then(read);
    return listed.pendingPage;
  }
}

async function begin({ api }: Connection, spaceId: string): Promise<MemberList> {
  const { organization: organizationId = '' } = await api.request('GET /spaces/{spaceId}', { spaceId });
  const query = { limit: 1000, order: 'asc' } as const;
  const list = () => api.list('GET /orgs/{organizationId}/members', { organizationId, query });
  return { people: new Map(), start: list, rest: list(), pendingPage: Promise.resolve(), isComplete: false };
}

/** Returns the people who wrote in a discussion, the latest first. */
export function participantsOf(conversations: readonly PlacedConversation[]): Person[] {
  const messages = conversations.flatMap(({ comment, replies }) => [comment, ...replies]);
  const latest = messages.toSorted((one, other) => (one.postedAt < other.postedAt ? 1 : -1));
  const people = latest.map(({ postedBy: { id, displayName: name, email } }) => ({ id, name, email }));
  return [...new Map(people.toReversed().map(person => [person.id, person])).values()].toReversed();
}

/** Returns the display name of a user who wrote in one of the conversations. */
export function nameIn(conversations: readonly PlacedConversation[], id: string): string | undefined {
  for (const { comment, replies } of conversations) {
    const message = [comment, ...replies].find(({ postedBy }) => postedBy.id === id);
    if (message) return message.postedBy.displayName;
  }
  return undefined;
}

function isCalled({ name, email = '' }: Person, text: string): boolean {
  const words = [...name.split(/\s+/), name, email].map(word => word.toLocaleLowerCase());
  return words.some(word => word.startsWith(text.toLocaleLowerCase()));
}
