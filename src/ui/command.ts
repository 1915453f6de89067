import * as vscode from 'vscode';
import { Failure } from '../api/failure.ts';
import { words } from '../api/words.ts';
import type { Failures } from './failures.ts';
import { isOwn } from './own.ts';
import type { Offer } from './say.ts';
import { inSteps } from './steps.ts';

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

/** Commands, and what they work on. */
export interface Table<Context> {
  commands: Commands<Context>;
  context: Context;
}

interface Registration {
  context: vscode.ExtensionContext;
  failures: Failures;
  running: RunningCommands;
}

/** Milliseconds after which a command that is running is not expected to ask anything. */
const askingMs = 5000;

/** The commands that are running, each of which may be about to ask something. */
export class RunningCommands {
  readonly #all = new Set<Promise<unknown>>();

  add(command: Promise<unknown>): void {
    // Whoever runs it reports its failure.
    const ended = command.catch(() => undefined).finally(() => this.#all.delete(ended));
    this.#all.add(ended);
  }

  /** Resolves when none is about to ask something. */
  async settled(): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, askingMs);
    await Promise.race([timeout.promise, Promise.all(this.#all)]);
    clearTimeout(timer);
  }
}

/**
 * Registers the commands that the manifest declares for the nouns that are meant (`marginalia.<noun>.<verb>`). Their
 * table is loaded when the first of them is run. This is the only place that shows the failure of a command.
 */
export function registerCommands<Context>(
  { context: { extension }, failures, running }: Registration,
  isMeant: (noun: string) => boolean,
  load: () => Promise<Table<Context>>,
): vscode.Disposable {
  const run = async (id: string, args: unknown[]) => {
    const { commands, context } = await load().catch(error => {
      failures.show('run the command', error);
      // VS Code empties a box whose command has not failed.
      throw error;
    });
    const command = commands[id];
    if (command) return runCommand(failures, context, command, args);
    throw new Error(`There is no command ${id}.`);
  };
  const ids = declared(extension).filter(id => isMeant(id.split('.')[1] ?? ''));
  const registrations = ids.map(id =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => {
      const result = run(id, args);
      running.add(result);
      return result;
    }),
  );
  return vscode.Disposable.from(...registrations);
}

/** A button of a message that does what a command would do, with what no command may be given: it fails as one does. */
export function button<Context extends { failures: Failures }>(
  context: Context,
  label: string,
  { action, run }: { action: string; run: () => unknown },
): Offer {
  return { label, run: () => runCommand(context.failures, context, { action, run }, []) };
}

async function runCommand<Context>(
  failures: Failures,
  context: Context,
  command: Command<Context>,
  args: unknown[],
): Promise<unknown> {
  try {
    demandKnown(context, command, args[0]);
    return await inSteps(() => command.run(context, ...args));
  } catch (error) {
    failures.show(command.action, error);
    if (command.rethrow) throw error;
    return undefined;
  }
}

function declared({ packageJSON }: vscode.Extension<unknown>): string[] {
  const { contributes } = packageJSON as { contributes: { commands: { command: string }[] } };
  return contributes.commands.map(({ command }) => command);
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
