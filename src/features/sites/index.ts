import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerCommands } from '../../ui/command.ts';
import { commands } from './commands.ts';

export function register(app: App): vscode.Disposable {
  return registerCommands(app, commands);
}
