import * as vscode from 'vscode';
import type { App } from '../../app.ts';

/** Registers pages as workspace symbols for Ctrl+T. VS Code asks with an empty text first, which sends no request. */
export function register(app: App): vscode.Disposable {
  const symbols = () => import('./symbols.ts');
  return vscode.languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: async (text, token) => (text ? (await symbols()).findSymbols(app, text, token) : []),
    resolveWorkspaceSymbol: async symbol => (await symbols()).resolveSymbol(app, symbol),
  });
}
