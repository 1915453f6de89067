import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import type { Children } from '../../ui/tree/node.ts';
import { withDocuments } from '../opening/openDocuments.ts';

/**
 * Returns the top level of the view *Review*: the lists of the current account. Their code is imported when the view is
 * first shown.
 */
export function reviewListRoot(getApp: () => App): Children {
  let isRegistered = false;
  return {
    empty: '',
    list: async function* () {
      const app = getApp();
      const [{ listNodes }, { registerUpdates }] = await Promise.all([import('./node.ts'), import('./updates.ts')]);
      if (!isRegistered) app.context.subscriptions.push(registerUpdates(app));
      isRegistered = true;
      await app.session.restore();
      const { current } = app.session;
      yield { items: current ? listNodes(app, current) : [], hasMore: false };
    },
  };
}

/** Registers the review view, and records the opened spaces. */
export function register({ reviewLists, inbox, session, failures }: App): vscode.Disposable {
  reviewLists.open('marginalia.reviews');
  // If the server does not list the change requests of all spaces, those of recently opened spaces are listed.
  const opened = withDocuments(
    async uri => {
      const { connection: id = '', space } = parseContentUri(uri) ?? parseOverviewUri(uri) ?? {};
      const connection = await session.find(id);
      if (connection && space) await inbox.settings.recordOpened(connection, space);
    },
    error => failures.log('Could not record which space was opened.', error),
  );
  return vscode.Disposable.from(reviewLists, opened);
}
