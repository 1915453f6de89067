import { organizationFor } from '../../access/findOrRefuse.ts';
import { mustHaveOrganizationRight } from '../../access/permissions.ts';
import { deleted, noContent } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';

export const inviteLinks = {
  'DELETE /orgs/{organizationId}/link-invites/{inviteId}': ({ organizationId, inviteId }, caller) => {
    const { state } = caller;
    mustHaveOrganizationRight(caller, 'admin', organizationFor(caller, organizationId));
    if (state.inviteLinks.find(inviteId)?.organization !== organizationId) return noContent;
    state.inviteLinks.delete(inviteId);
    return deleted;
  },
} satisfies Partial<Handlers>;
