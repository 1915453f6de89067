import { concatLists, mapItems, type ListPage } from '../api/listings.ts';
import { normalizeResources } from '../api/normalize.ts';
import type { Schema } from '../api/routes.ts';
import type { Connection } from './session/connection.ts';

export type Organization = Schema<'Organization'>;

/** An item of a list, and the organization that has it. */
export interface InOrganization<T> {
  item: T;
  organization: Organization;
}

/** Returns the organizations of an account as last listed, or requests them if they were not listed yet. */
export async function knownOrganizations(
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly Organization[]> {
  return connection.organizations ?? listOrganizations(connection, signal);
}

export async function listOrganizations(connection: Connection, signal: AbortSignal): Promise<Organization[]> {
  const organizations = normalizeResources(await connection.api.listAll('GET /orgs', {}, { signal }));
  connection.organizations = organizations;
  return organizations;
}

/** Concatenates a list of each organization, in the order of the organizations. */
export async function* listOverOrganizations<T>(
  connection: Connection,
  list: (organization: Organization) => AsyncIterable<ListPage<T>>,
  signal: AbortSignal,
): AsyncGenerator<ListPage<InOrganization<T>>> {
  const organizations = await listOrganizations(connection, signal);
  yield* concatLists(organizations.map(organization => mapItems(list(organization), item => ({ item, organization }))));
}
