import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { createIn, edit, remove, removeMembers, rename, saveNew, showAll } from './actions.ts';
import { clearFilter, filter } from './filter.ts';

/** Creates a command that creates a resource of a kind. */
function createCommand(kind: string, name: string): Command<App> {
  return { action: `create the ${name}`, run: (app, target) => createIn(app, kind, target) };
}

export const commands: Commands<App> = {
  'marginalia.item.edit': { action: 'open it', run: edit },
  'marginalia.item.showAll': { action: 'show all of it', run: showAll },
  'marginalia.item.rename': { action: 'rename it', run: rename },
  'marginalia.item.delete': { action: 'delete it', run: remove },
  'marginalia.item.filter': { action: 'filter the list', run: filter },
  'marginalia.item.clearFilter': { action: 'clear the filter', run: clearFilter },
  'marginalia.member.remove': { action: 'remove the member', run: removeMembers },
  'marginalia.document.create': { action: 'create it', run: saveNew },
  'marginalia.team.create': createCommand('team', 'team'),
  'marginalia.samlProvider.create': createCommand('samlProvider', 'SAML provider'),
  'marginalia.collection.create': createCommand('collection', 'collection'),
  'marginalia.space.create': createCommand('space', 'space'),
  'marginalia.site.create': createCommand('site', 'site'),
  'marginalia.siteSectionGroup.create': createCommand('siteSectionGroup', 'section group'),
  'marginalia.translation.create': createCommand('translation', 'translation'),
};
