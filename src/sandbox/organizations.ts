import type { Schema } from '../api/routes.ts';
import { app, location } from './addresses.ts';
import { organizationFor, organizationPermissions } from './callers.ts';
import type { Caller } from './callers.ts';
import { paged } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { OrganizationRow } from './rows.ts';

export const organizations = {
  'GET /orgs': ({ query }, caller) => {
    const { state, user } = caller;
    const memberships = state.members.by('user', user.id).filter(member => !member.disabled);
    return ok(
      paged(query, {
        rows: memberships,
        key: member => [state.members.sequence(member.id)],
        present: member => presentOrganization(caller, state.organizations.get(member.organization)),
      }),
    );
  },

  'GET /orgs/{organizationId}': ({ organizationId }, caller) =>
    ok(presentOrganization(caller, organizationFor(caller, organizationId))),
} satisfies Partial<Handlers>;

export function presentOrganization(caller: Caller, row: OrganizationRow): Schema<'Organization'> {
  const { logo, ...stored } = row;
  return {
    object: 'organization',
    ...stored,
    urls: {
      location: location(caller, `/orgs/${row.id}`),
      app: app(caller, `/orgs/${row.id}`),
      ...(logo === undefined ? {} : { logo }),
    },
    permissions: organizationPermissions(caller, row),
  };
}
