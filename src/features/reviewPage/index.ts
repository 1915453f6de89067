import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { viewType } from './viewType.ts';

/** Shows the review pages again that were open when the window was closed. */
export function register(app: App): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (...args) => (await import('./panels.ts')).restore(app, ...args),
  });
}
