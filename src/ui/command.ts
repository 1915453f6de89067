import * as vscode from 'vscode';
import type { App } from '../app.ts';

/** What a command does; the arguments are what VS Code gives: a row, an address, a thread … */
export interface Command {
  /** Completes "Could not …" when it fails. */
  action: string;
  run: (app: App, ...args: unknown[]) => unknown;
  /** Whether the caller is told too, after the user: VS Code keeps what was typed in a comment only then. */
  rethrow?: boolean;
}

/** Registers a table of commands. This is the only place that shows the failure of a command. */
export function registerCommands(app: App, commands: Record<string, Command>): vscode.Disposable {
  const registrations = Object.entries(commands).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => runCommand(app, command, args)),
  );
  return vscode.Disposable.from(...registrations);
}

async function runCommand(app: App, command: Command, args: unknown[]): Promise<unknown> {
  try {
    return await command.run(app, ...args);
  } catch (error) {
    app.failures.show(command.action, error);
    if (command.rethrow) throw error;
    return undefined;
  }
}

/** Makes a command of something done to one resource: the one it was called on, or the one the user picks. */
export function on<T>(
  action: string,
  find: (app: App, target: unknown) => Promise<T>,
  run: (app: App, resource: T) => unknown,
): Command {
  return { action, run: async (app, target) => run(app, await find(app, target)) };
}
