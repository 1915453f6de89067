import * as vscode from 'vscode';
import type { App } from '../../app.ts';

/** Offers pages where a written request wants the ID of one. */
export function register(app: App): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { pattern: '**/*.request.json' },
    {
      provideCompletionItems: async (document, position) =>
        (await import('./completion.ts')).provideCompletionItems(app, document, position),
    },
    '"',
  );
}
