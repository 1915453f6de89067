import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { overviewUri, scheme } from '../../model/content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import { keyOf } from '../../model/discussions/subject.ts';
import { own } from '../../ui/own.ts';
import { fill, openPanel } from '../../ui/webviewPage.ts';
import {
  type Action,
  type FromPage,
  fromPage,
  type Mode,
  type ShownThread,
  type Step,
  type ToPage,
} from '../../webview/reviewPage/messages.ts';
import { Failure, isCancellation } from '../../api/failure.ts';
import { plain, words } from '../../api/words.ts';
import { openChange } from '../openChange.ts';
import { openPage } from '../openPage.ts';
import { readHead } from './head.ts';
import { knownThreads, threadsOn } from './threads.ts';
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

/** Has the page that is being read go on to something. */
export function walk(app: App, step: Step): void {
  demandActive(app).walk(step);
}

/** Finishes the review of the change request whose page is being read. */
export async function finishReview(app: App): Promise<void> {
  await demandActive(app).do('finish');
}

function demandActive(app: App): ReviewPanel {
  const active = [...panelsOf(app).values()].find(({ isActive }) => isActive);
  if (!active) throw new Failure('No review page is being read. Open one with "Open Review Page" first.');
  return active;
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

/** What the buttons of the page run. */
const commandOf: Readonly<Record<Exclude<Action, 'lookThrough'>, string>> = {
  finish: 'marginalia.review.finish',
  merge: 'marginalia.changeRequest.merge',
  update: 'marginalia.changeRequest.update',
  setSubject: 'marginalia.changeRequest.setSubject',
  setStatus: 'marginalia.changeRequest.setStatus',
  requestReviewers: 'marginalia.changeRequest.requestReviewers',
  openChanges: 'marginalia.changeRequest.openChanges',
  nextConversation: 'marginalia.comment.next',
  findBrokenLinks: 'marginalia.changeRequest.findBrokenLinks',
  comment: 'marginalia.comment.commentOnChangeRequest',
  openOverview: 'marginalia.document.open',
};

/** One page, from its opening to its end: answers what it asks, and tells it of what has changed. */
class ReviewPanel {
  readonly #app: App;
  readonly #place: ChangeRequestPlace;
  readonly #panel: vscode.WebviewPanel;
  readonly #pages: Pages;
  readonly #ended = new AbortController();
  /** Whether somebody wanted the pages read for the checklist. */
  #isLookedThrough = false;
  #listening: vscode.Disposable | undefined;
  /** What was told of the conversations on pages, by their IDs; those on the whole change request have none. */
  readonly #told = new Map<string, { document: vscode.Uri; said: string }>();

  constructor(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel) {
    [this.#app, this.#place, this.#panel] = [app, place, panel];
    this.#pages = new Pages(app, place, uri => panel.webview.asWebviewUri(uri).toString());
    const address = addressOfChangeRequest(place);
    const isOurs = (one: ChangeRequestPlace) => addressOfChangeRequest(one) === address;
    const listening = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage(message => this.#hear(message)),
      app.reviews.onDidChange(other => isOurs(other) && this.#again(() => this.#tellPages())),
      app.content.changeRequests.onDidChangeHead(other => isOurs(other) && this.#again(() => this.#tellAll())),
      // Its subject, status, reviewers and verdicts.
      app.session.onDidWrite(({ touched }) => touched.has(address) && this.#again(() => this.#tellHead())),
    );
    panel.onDidDispose(() => {
      this.#ended.abort();
      this.#listening?.dispose();
      listening.dispose();
    });
    const root = vscode.Uri.from({ scheme, authority: place.connection.id, path: '/' });
    fill(panel, app.context.extensionUri, {
      script: 'dist/review-page.js',
      styles: ['media/preview.css', 'media/reviewPage.css'],
      roots: [root],
    });
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  show(): void {
    this.#panel.reveal();
  }

  walk(step: Step): void {
    this.#tell({ type: 'go', step });
  }

  /** Tells what may be another; what was told stays where that fails. */
  #again(tell: () => Promise<void>): void {
    tell().catch((error: unknown) => {
      if (!isCancellation(error)) this.#app.failures.log('Could not show the review page anew.', error);
    });
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
        // A page that was hidden begins anew.
        this.#told.clear();
        return this.#tellAll();
      case 'show':
        return this.#show(told.id, told.mode);
      case 'discuss':
        return this.#discuss(told.comment);
      case 'mark':
        return this.#pages.mark(told.id, told.isViewed);
      case 'open':
        return this.#open(told.id, told.line);
      case 'follow':
        return this.#followLink(told.id, told.target);
      case 'do':
        return this.do(told.action);
    }
  }

  async #tellAll(): Promise<void> {
    const { connection, space, number } = this.#place;
    this.#tell({ type: 'place', place: { connection: connection.id, space, number } });
    const listed = this.#tellPages();
    await Promise.all([this.#tellHead(), this.#tellDiscussion('')]);
    await listed;
    // How many conversations are open on each page is told by the event of the count.
    await this.#app.reviews.countComments(this.#place);
  }

  async #tellHead(): Promise<void> {
    const isWithPages = this.#isLookedThrough;
    const head = await readHead(this.#app, this.#place, { signal: this.#ended.signal, isWithPages });
    this.#panel.title = plain(words`#${head.number} ${head.subject}`);
    this.#tell({ type: 'head', head });
  }

  async #tellPages(): Promise<void> {
    this.#tell(await this.#pages.list());
  }

  async #show(id: string, mode: Mode): Promise<void> {
    const shown = await this.#pages.show(id, mode, this.#ended.signal);
    this.#tell(shown);
    if (shown.type === 'page') await this.#tellDiscussion(id);
  }

  /** Tells what is said on a page, or on the whole change request, and has it told again when it is another. */
  async #tellDiscussion(id: string): Promise<void> {
    const { discussions, failures } = this.#app;
    try {
      const document = id === '' ? this.#overview() : await this.#pages.documentOf(id);
      const { onDidChange } = await discussions.get();
      if (this.#ended.signal.aborted) return;
      this.#listening ??= this.#listen(onDidChange);
      if (document) this.#tellThreads(id, document, await threadsOn(discussions, document, this.#ended.signal));
    } catch (error) {
      // The page can be read without it; its source offers to try again.
      failures.log('Could not read what was said on a page.', error);
    }
  }

  #listen(onDidChange: Discussions['onDidChange']): vscode.Disposable {
    const key = keyOf({ ...versionOf(this.#place), connection: this.#place.connection.id });
    return onDidChange(async changed => {
      if (changed.key !== key) return;
      try {
        for (const [id, { document }] of this.#told) {
          const threads = await knownThreads(this.#app.discussions, document, this.#ended.signal);
          if (threads) this.#tellThreads(id, document, threads);
        }
      } catch (error) {
        this.#app.failures.log('Could not show anew what was said.', error);
      }
    });
  }

  #tellThreads(id: string, document: vscode.Uri, threads: readonly ShownThread[]): void {
    const said = JSON.stringify(threads);
    if (this.#told.get(id)?.said === said) return;
    this.#told.set(id, { document, said });
    this.#tell({ type: 'threads', id, threads });
  }

  async #discuss(comment: string): Promise<void> {
    await vscode.commands.executeCommand('marginalia.comment.show', own({ uri: this.#overview(), comment }));
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

  async #followLink(id: string, target: string): Promise<void> {
    const page = await this.#pages.linked(id, target);
    if (page) await openPage(this.#app, versionOf(this.#place), page);
  }

  async do(action: Action): Promise<void> {
    if (action === 'lookThrough') {
      this.#isLookedThrough = true;
      return this.#tellHead();
    }
    await vscode.commands.executeCommand(commandOf[action], this.#overview());
  }

  #overview(): vscode.Uri {
    const { connection, space, number } = this.#place;
    return overviewUri({ connection: connection.id, space, changeRequest: number });
  }
}
