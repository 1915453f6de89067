import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { clearFilter, filter } from './filter.ts';

/** What is done with any resource is loaded with the first of these. */
const load = () => import('./actions.ts');

type Actions = Awaited<ReturnType<typeof load>>;

function late(action: string, run: (actions: Actions, app: App, ...args: unknown[]) => unknown): Command<App> {
  return { action, run: async (app, ...args) => run(await load(), app, ...args) };
}

/** A command that creates something of a kind. */
function creates(kind: string, name: string): Command<App> {
  return late(`create the ${name}`, ({ createIn }, app, target) => createIn(app, kind, target));
}

export const commands: Commands<App> = {
  'marginalia.item.edit': late('open it', ({ edit }, app, target) => edit(app, target)),
  'marginalia.item.showAll': late('show all of it', ({ showAll }, app, target) => showAll(app, target)),
  'marginalia.item.rename': late('rename it', ({ rename }, app, target) => rename(app, target)),
  'marginalia.item.delete': late('delete it', ({ remove }, app, target, all) => remove(app, target, all)),
  'marginalia.item.filter': { action: 'filter the list', run: filter },
  'marginalia.item.clearFilter': { action: 'clear the filter', run: clearFilter },
  'marginalia.member.remove': late('remove the member', ({ removeMembers }, app, ...on) =>
    removeMembers(app, on[0], on[1]),
  ),
  'marginalia.document.create': late('create it', ({ saveNew }) => saveNew()),
  'marginalia.team.create': creates('team', 'team'),
  'marginalia.samlProvider.create': creates('samlProvider', 'SAML provider'),
  'marginalia.collection.create': creates('collection', 'collection'),
  'marginalia.space.create': creates('space', 'space'),
  'marginalia.site.create': creates('site', 'site'),
  'marginalia.siteSectionGroup.create': creates('siteSectionGroup', 'section group'),
  'marginalia.translation.create': creates('translation', 'translation'),
};
