import { isUnavailable } from '../../api/errors.ts';
import { normalizeResource, normalizeResources } from '../../api/normalize.ts';
import type { ListPage } from '../../api/listings.ts';
import type { Content } from '../content/content.ts';
import { listOrganizations, type Organization } from '../organizations.ts';
import { type Connection, resourceAddress } from '../session/connection.ts';
import { listedSpaces, type Space } from '../spaces.ts';
import { undefinedIfRefused } from './undefinedIfRefused.ts';
import type { ListedChangeRequest } from './listing.ts';
import type { WatchedSpace } from './queries.ts';
import { memoizePromise } from '../concurrency.ts';

/** Provides the titles of organizations and spaces, requesting each once. */
export class TitleProvider {
  readonly #content: Content;
  readonly #signal: AbortSignal;
  readonly #organizations = new Map<string, Promise<Organization[]>>();
  /** Titles of the spaces of an organization by space ID, by address of the organization. */
  readonly #titles = new Map<string, Promise<ReadonlyMap<string, string>>>();
  readonly #spaces = new Map<string, Promise<Space>>();

  constructor(content: Content, signal: AbortSignal) {
    this.#content = content;
    this.#signal = signal;
  }

  organizations(connection: Connection): Promise<Organization[]> {
    return memoizePromise(this.#organizations, connection.id, () => listOrganizations(connection, this.#signal));
  }

  async *withTitles(
    pages: AsyncIterable<ListPage<ListedChangeRequest>>,
  ): AsyncGenerator<ListPage<ListedChangeRequest>> {
    for await (const { items, hasMore } of pages) {
      const titled = items.map(async changeRequest => ({
        ...changeRequest,
        space: (await this.#titleOf(changeRequest)) ?? changeRequest.space,
      }));
      yield { items: await Promise.all(titled), hasMore };
    }
  }

  /** Returns a space with its title and that of its organization. */
  async withTitle(connection: Connection, watched: WatchedSpace): Promise<WatchedSpace> {
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

  clear(): void {
    this.#organizations.clear();
    this.#titles.clear();
    this.#spaces.clear();
  }

  /** Returns the title of the space of a change request; undefined if it is unknown. */
  async #titleOf({ place, organizationId = '' }: ListedChangeRequest): Promise<string | undefined> {
    const { connection, space } = place;
    const address = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
    const ask = () => this.#titlesOf(connection, organizationId);
    let title: string | undefined;
    try {
      title = (await undefinedIfRefused(memoizePromise(this.#titles, address, ask)))?.get(space);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    return title ?? (await this.#space(connection, space))?.title;
  }

  async #titlesOf(connection: Connection, organizationId: string): Promise<ReadonlyMap<string, string>> {
    const titles = new Map<string, string>();
    for await (const { items } of listedSpaces(connection, organizationId, this.#signal)) {
      for (const space of normalizeResources(items)) {
        titles.set(space.id, space.title);
        this.#content.rights.record(connection, space);
      }
    }
    return titles;
  }

  #space(connection: Connection, spaceId: string): Promise<Space | undefined> {
    const ask = async () => {
      const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId }, { signal: this.#signal });
      this.#content.rights.record(connection, space);
      return normalizeResource(space);
    };
    const address = resourceAddress(connection, '/spaces/{spaceId}', { spaceId });
    return undefinedIfRefused(memoizePromise(this.#spaces, address, ask));
  }
}
