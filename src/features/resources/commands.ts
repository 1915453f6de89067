import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import {
  createResourceIn,
  deleteResources,
  openAsJson,
  removeMembers,
  renameResource,
  saveNewResource,
  showAll,
} from './actions.ts';
import { clearListFilter, filterList } from './filter.ts';

/** Creates a command that creates a resource of a kind. */
function createCommand(kind: string, action: string): Command<App> {
  return { action, run: (app, target) => createResourceIn(app, kind, target) };
}

export const commands: Commands<App> = {
  'marginalia.item.edit': { action: t('open it'), run: openAsJson },
  'marginalia.item.showAll': { action: t('show all of it'), run: showAll },
  'marginalia.item.rename': { action: t('rename it'), run: renameResource },
  'marginalia.item.delete': { action: t('delete it'), run: deleteResources },
  'marginalia.item.filter': { action: t('filter the list'), run: filterList },
  'marginalia.item.clearFilter': { action: t('clear the filter'), run: clearListFilter },
  'marginalia.member.remove': { action: t('remove the member'), run: removeMembers },
  'marginalia.document.create': { action: t('create it'), run: saveNewResource },
  'marginalia.team.create': createCommand('team', t('create the team')),
  'marginalia.samlProvider.create': createCommand('samlProvider', t('create the SAML provider')),
  'marginalia.collection.create': createCommand('collection', t('create the collection')),
  'marginalia.space.create': createCommand('space', t('create the space')),
  'marginalia.site.create': createCommand('site', t('create the site')),
  'marginalia.siteSectionGroup.create': createCommand('siteSectionGroup', t('create the section group')),
  'marginalia.translation.create': createCommand('translation', t('create the translation')),
};
