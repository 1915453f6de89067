import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireOrganizationRight } from '../../access/permissions.ts';
import { deleted, noContent } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OrganizationRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

export const inviteLinks = {
  'DELETE /orgs/{organizationId}/link-invites/{inviteId}': ({ organizationId, inviteId }, caller) => {
    const { state } = caller;
    requireOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    if (state.inviteLinks.find(inviteId)?.organization !== organizationId) return noContent;
    state.inviteLinks.delete(inviteId);
    return deleted;
  },
} satisfies Partial<Handlers>;

/** Creates or deletes the invite link of an organization. No operation creates one, so its ID is derived. */
export function setInviteLinks(state: State, { id: organization, inviteLinks }: OrganizationRow): void {
  const existing = state.inviteLinks.all().filter(link => link.organization === organization);
  if (!inviteLinks) for (const { id } of existing) state.inviteLinks.delete(id);
  else if (existing.length === 0)
    state.inviteLinks.put({ id: `${organization}-invite`, organization, createdAt: state.now() });
}
