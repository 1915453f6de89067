import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { duplicateSpaces, transferSpaces } from './duplicateAndTransfer.ts';
import { moveBy, moveToPicked } from './move.ts';
import { restoreSpaces } from './restore.ts';
import { setDefaultLevel, setEmoji, setLocked } from './settings.ts';

type Run = (app: App, target: unknown, selected: unknown) => Promise<void>;

/** Creates a command without a confirmation. It accepts only rows, because any link can call it. */
function onRow(action: string, run: Run): Command<App> {
  return { action, accepts: (_, target) => isTrustedTarget(target), run: (app, target, all) => run(app, target, all) };
}

function one(action: string, run: Run): Command<App> {
  return { action, run: (app, target, all) => run(app, target, all) };
}

/** The commands of spaces and collections. */
export const commands: Commands<App> = {
  'marginalia.space.setEmoji': one(t('change its sign'), setEmoji),
  'marginalia.space.lock': one(t('lock it'), (...args) => setLocked(...args, true)),
  'marginalia.space.unlock': one(t('unlock it'), (...args) => setLocked(...args, false)),
  'marginalia.space.setDefaultLevel': one(t('change its default level'), (...args) =>
    setDefaultLevel(...args, 'space'),
  ),
  'marginalia.collection.setDefaultLevel': one(t('change its default level'), (...args) =>
    setDefaultLevel(...args, 'collection'),
  ),
  'marginalia.space.duplicate': one(t('duplicate it'), duplicateSpaces),
  'marginalia.space.restore': one(t('restore it'), restoreSpaces),
  'marginalia.item.transfer': one(t('transfer it'), transferSpaces),
  'marginalia.item.moveTo': one(t('move it'), moveToPicked),
  'marginalia.item.moveUp': onRow(t('move it'), (...args) => moveBy(...args, -1)),
  'marginalia.item.moveDown': onRow(t('move it'), (...args) => moveBy(...args, 1)),
};
