import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { showBacklinks } from './references.ts';

export const commands: Commands<App> = {
  'marginalia.document.showBacklinks': { action: 'find what links here', run: showBacklinks },
};
