import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';
import { hasOpenFolder } from './openFolders.ts';
import { registerSourceLinks } from './sourceLinks.ts';

/** Registers permission checks, conflict marks and prefetching for open pages, and the page order in open folders. */
export function register(app: App): vscode.Disposable {
  const pageServices = new Lazy(async () => {
    const [{ registerPermissionContextKeys }, { registerConflictMarks }, { registerPrefetch }] = await Promise.all([
      import('./permissionContextKeys.ts'),
      import('./conflictMarks.ts'),
      import('./prefetch.ts'),
    ]);
    return vscode.Disposable.from(
      registerPermissionContextKeys(app),
      registerConflictMarks(app),
      registerPrefetch(app),
    );
  });
  const pageOrder = new Lazy(async () => (await import('./pageOrder.ts')).registerPageOrder(app));
  const showPageOrder = () => {
    if (!hasOpenFolder()) return;
    pageOrder.load().catch((error: unknown) => app.failures.log('Could not show the order of pages.', error));
  };
  showPageOrder();
  return vscode.Disposable.from(
    registerSourceLinks(app),
    pageServices,
    pageOrder,
    vscode.workspace.onDidChangeWorkspaceFolders(showPageOrder),
    withDocuments(
      () => pageServices.load(),
      error => app.failures.log('Could not check permissions and conflicts of the open pages.', error),
    ),
  );
}
