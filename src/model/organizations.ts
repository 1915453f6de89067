import { chained, mapped, type Page } from '../api/listings.ts';
import { shownResources } from '../api/readable.ts';
import type { Schema } from '../api/routes.ts';
import type { Connection } from './session/connection.ts';

export type Organization = Schema<'Organization'>;

/** An item of a list, and the organization that has it. */
export interface InOrganization<T> {
  item: T;
  organization: Organization;
}

/** A list that each organization has, over all of them, one organization after the other. */
export async function* overOrganizations<T>(
  { api }: Connection,
  list: (organization: Organization) => AsyncIterable<Page<T>>,
  signal: AbortSignal,
): AsyncGenerator<Page<InOrganization<T>>> {
  const organizations = shownResources(await api.all('GET /orgs', {}, { signal }));
  yield* chained(organizations.map(organization => mapped(list(organization), item => ({ item, organization }))));
}
