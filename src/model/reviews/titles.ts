import { isUnavailable } from '../../api/errors.ts';
import { shownResource, shownResources } from '../../api/readable.ts';
import type { Page } from '../../api/listings.ts';
import type { Content } from '../content/content.ts';
import { listOrganizations, type Organization } from '../organizations.ts';
import { type Connection, resourceAddress } from '../session/connection.ts';
import { listedSpaces, type Space } from '../spaces.ts';
import { memoized, unlessRefused } from './asking.ts';
import type { Found } from './listing.ts';
import type { WatchedSpace } from './queries.ts';

/** What organizations and spaces are called, each asked for once. */
export class Titles {
  readonly #content: Content;
  readonly #signal: AbortSignal;
  readonly #organizations = new Map<string, Promise<Organization[]>>();
  /** What all spaces of an organization are called, by its address. */
  readonly #titles = new Map<string, Promise<ReadonlyMap<string, string>>>();
  readonly #spaces = new Map<string, Promise<Space>>();

  constructor(content: Content, signal: AbortSignal) {
    this.#content = content;
    this.#signal = signal;
  }

  organizations(connection: Connection): Promise<Organization[]> {
    return memoized(this.#organizations, connection.id, () => listOrganizations(connection, this.#signal));
  }

  async *titled(pages: AsyncIterable<Page<Found>>): AsyncGenerator<Page<Found>> {
    for await (const { items, hasMore } of pages) {
      const titled = items.map(async changeRequest => ({
        ...changeRequest,
        space: (await this.#titleOf(changeRequest)) ?? changeRequest.space,
      }));
      yield { items: await Promise.all(titled), hasMore };
    }
  }

  /** A space with what it and its organization are called. */
  async named(connection: Connection, watched: WatchedSpace): Promise<WatchedSpace> {
    if (watched.title !== undefined) return watched;
    const space = await this.#space(connection, watched.id);
    const organizations = await this.organizations(connection);
    const organization = organizations.find(({ id }) => id === space?.organization);
    return {
      ...watched,
      ...(space && { title: space.title }),
      ...(organization && { organization: organization.title }),
    };
  }

  forget(): void {
    this.#organizations.clear();
    this.#titles.clear();
    this.#spaces.clear();
  }

  /** What the space of a change request is called; undefined where nobody tells. */
  async #titleOf({ place, organizationId = '' }: Found): Promise<string | undefined> {
    const { connection, space } = place;
    const address = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
    const ask = () => this.#titlesOf(connection, organizationId);
    let title: string | undefined;
    try {
      title = (await unlessRefused(memoized(this.#titles, address, ask)))?.get(space);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    return title ?? (await this.#space(connection, space))?.title;
  }

  async #titlesOf(connection: Connection, organizationId: string): Promise<ReadonlyMap<string, string>> {
    const titles = new Map<string, string>();
    for await (const { items } of listedSpaces(connection, organizationId, this.#signal)) {
      for (const space of shownResources(items)) {
        titles.set(space.id, space.title);
        this.#content.rights.learn(connection, space);
      }
    }
    return titles;
  }

  #space(connection: Connection, spaceId: string): Promise<Space | undefined> {
    const ask = async () => {
      const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId }, { signal: this.#signal });
      this.#content.rights.learn(connection, space);
      return shownResource(space);
    };
    const address = resourceAddress(connection, '/spaces/{spaceId}', { spaceId });
    return unlessRefused(memoized(this.#spaces, address, ask));
  }
}
