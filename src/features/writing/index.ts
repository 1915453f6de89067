import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isPageEditingOn } from '../../model/writing/setting.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';

/** Shows whether pages in editors can be edited and which are unsent. Loaded with the first page. */
export function register(app: App): vscode.Disposable {
  const { writing, tree, reviewLists, failures } = app;
  const status = new Lazy(async () => {
    const [{ PageStatus }, writer] = await Promise.all([import('./pageStatus.ts'), writing.load()]);
    return new PageStatus(app, writer);
  });
  return vscode.Disposable.from(
    status,
    withDocuments(
      async () => isPageEditingOn() && status.load(),
      error => failures.log('Could not show whether pages can be edited.', error),
    ),
    writing.onDidChangeDrafts(async documents => {
      const { addressOfPageDrafts, placeOfDraft } = await import('./node.ts');
      const places = documents.flatMap(document => placeOfDraft(document) ?? []);
      const addresses = new Set(places.map(addressOfPageDrafts));
      for (const view of [tree, reviewLists]) view.hear(addresses);
    }),
  );
}
