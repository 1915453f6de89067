import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';

/** The module is loaded on demand, because it includes the contract. */
const load = () => import('./send.ts');

export const commands: Commands<App> = {
  'marginalia.request.compose': {
    action: t('prepare the request'),
    run: async app => (await load()).composeRequest(app),
  },
  'marginalia.request.send': {
    action: t('send the request'),
    run: async (app, target) => (await load()).sendRequest(app, target),
  },
};
