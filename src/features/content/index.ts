import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';
import { registerSourceLinks } from './sourceLinks.ts';

/** Starts what accompanies open pages: permission checks, conflict marks, and prefetching of neighbouring pages. */
export function register(app: App): vscode.Disposable {
  const pageServices = new Lazy(async () => {
    const [{ registerRefusals }, { registerConflictMarks }, { registerAhead }] = await Promise.all([
      import('./refusals.ts'),
      import('./conflictMarks.ts'),
      import('./ahead.ts'),
    ]);
    return vscode.Disposable.from(registerRefusals(app), registerConflictMarks(app), registerAhead(app));
  });
  return vscode.Disposable.from(
    registerSourceLinks(app),
    pageServices,
    withDocuments(
      () => pageServices.load(),
      error => app.failures.log('Could not check permissions and conflicts of the open pages.', error),
    ),
  );
}
