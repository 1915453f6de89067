import { mapItems, filterItems, type ListPage } from '../../api/listings.ts';
import { normalizeUser } from '../../api/normalize.ts';
import { listOverOrganizations } from '../../model/organizations.ts';
import type { QueryPerson } from '../../model/reviews/queries.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Choice } from '../../ui/prompts.ts';
import { skipForbidden } from '../picking/pick.ts';

/** Lists the members of all organizations as choices, without duplicates. */
export function peopleOf(
  connection: Connection,
  search: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Choice<QueryPerson>>> {
  const query = { search: search || undefined, order: 'asc' as const };
  const list = ({ id: organizationId }: { id: string }) =>
    skipForbidden(connection.api.list('GET /orgs/{organizationId}/members', { organizationId, query }, { signal }));
  const people = mapItems(listOverOrganizations(connection, list, signal), ({ item, organization }) => ({
    user: normalizeUser(item.user),
    organization,
  }));
  const seenIds = new Set<string>();
  const once = filterItems(people, ({ user }) => Boolean(user?.id) && seenIds.size < seenIds.add(user?.id ?? '').size);
  return mapItems(once, ({ user, organization }): Choice<QueryPerson> => {
    const { id = '', displayName: name = '', email } = user ?? {};
    return { label: name, description: [email, organization.title].filter(Boolean).join(' · '), value: { id, name } };
  });
}
