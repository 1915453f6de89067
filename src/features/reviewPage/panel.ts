import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { overviewUri, scheme } from '../../model/content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import { fill, openPanel } from '../../ui/webviewPage.ts';
import { type Action, type FromPage, fromPage, type ToPage } from '../../webview/reviewPage/messages.ts';
import { plain, words } from '../../api/words.ts';
import { openChange } from '../openChange.ts';
import { openPage } from '../openPage.ts';
import { readHead } from './head.ts';
import { viewType } from './viewType.ts';
import { Pages } from './pages.ts';

/** The pages that are open, by change request. */
const open = new WeakMap<App, Map<string, ReviewPanel>>();

/** Shows the review page of a change request: the one that is open, or a new one. */
export async function openReviewPage(app: App, place: ChangeRequestPlace): Promise<void> {
  const shown = panelsOf(app).get(addressOfChangeRequest(place));
  if (shown) return shown.show();
  const changeRequest = await app.content.changeRequests.get(place);
  show(app, place, openPanel(viewType, plain(nameOf(changeRequest))));
}

/** Fills a page again that was open when the window was closed, with what it has kept. */
export async function restore(app: App, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
  const place = await placeIn(app, state);
  if (place) show(app, place, panel);
  // Whose account it was has signed out: there is nothing to show.
  else panel.dispose();
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

function show(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel): void {
  const key = addressOfChangeRequest(place);
  panelsOf(app).set(key, new ReviewPanel(app, place, panel));
  panel.onDidDispose(() => panelsOf(app).delete(key));
}

/** What each button of the page runs. */
const commandOf: Readonly<Record<Action, string>> = {
  finish: 'marginalia.review.finish',
  merge: 'marginalia.changeRequest.merge',
  update: 'marginalia.changeRequest.update',
  setSubject: 'marginalia.changeRequest.setSubject',
  setStatus: 'marginalia.changeRequest.setStatus',
  requestReviewers: 'marginalia.changeRequest.requestReviewers',
  openChanges: 'marginalia.changeRequest.openChanges',
  nextConversation: 'marginalia.comment.next',
  findBrokenLinks: 'marginalia.changeRequest.findBrokenLinks',
  openOverview: 'marginalia.document.open',
};

/** One page, from its opening to its end: answers what it asks, and tells it of what has changed. */
class ReviewPanel {
  readonly #app: App;
  readonly #place: ChangeRequestPlace;
  readonly #panel: vscode.WebviewPanel;
  readonly #pages: Pages;
  readonly #ended = new AbortController();

  constructor(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel) {
    [this.#app, this.#place, this.#panel] = [app, place, panel];
    this.#pages = new Pages(app, place, uri => panel.webview.asWebviewUri(uri).toString());
    const isOurs = (one: ChangeRequestPlace) => addressOfChangeRequest(one) === addressOfChangeRequest(place);
    const listening = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage(message => this.#hear(message)),
      app.reviews.onDidChange(other => isOurs(other) && this.#tellPages()),
      app.content.changeRequests.onDidChangeHead(other => isOurs(other) && this.#tellAll()),
    );
    panel.onDidDispose(() => {
      this.#ended.abort();
      listening.dispose();
    });
    const root = vscode.Uri.from({ scheme, authority: place.connection.id, path: '/' });
    fill(panel, app.context.extensionUri, {
      script: 'dist/review-page.js',
      styles: ['media/preview.css', 'media/reviewPage.css'],
      roots: [root],
    });
  }

  show(): void {
    this.#panel.reveal();
  }

  async #hear(message: unknown): Promise<void> {
    const told = fromPage(message);
    if (!told) return;
    try {
      await this.#answer(told);
    } catch (error) {
      this.#app.failures.show(words`show the review page of #${this.#place.number}`, error);
    }
  }

  async #answer(told: FromPage): Promise<void> {
    switch (told.type) {
      case 'ready':
        return this.#tellAll();
      case 'show':
        return this.#tell(await this.#pages.show(told.id, told.mode, this.#ended.signal));
      case 'mark':
        return this.#pages.mark(told.id, told.isViewed);
      case 'open':
        return this.#open(told.id, told.line);
      case 'follow':
        return this.#follow(told.id, told.target);
      case 'do':
        return this.#do(told.action);
    }
  }

  async #tellAll(): Promise<void> {
    const { connection, space, number } = this.#place;
    this.#tell({ type: 'place', place: { connection: connection.id, space, number } });
    const listed = this.#tellPages();
    const head = await readHead(this.#app, this.#place, this.#ended.signal);
    this.#panel.title = plain(words`#${number} ${head.subject}`);
    this.#tell({ type: 'head', head });
    await listed;
    // How many conversations are open on each page is told by the event of the count.
    await this.#app.reviews.countComments(this.#place);
  }

  async #tellPages(): Promise<void> {
    this.#tell(await this.#pages.list());
  }

  #tell(message: ToPage): void {
    if (!this.#ended.signal.aborted) void this.#panel.webview.postMessage(message);
  }

  async #open(id: string, line: number): Promise<void> {
    const change = await this.#pages.changeOf(id);
    const place = new vscode.Position(line, 0);
    if (change) await openChange(this.#app, { place: this.#place, change }, new vscode.Range(place, place));
    else await openPage(this.#app, versionOf(this.#place), { id, title: id });
  }

  async #follow(id: string, target: string): Promise<void> {
    const page = await this.#pages.linked(id, target);
    if (page) await openPage(this.#app, versionOf(this.#place), page);
  }

  async #do(action: Action): Promise<void> {
    const { connection, space, number } = this.#place;
    const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
    await vscode.commands.executeCommand(commandOf[action], uri);
  }
}
