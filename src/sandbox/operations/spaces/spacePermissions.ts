import { organizationFor, spaceFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight, roleInSpace } from '../../access/permissions.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { paged } from '../../reply/paging.ts';
import { presentUser } from '../organizations/users.ts';

export const spacePermissions = {
  'GET /spaces/{spaceId}/permissions/aggregate': ({ spaceId, query }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    requireOrganizationRight(caller, 'listMembers', organizationFor(caller, space.organization));
    const people = state.members.by('organization', space.organization).flatMap(member => {
      const permission = member.disabled ? null : roleInSpace(state, member, space);
      const isWanted = permission !== null && (query?.role === undefined || query.role === permission);
      return isWanted ? [{ permission, member }] : [];
    });
    return ok(
      paged(caller, query, {
        rows: people,
        key: ({ member }) => [state.members.sequence(member.id)],
        present: ({ permission, member }) => ({ permission, user: presentUser(caller, member.user) }),
      }),
    );
  },
} satisfies Partial<Handlers>;
