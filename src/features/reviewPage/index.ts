import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { viewType } from './viewType.ts';

/** Restores the review pages of the previous window session. */
export function register(app: App): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (...args) => (await import('./panels.ts')).restoreReviewPage(app, ...args),
  });
}
