import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { publishIntegration } from './publish.ts';

export const commands: Commands<App> = {
  'marginalia.integration.publish': { action: t('publish the integration'), run: publishIntegration },
};
