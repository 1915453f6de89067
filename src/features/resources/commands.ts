import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { createIn, openAsJson, remove, removeMembers, rename, saveNew, showAll } from './actions.ts';
import { clearFilter, filter } from './filter.ts';

/** Creates a command that creates a resource of a kind. */
function createCommand(kind: string, action: string): Command<App> {
  return { action, run: (app, target) => createIn(app, kind, target) };
}

export const commands: Commands<App> = {
  'marginalia.item.edit': { action: t('open it'), run: openAsJson },
  'marginalia.item.showAll': { action: t('show all of it'), run: showAll },
  'marginalia.item.rename': { action: t('rename it'), run: rename },
  'marginalia.item.delete': { action: t('delete it'), run: remove },
  'marginalia.item.filter': { action: t('filter the list'), run: filter },
  'marginalia.item.clearFilter': { action: t('clear the filter'), run: clearFilter },
  'marginalia.member.remove': { action: t('remove the member'), run: removeMembers },
  'marginalia.document.create': { action: t('create it'), run: saveNew },
  'marginalia.team.create': createCommand('team', t('create the team')),
  'marginalia.samlProvider.create': createCommand('samlProvider', t('create the SAML provider')),
  'marginalia.collection.create': createCommand('collection', t('create the collection')),
  'marginalia.space.create': createCommand('space', t('create the space')),
  'marginalia.site.create': createCommand('site', t('create the site')),
  'marginalia.siteSectionGroup.create': createCommand('siteSectionGroup', t('create the section group')),
  'marginalia.translation.create': createCommand('translation', t('create the translation')),
};
