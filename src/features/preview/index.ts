import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { DeferredLinks } from '../../ui/deferredLinks.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';

/** Registers links in the editor, updates tab titles, and loads the paths that the preview resolves links with. */
export function register(app: App): vscode.Disposable {
  const links = new DeferredLinks();
  const tabs = new Lazy(async () => (await import('./tabs.ts')).registerTabs(app));
  const openDocument = async (uri: vscode.Uri) => {
    await tabs.load();
    await (await import('./paths.ts')).loadPaths(app, uri);
  };
  const logFailure = (error: unknown, { path }: vscode.Uri) =>
    app.failures.log(`Could not prepare the preview of ${path}.`, error);
  return vscode.Disposable.from(
    tabs,
    withDocuments(openDocument, logFailure),
    vscode.languages.registerDocumentLinkProvider(
      { scheme },
      {
        provideDocumentLinks: async document => (await import('./links.ts')).linksIn(app, links, document),
        resolveDocumentLink: links.resolve,
      },
    ),
  );
}
