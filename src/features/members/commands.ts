import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { markAsSso, setRole, showAccess } from './members.ts';
import { deleteInviteLink, findByEmailDomain, pingOrganization } from './organizations.ts';

export const commands: Commands<App> = {
  'marginalia.member.setRole': { action: t('change the role'), run: setRole },
  'marginalia.member.markAsSso': { action: t('mark the member'), run: markAsSso },
  'marginalia.member.showAccess': { action: t('show what they can see'), run: showAccess },
  'marginalia.organization.ping': { action: t('ping the organization'), run: pingOrganization },
  'marginalia.organization.deleteInviteLink': { action: t('delete the invite link'), run: deleteInviteLink },
  'marginalia.organization.findByEmailDomain': { action: t('find organizations'), run: findByEmailDomain },
};
