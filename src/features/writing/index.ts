import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { isPageEditingOn } from '../../model/writing/setting.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';

/** Shows whether pages in editors can be edited and which are unsent. Loaded with the first page. */
export function register(app: App): vscode.Disposable {
  const { writing, tree, reviewLists, failures, content } = app;
  const follow = async (place: Place) => {
    const { reopenMovedPages } = await import('../opening/movedPages.ts');
    await reopenMovedPages(app, place);
  };
  const status = new Lazy(async () => {
    const [{ PageStatus }, { registerWritingHelp }, writer] = await Promise.all([
      import('./pageStatus.ts'),
      import('./writingHelp.ts'),
      writing.load(),
    ]);
    const followSaved = async (uri: vscode.Uri) => {
      const place = await writer.editing.placeOf(uri);
      if (typeof place === 'object') await follow(versionOf(place));
    };
    return vscode.Disposable.from(
      new PageStatus(app, writer),
      registerWritingHelp(app, writer),
      writer.onDidChangeFile(followSaved),
    );
  });
  return vscode.Disposable.from(
    status,
    withDocuments(
      async () => isPageEditingOn() && status.load(),
      error => failures.log('Could not show whether pages can be edited.', error),
    ),
    content.onDidChange(place => {
      if (place.version.kind === 'changeRequest') void follow(place);
    }),
    writing.onDidChangeDrafts(async documents => {
      const { addressOfPageDrafts, placeOfDraft } = await import('./node.ts');
      const places = documents.flatMap(document => placeOfDraft(document) ?? []);
      const addresses = new Set(places.map(addressOfPageDrafts));
      for (const view of [tree, reviewLists]) view.applyChange(addresses);
    }),
  );
}
