import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTimeOrDateTime } from '../../api/time.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Connection } from '../../model/session/connection.ts';
import { addressOfChangeRequest } from '../../model/content/changeRequests.ts';
import { Polling } from '../../model/reviews/polling.ts';
import { type Query, builtInQueries } from '../../model/reviews/queries.ts';
import { showCount } from './waitingCount.ts';
import { markOf } from './decorations.ts';
import { addressOfReviewList } from './node.ts';

/** Refreshes the lists after writes, sign-ins and changes by others, and updates the badges of their rows. */
export function registerUpdates(app: App): vscode.Disposable {
  const { reviewLists: tree, session, content, inbox } = app;
  const marks = new vscode.EventEmitter<undefined>();
  const isViewActive = () =>
    Boolean(tree.view?.visible) && vscode.window.state.focused && session.current !== undefined;
  const polling = new Polling(isViewActive, () => refreshNextIfChanged(app));
  const markVisibleSeen = () => {
    for (const { document } of vscode.window.visibleTextEditors) {
      markSeen(app, document.uri).catch(error =>
        app.failures.log('Could not record which documents are visible.', error),
      );
    }
  };
  const wakePolling = () => polling.resume();
  wakePolling();
  return vscode.Disposable.from(
    polling,
    tree.view?.onDidChangeVisibility(wakePolling) ?? marks,
    vscode.window.onDidChangeWindowState(wakePolling),
    inbox.onDidInvalidate(wakePolling),
    inbox.onDidFindChange(place => {
      void app.discussions.refresh(place);
      markVisibleSeen();
    }),
    marks,
    session.onDidChange(() => {
      tree.clear();
      showAge(app);
    }),
    session.onDidWrite(({ touched, locallyUpdated }) => tree.applyChange(touched, locallyUpdated)),
    session.onDidReceiveResponse(() => tree.handleResponse()),
    content.rights.onDidChange(address => tree.applyChange(new Set([address]))),
    vscode.window.onDidChangeVisibleTextEditors(markVisibleSeen),
    inbox.onDidRead(() => showAge(app)),
    showCount(inbox.onDidCount, tree.view ?? {}),
    inbox.onDidInvalidate(() => marks.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: marks.event,
      provideFileDecoration: uri => (uri.scheme === scheme && uri.fragment ? markOf(app, uri) : undefined),
    }),
  );
}

/** Marks the comments of a change request as seen when one of its documents is opened. */
async function markSeen({ content, inbox, reviewLists }: App, uri: vscode.Uri): Promise<void> {
  const place = uri.scheme === scheme ? await content.changeRequestOf(uri) : undefined;
  if (place && inbox.markSeen(place)) reviewLists.refreshFromCache(addressOfChangeRequest(place));
}

/**
 * Checks whether one of the visible lists has changed. Checks one list per call, so that each check takes one request
 * for each organization.
 */
export async function refreshNextIfChanged(app: App): Promise<boolean> {
  const { inbox, reviewLists } = app;
  const { current } = app.session;
  if (!current) return false;
  const query = inbox.leastRecentlyChecked(openLists(app, current));
  if (!query || !(await inbox.refreshFirstPage(current, query))) return false;
  reviewLists.applyChange(new Set([addressOfReviewList(current, query)]));
  return true;
}

/** Returns the visible lists. */
function openLists({ inbox, reviewLists: tree }: App, connection: Connection): Query[] {
  return [...builtInQueries, ...inbox.settings.savedQueries(connection)].filter(query => {
    const list = addressOfReviewList(connection, query);
    const first = inbox.firstOf(query);
    return tree.isVisible(first ? `${list}|${addressOfChangeRequest(first.place)}` : `${list}/empty`);
  });
}

/** Shows the age of the oldest visible list in the title of the view. */
function showAge(app: App): void {
  const { session, inbox, reviewLists: tree } = app;
  if (!tree.view) return;
  const open = session.current ? openLists(app, session.current) : [];
  const at = inbox.asOf(open) ?? inbox.asOf(builtInQueries);
  const time = formatTimeOrDateTime(at, vscode.env.language);
  tree.view.description = time === undefined ? '' : t`as of ${time}`;
}
