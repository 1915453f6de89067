import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';

export const commands: Commands<App> = {
  'marginalia.integration.publish': {
    action: 'publish the integration',
    run: async (app, target) => (await import('./publish.ts')).publish(app, target),
  },
};
