import * as vscode from 'vscode';
import type { App } from '../../app.ts';

/** Registers completions for page IDs in request documents. */
export function register(app: App): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { pattern: '**/*.request.json' },
    {
      provideCompletionItems: async (document, position) =>
        (await import('./completion.ts')).provideRequestCompletions(app, document, position),
    },
    '"',
  );
}
