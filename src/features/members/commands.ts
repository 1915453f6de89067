import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { markAsSso, setRole, showAccess } from './members.ts';
import { deleteInviteLink, findByEmailDomain, ping } from './organizations.ts';

export const commands: Commands<App> = {
  'marginalia.member.setRole': { action: 'change the role', run: setRole },
  'marginalia.member.markAsSso': { action: 'mark the member', run: markAsSso },
  'marginalia.member.showAccess': { action: 'show what they can see', run: showAccess },
  'marginalia.organization.ping': { action: 'ping the organization', run: ping },
  'marginalia.organization.deleteInviteLink': { action: 'delete the invite link', run: deleteInviteLink },
  'marginalia.organization.findByEmailDomain': { action: 'find organizations', run: findByEmailDomain },
};
