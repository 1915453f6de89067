import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';

/** Registers the hover of links, and _Find All References_ for pages and files. */
export function register(app: App): vscode.Disposable {
  const { registerHoverProvider, registerReferenceProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerHoverProvider(
      { scheme },
      {
        provideHover: async (document, position) => (await import('./hover.ts')).provideHover(app, document, position),
      },
    ),
    registerReferenceProvider(
      { scheme },
      {
        provideReferences: async (document, position, _, token) =>
          (await import('./references.ts')).provideReferences(app, document, position, token),
      },
    ),
  );
}
