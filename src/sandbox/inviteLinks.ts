import { mustInOrganization, organizationFor } from './callers.ts';
import { deleted, noContent } from './replies.ts';
import type { Handlers } from './replies.ts';

export const inviteLinks = {
  'DELETE /orgs/{organizationId}/link-invites/{inviteId}': ({ organizationId, inviteId }, caller) => {
    const { state } = caller;
    mustInOrganization(caller, 'admin', organizationFor(caller, organizationId));
    if (state.inviteLinks.find(inviteId)?.organization !== organizationId) return noContent;
    state.inviteLinks.delete(inviteId);
    return deleted;
  },
} satisfies Partial<Handlers>;
