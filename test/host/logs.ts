import { format } from 'node:util';
import * as vscode from 'vscode';

/** Collects the errors that are logged. */
export interface LoggedErrors {
  take(): string[];
}

/** Returns the last logged errors, for tests of content that must never be logged. */
export function lastErrors(): string[] {
  // The tests and their runner are separate bundles, which share only global variables.
  const shared = globalThis as { [logKey]?: string[] };
  return (shared[logKey] ??= []);
}

const logKey = Symbol.for('errors in the logs of Marginalia');
const maxErrors = 1000;

/** Records the errors of all log channels created from now on, by the extension and by its tests. */
export function listenToLogs(): LoggedErrors {
  let errors: string[] = [];
  const { createOutputChannel } = vscode.window;
  const listen = (channel: vscode.LogOutputChannel) =>
    new Proxy(channel, {
      get(target, key) {
        if (key !== 'error') return Reflect.get(target, key) as unknown;
        return (error: string | Error, ...rest: unknown[]) => {
          const line = format(error, ...rest);
          errors.push(line);
          lastErrors().push(line.slice(0, 2000));
          lastErrors().splice(0, lastErrors().length - maxErrors);
          target.error(error, ...rest);
        };
      },
    });
  Object.assign(vscode.window, {
    createOutputChannel: (name: string, options: { log: true }) => listen(createOutputChannel(name, options)),
  });
  return {
    take() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}
