import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import { Failure, failureMessage, isCancellation, Notice } from '../api/failure.ts';
import { tEscaped } from '../api/escape.ts';
import { runWithBusyIndicator } from './busyIndicator.ts';
import { type Failures, FailureWithActions } from './failures.ts';
import { isTrustedTarget } from './trusted.ts';
import type { MessageAction } from './say.ts';
import { runWizard } from './wizard.ts';

/** A command. Its arguments come from VS Code: a row, a URI or a thread, for example. */
export interface Command<Context> {
  /** Completes "Could not ..." in the error message. */
  action: string;
  run: (context: Context, ...args: unknown[]) => unknown;
  /** Returns true if the command accepts a target. The default is `isKnown`. */
  accepts?: (context: Context, target: unknown) => boolean;
  /**
   * True if the error is also thrown to the caller after it was shown. VS Code keeps the text of a comment only then.
   */
  rethrow?: boolean;
}

export type Commands<Context> = Record<string, Command<Context>>;

/** Commands and the context with which they run. */
export interface CommandTable<Context> {
  commands: Commands<Context>;
  context: Context;
}

interface Registration {
  context: vscode.ExtensionContext;
  failures: Failures;
  running: RunningCommands;
}

/** A command that runs longer than this many milliseconds is not expected to open a prompt. */
const askingMs = 5000;

/** The commands in progress. Each of them may be about to open a prompt. */
export class RunningCommands {
  readonly #all = new Set<Promise<unknown>>();

  add(command: Promise<unknown>): void {
    // The function that runs the command reports its error.
    const ended = command.catch(() => undefined).finally(() => this.#all.delete(ended));
    this.#all.add(ended);
  }

  /** Resolves when no command is about to open a prompt. */
  async settled(): Promise<void> {
    await waitForRoundTrip();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, askingMs);
    await Promise.race([timeout.promise, Promise.all(this.#all)]);
    clearTimeout(timer);
  }
}

/**
 * Waits for a round trip to VS Code. VS Code activates extensions before it runs a command for the first time, so a
 * command of the palette may arrive later than the focus event of the page.
 */
async function waitForRoundTrip(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'marginalia.answered', true);
}

/**
 * Registers the commands of the manifest whose nouns are accepted (`marginalia.<noun>.<verb>`). The table of their
 * implementations is loaded when the first of them is run. Errors of commands are shown only here.
 */
export function registerCommands<Context>(
  { context: { extension }, failures, running }: Registration,
  isMatch: (noun: string) => boolean,
  load: () => Promise<CommandTable<Context>>,
): vscode.Disposable {
  const run = async (id: string, args: unknown[]) => {
    const { commands, context } = await load().catch(error => {
      failures.show(t('run the command'), error);
      // VS Code clears a comment box unless its command fails.
      throw error;
    });
    const command = commands[id];
    if (command) return runWithBusyIndicator(titleOf(id), () => runCommand(failures, context, command, args));
    throw new Error(`There is no command ${id}.`);
  };
  const declared = declaredCommands(extension).filter(({ command }) => isMatch(command.split('.')[1] ?? ''));
  const titleOf = (id: string) => titleWithoutEllipsis(declared.find(({ command }) => command === id));
  const registrations = declared.map(({ command: id }) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => {
      const result = run(id, args);
      running.add(result);
      return result;
    }),
  );
  return vscode.Disposable.from(...registrations);
}

/** Returns a button for a message that runs an action with the error handling of a command. */
export function commandButton<Context extends { failures: Failures }>(
  context: Context,
  label: string,
  { action, run }: { action: string; run: () => unknown },
): MessageAction {
  return { label, run: () => runCommand(context.failures, context, { action, run }, []) };
}

/** Returns a button like `commandButton`. The message of its failure has a button to try again. */
export function retryableButton<Context extends { failures: Failures }>(
  context: Context,
  label: string,
  { action, run }: { action: string; run: () => Promise<unknown> },
): MessageAction {
  const tryToRun = () =>
    run().catch((error: unknown) => {
      // The sign-in error has a button of its own.
      if (isCancellation(error) || error instanceof Notice || isApiError(error, 'signedOut')) throw error;
      throw new FailureWithActions(
        failureMessage(action, error),
        error,
        retryableButton(context, t('Try Again'), { action, run }),
      );
    });
  return commandButton(context, label, { action, run: tryToRun });
}

async function runCommand<Context>(
  failures: Failures,
  context: Context,
  command: Command<Context>,
  args: unknown[],
): Promise<unknown> {
  try {
    requireKnown(context, command, args[0]);
    return await runWizard(() => command.run(context, ...args));
  } catch (error) {
    failures.show(command.action, error);
    if (command.rethrow) throw error;
    return undefined;
  }
}

/** A command of the manifest, in VS Code's language. */
interface DeclaredCommand {
  command: string;
  title: string | { value: string };
}

function declaredCommands({ packageJSON }: vscode.Extension<unknown>): DeclaredCommand[] {
  const { contributes } = packageJSON as { contributes: { commands: DeclaredCommand[] } };
  return contributes.commands;
}

function titleWithoutEllipsis({ title }: DeclaredCommand = { command: '', title: '' }): string {
  return (typeof title === 'string' ? title : title.value).replace(/\.{3}$|…$/, '');
}

/**
 * Throws a Failure unless the command accepts the target. A link in a document can run every command with any JSON
 * argument. It may name an existing URI or row, so commands that write ask first and name their target.
 */
function requireKnown<Context>(context: Context, { action, accepts }: Command<Context>, target: unknown): void {
  if (accepts ? accepts(context, target) : isPlausibleTarget(target)) return;
  throw new Failure(
    [
      tEscaped`Could not ${action}: that was not asked for on anything that is shown here, but perhaps by a link that somebody has written.`,
      t('Nothing was done.'),
    ].join(' '),
  );
}

/** Returns true for no target, for a URI, and for objects that the extension has created. */
export function isPlausibleTarget(target: unknown): boolean {
  return target === undefined || target === null || target instanceof vscode.Uri || isTrustedTarget(target);
}

/** Returns a command for one resource: the one it is run on, or the one that the user picks. */
export function commandOn<Context, T>(
  action: string,
  find: (context: Context, target: unknown) => Promise<T>,
  run: (context: Context, resource: T) => unknown,
): Command<Context> {
  return { action, run: async (context, target) => run(context, await find(context, target)) };
}
