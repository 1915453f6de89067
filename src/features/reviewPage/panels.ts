import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Connection } from '../../model/session/connection.ts';
import { openPanel } from '../../ui/webviewPage.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import { provideReviewPages } from '../opening/activeReviewPage.ts';
import type { PageLine } from './pages/blockAt.ts';
import { reviewPageTitle } from './head.ts';
import { ReviewPanel } from './panel.ts';
import { viewType } from './viewType.ts';

/**
 * Shows the review page of a change request. Reuses its open panel. A new panel opens while the change request is being
 * read, and closes if it cannot be read.
 */
export async function openReviewPage(app: App, place: ChangeRequestPlace, block?: PageLine): Promise<void> {
  const open = panelsOf(app).get(addressOfChangeRequest(place));
  if (open) return open.show(block);
  const { changeRequests } = app.content;
  const cached = changeRequests.cached(place);
  const read = changeRequests.get(place);
  // The panel needs the changes, too, and reports it if they cannot be read.
  app.reviews.read(place).catch(() => undefined);
  const panel = openPanel(viewType, cached ? reviewPageTitle(cached) : `#${place.number}`);
  const page = createPage(app, place, panel);
  // The change request that is being fetched is not fetched again.
  page.begin(block, cached ? undefined : read);
  // The user may have closed the panel, or switched to another account, whose page it shows now.
  const isOpen = () => panelsOf(app).get(addressOfChangeRequest(place)) === page;
  try {
    const changeRequest = await read;
    if (isOpen()) panel.title = reviewPageTitle(changeRequest);
  } catch (error) {
    if (isOpen()) panel.dispose();
    throw error;
  }
}

/** Moves the active review page to another place. */
export function goToStep(app: App, step: Step): void {
  requireActive(app).runStep(step);
}

function requireActive(app: App): ReviewPanel {
  const active = [...panelsOf(app).values()].find(({ isActive }) => isActive);
  if (!active) throw new Failure(t('No review page is being read. Open one with "Open Review Page" first.'));
  return active;
}

/** Restores a page of the previous window session with its saved state. */
export async function restoreReviewPage(app: App, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
  const place = await placeIn(app, state);
  const existing = place && panelsOf(app).get(addressOfChangeRequest(place));
  if (place && !existing) {
    const { drawn, previous } = (state ?? {}) as Partial<Record<string, unknown>>;
    return createPage(app, place, panel).restore({ drawn: revisionIn(drawn), previous: revisionIn(previous) });
  }
  // The account has signed out, or another panel was opened for the change request meanwhile.
  panel.dispose();
  existing?.show(undefined);
}

function revisionIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function placeIn(app: App, state: unknown): Promise<ChangeRequestPlace | undefined> {
  const { connection: id, space, number } = (state ?? {}) as Partial<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof space !== 'string' || typeof number !== 'number') return undefined;
  const connection = await app.session.find(id);
  return connection && { connection, space, number };
}

/** Returns the open review pages, by change request. */
function panelsOf({ singletons }: App): Map<string, ReviewPanel> {
  return singletons.get(createPanels);
}

function createPanels(app: App): Map<string, ReviewPanel> {
  const panels = new Map<string, ReviewPanel>();
  provideReviewPages(app, panels);
  app.context.subscriptions.push(app.session.onDidChange(() => followSession(app)));
  return panels;
}

function createPage(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): ReviewPanel {
  const key = addressOfChangeRequest(place);
  const page = new ReviewPanel(app, place, panel);
  panelsOf(app).set(key, page);
  panel.onDidDispose(() => {
    // The panel may show the page of another account by now.
    if (panelsOf(app).get(key) === page) panelsOf(app).delete(key);
  });
  return page;
}

/**
 * Replaces the open pages of accounts that were switched: an account must not see content that only the previous one
 * may read.
 */
function followSession(app: App): void {
  for (const [key, page] of [...panelsOf(app)]) {
    const connection = successorOf(app, page.place.connection);
    if (!connection) continue;
    panelsOf(app).delete(key);
    const panel = page.end();
    // The old page must not receive input any more.
    panel.webview.html = '';
    void showForAccount(app, { ...page.place, connection }, panel);
  }
}

/** Returns the connection that has replaced another, or has become the current one on the same server. */
function successorOf({ session }: App, connection: Connection): Connection | undefined {
  const { connections, current } = session;
  const successor =
    current?.api.url === connection.api.url ? current : connections.find(({ id }) => id === connection.id);
  return successor === connection ? undefined : successor;
}

/**
 * Shows a page for another account in an existing panel. Closes the panel if that account may not see the change
 * request.
 */
async function showForAccount(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): Promise<void> {
  let isClosed = false;
  const listener = panel.onDidDispose(() => (isClosed = true));
  const isRefusal = (error: unknown) => isApiError(error, 'forbidden', 'notFound');
  const read = app.content.changeRequests.get(place);
  const isAccessible = await read.then(
    () => true,
    error => !isRefusal(error),
  );
  listener.dispose();
  if (isClosed) return;
  // The account may have been switched again, or have signed out.
  const connection = successorOf(app, place.connection);
  if (connection) return showForAccount(app, { ...place, connection }, panel);
  const isSignedIn = app.session.connections.includes(place.connection);
  const isOpen = panelsOf(app).has(addressOfChangeRequest(place));
  if (isSignedIn && isAccessible && !isOpen) createPage(app, place, panel);
  else panel.dispose();
}
