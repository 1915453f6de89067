import type * as vscode from 'vscode';
import { isUnreachable } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Connection } from '../../model/session/connection.ts';
import { openPanel } from '../../ui/webviewPage.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import { provideReviewPages } from '../opening/activeReviewPage.ts';
import type { PageLine } from './pages/blockAt.ts';
import { titleOf } from './head.ts';
import { ReviewPanel } from './panel.ts';
import { viewType } from './viewType.ts';

/** Shows the review page of a change request: the one that is open, or a new one. */
export async function openReviewPage(app: App, place: ChangeRequestPlace, block?: PageLine): Promise<void> {
  const findOpen = () => panelsOf(app).get(addressOfChangeRequest(place));
  const { changeRequests } = app.content;
  const isCached = changeRequests.knownHead(place) !== undefined;
  const changeRequest = findOpen() ? undefined : await changeRequests.get(place);
  // A double click opens a single page.
  const current = findOpen();
  if (current || !changeRequest) return current?.show(block);
  const panel = show(app, place, openPanel(viewType, titleOf(changeRequest)));
  // The change request that was just fetched is not fetched again.
  panel.begin(block, isCached ? undefined : changeRequest);
}

/** Has the page that is being read go on to something. */
export function goToStep(app: App, step: Step): void {
  demandActive(app).walk(step);
}

function demandActive(app: App): ReviewPanel {
  const active = [...panelsOf(app).values()].find(({ isActive }) => isActive);
  if (!active) throw new Failure('No review page is being read. Open one with "Open Review Page" first.');
  return active;
}

/** Fills a page again that was open when the window was closed, with what it has kept. */
export async function restore(app: App, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
  const place = await placeIn(app, state);
  const existing = place && panelsOf(app).get(addressOfChangeRequest(place));
  if (place && !existing) {
    const { drawn, previous } = (state ?? {}) as Partial<Record<string, unknown>>;
    return show(app, place, panel).restore({ drawn: revisionIn(drawn), previous: revisionIn(previous) });
  }
  // Whose account it was has signed out: there is nothing to show. What was opened meanwhile shows it.
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

/** Returns the pages that are open, by change request. */
function panelsOf({ singletons }: App): Map<string, ReviewPanel> {
  return singletons.get(createPanels);
}

function createPanels(app: App): Map<string, ReviewPanel> {
  const panels = new Map<string, ReviewPanel>();
  provideReviewPages(app, panels);
  app.context.subscriptions.push(app.session.onDidChange(() => followSession(app)));
  return panels;
}

function show(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): ReviewPanel {
  const key = addressOfChangeRequest(place);
  const page = new ReviewPanel(app, place, panel);
  panelsOf(app).set(key, page);
  panel.onDidDispose(() => {
    // It may show the page of another account by now.
    if (panelsOf(app).get(key) === page) panelsOf(app).delete(key);
  });
  return page;
}

/** Has the open pages follow the account: what an account sees and has viewed is not shown to the next one. */
function followSession(app: App): void {
  for (const [key, page] of [...panelsOf(app)]) {
    const connection = successorOf(app, page.place.connection);
    if (!connection) continue;
    panelsOf(app).delete(key);
    const panel = page.end();
    // Nobody writes on a page that has ended.
    panel.webview.html = '';
    void showForAccount(app, { ...page.place, connection }, panel);
  }
}

/** The connection that has taken the place of another, or has become the current one on the same server. */
function successorOf({ session }: App, connection: Connection): Connection | undefined {
  const { connections, current } = session;
  const successor =
    current?.api.url === connection.api.url ? current : connections.find(({ id }) => id === connection.id);
  return successor === connection ? undefined : successor;
}

/** Shows a page in a panel of another account, or closes that where the account may not see the change request. */
async function showForAccount(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): Promise<void> {
  let isClosed = false;
  const listening = panel.onDidDispose(() => (isClosed = true));
  const mayBeSeen = await app.content.changeRequests.get(place).then(() => true, isUnreachable);
  listening.dispose();
  if (isClosed) return;
  // The account may have been switched again, or have signed out.
  const connection = successorOf(app, place.connection);
  if (connection) return showForAccount(app, { ...place, connection }, panel);
  const isSignedIn = app.session.connections.includes(place.connection);
  const isOpen = panelsOf(app).has(addressOfChangeRequest(place));
  if (isSignedIn && mayBeSeen && !isOpen) show(app, place, panel);
  else panel.dispose();
}
