import { format } from 'node:util';
import * as vscode from 'vscode';

/** Errors that were written into logs since they were last taken. */
export interface LoggedErrors {
  take(): string[];
}

/** Listens to every log channel that is made from now on, those of the extension and those of its tests. */
export function listenToLogs(): LoggedErrors {
  let errors: string[] = [];
  const { createOutputChannel } = vscode.window;
  const listen = (channel: vscode.LogOutputChannel) =>
    new Proxy(channel, {
      get(target, key) {
        if (key !== 'error') return Reflect.get(target, key) as unknown;
        return (error: string | Error, ...rest: unknown[]) => {
          errors.push(format(error, ...rest));
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
