import { format } from 'node:util';
import * as vscode from 'vscode';

/** Errors that were written into logs since they were last taken. */
export interface LoggedErrors {
  take(): string[];
}

/** The last errors of all that were written into logs, for tests of what may never be in one. */
export function lastErrors(): string[] {
  // The tests are another bundle than what runs them.
  const shared = globalThis as { [logKey]?: string[] };
  return (shared[logKey] ??= []);
}

const logKey = Symbol.for('errors in the logs of Marginalia');
const mostKept = 1000;

/** Listens to every log channel that is made from now on, those of the extension and those of its tests. */
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
          lastErrors().splice(0, lastErrors().length - mostKept);
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
