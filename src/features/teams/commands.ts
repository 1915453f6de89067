import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { addMembers, setTeamRole } from './teamMembers.ts';

export const commands: Commands<App> = {
  'marginalia.team.addMembers': { action: t('change who is in the team'), run: addMembers },
  'marginalia.teamMember.setRole': { action: t('change the role in the team'), run: setTeamRole },
};
