import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { isOwn } from '../../ui/own.ts';

type Run = (app: App, target: unknown, selected: unknown) => Promise<void>;

/** Where it is done is loaded when it is. */
const settings = () => import('./settings.ts');
const copies = () => import('./copies.ts');
const move = () => import('./move.ts');

/** Done without a question, so to a row alone. */
function onRow(action: string, run: Run): Command<App> {
  return { action, takes: (_, target) => isOwn(target), run: (app, target, all) => run(app, target, all) };
}

function one(action: string, run: Run): Command<App> {
  return { action, run: (app, target, all) => run(app, target, all) };
}

/** What is done with spaces, and with the collections that they lie in. */
export const commands: Commands<App> = {
  'marginalia.space.setEmoji': one('change its sign', async (app, target) => (await settings()).setEmoji(app, target)),
  'marginalia.space.lock': one('lock it', async (...args) => (await settings()).setLocked(...args, true)),
  'marginalia.space.unlock': one('unlock it', async (...args) => (await settings()).setLocked(...args, false)),
  'marginalia.space.setDefaultLevel': one('change its default level', async (...args) =>
    (await settings()).setDefaultLevel(...args, 'space'),
  ),
  'marginalia.collection.setDefaultLevel': one('change its default level', async (...args) =>
    (await settings()).setDefaultLevel(...args, 'collection'),
  ),
  'marginalia.space.duplicate': one('duplicate it', async (...args) => (await copies()).duplicate(...args)),
  'marginalia.space.restore': one('restore it', async (...args) =>
    (await import('./restore.ts')).restoreSpaces(...args),
  ),
  'marginalia.item.transfer': one('transfer it', async (...args) => (await copies()).transfer(...args)),
  'marginalia.item.moveTo': one('move it', async (...args) => (await move()).moveToPicked(...args)),
  'marginalia.item.moveUp': onRow('move it', async (...args) => (await move()).moveBy(...args, -1)),
  'marginalia.item.moveDown': onRow('move it', async (...args) => (await move()).moveBy(...args, 1)),
};
