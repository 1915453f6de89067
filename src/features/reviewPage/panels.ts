import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { openPanel } from '../../ui/webviewPage.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import type { BlockPlace } from './pages/blockAt.ts';
import { titleOf } from './head.ts';
import { ReviewPanel } from './panel.ts';
import { viewType } from './viewType.ts';

/** The pages that are open, by change request. */
const open = new WeakMap<App, Map<string, ReviewPanel>>();

/** Shows the review page of a change request: the one that is open, or a new one. */
export async function openReviewPage(app: App, place: ChangeRequestPlace, block?: BlockPlace): Promise<void> {
  const shown = () => panelsOf(app).get(addressOfChangeRequest(place));
  const { changeRequests } = app.content;
  const isHeard = changeRequests.knownHead(place) !== undefined;
  const changeRequest = shown() ? undefined : await changeRequests.get(place);
  // Who clicks twice opens one.
  const there = shown();
  if (there || !changeRequest) return there?.show(block);
  const panel = show(app, place, openPanel(viewType, titleOf(changeRequest)));
  // What was asked for just now is not asked for again.
  panel.begin(block, isHeard ? undefined : changeRequest);
}

/** Has the page that is being read go on to something. */
export function walk(app: App, step: Step): void {
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
  const there = place && panelsOf(app).get(addressOfChangeRequest(place));
  if (place && !there) return void show(app, place, panel);
  // Whose account it was has signed out: there is nothing to show. What was opened meanwhile shows it.
  panel.dispose();
  there?.show(undefined);
}

async function placeIn(app: App, state: unknown): Promise<ChangeRequestPlace | undefined> {
  const { connection: id, space, number } = (state ?? {}) as Partial<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof space !== 'string' || typeof number !== 'number') return undefined;
  const connection = await app.session.find(id);
  return connection && { connection, space, number };
}

function panelsOf(app: App): Map<string, ReviewPanel> {
  const panels = open.get(app) ?? new Map<string, ReviewPanel>();
  open.set(app, panels);
  return panels;
}

function show(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): ReviewPanel {
  const key = addressOfChangeRequest(place);
  const shown = new ReviewPanel(app, place, panel);
  panelsOf(app).set(key, shown);
  panel.onDidDispose(() => panelsOf(app).delete(key));
  return shown;
}
