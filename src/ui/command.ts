import * as vscode from 'vscode';
import { Failure } from '../api/failure.ts';
import { words } from '../api/words.ts';
import type { Failures } from './failures.ts';
import { isOwn } from './own.ts';
import type { Offer } from './say.ts';

/** What a command does; the arguments are what VS Code gives: a row, an address, a thread … */
export interface Command<Context> {
  /** Completes "Could not …" when it fails. */
  action: string;
  run: (context: Context, ...args: unknown[]) => unknown;
  /** What it may be called on; where it does not say, on whatever is known, see `isKnown`. */
  takes?: (context: Context, target: unknown) => boolean;
  /** Whether the caller is told too, after the user: VS Code keeps what was typed in a comment only then. */
  rethrow?: boolean;
}

/** Commands by their IDs. */
export type Commands<Context> = Record<string, Command<Context>>;

/** Registers a table of commands. This is the only place that shows the failure of a command. */
export function registerCommands<Context extends { failures: Failures }>(
  context: Context,
  commands: Commands<Context>,
): vscode.Disposable {
  const registrations = Object.entries(commands).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => runCommand(context, command, args)),
  );
  return vscode.Disposable.from(...registrations);
}

/** A button of a message that does what a command would do, with what no command may be given: it fails as one does. */
export function button<Context extends { failures: Failures }>(
  context: Context,
  label: string,
  { action, run }: { action: string; run: () => unknown },
): Offer {
  return { label, run: () => runCommand(context, { action, run }, []) };
}

async function runCommand<Context extends { failures: Failures }>(
  context: Context,
  command: Command<Context>,
  args: unknown[],
): Promise<unknown> {
  try {
    demandKnown(context, command, args[0]);
    return await command.run(context, ...args);
  } catch (error) {
    context.failures.show(command.action, error);
    if (command.rethrow) throw error;
    return undefined;
  }
}

/**
 * A link that somebody has written can call every command, with any JSON. It may name an address, or a row by its place
 * on the screen, that there are: so whatever writes asks, and says about what.
 */
function demandKnown<Context>(context: Context, { action, takes }: Command<Context>, target: unknown): void {
  if (takes ? takes(context, target) : isKnown(target)) return;
  throw new Failure(
    words`Could not ${action}: that was not asked for on anything that is shown here, but perhaps by a link that somebody has written. ` +
      'Nothing was done.',
  );
}

/** Nothing, an address, or what the extension has made. */
export function isKnown(target: unknown): boolean {
  return target === undefined || target === null || target instanceof vscode.Uri || isOwn(target);
}

/** Makes a command of something done to one resource: the one it was called on, or the one the user picks. */
export function on<Context, T>(
  action: string,
  find: (context: Context, target: unknown) => Promise<T>,
  run: (context: Context, resource: T) => unknown,
): Command<Context> {
  return { action, run: async (context, target) => run(context, await find(context, target)) };
}
