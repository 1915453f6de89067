import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';

const sentScheme = 'marginalia-sent';

/** Provides the texts that were sent with saves as documents, so that a diff can compare them with the stored pages. */
export class SentTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** The sent texts, by the URI of their documents. */
  readonly #texts = new Map<string, string>();
  readonly #subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(sentScheme, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
  );

  /** Returns the URI of a document with the text that was sent for a page in the given revision. */
  uriOf(page: vscode.Uri, revision: string, text: string): vscode.Uri {
    // The extension of the path makes it a Markdown document. The query makes VS Code read it again after each save.
    const { path } = vscode.Uri.parse(documentKey(page), true);
    const uri = vscode.Uri.from({ scheme: sentScheme, authority: page.authority, path, query: revision });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
