import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  contentOf,
} from '../../model/content/changeRequests.ts';
import { addressOfRights } from '../../model/rights.ts';
import { own } from '../../ui/own.ts';
import * as say from '../../ui/say.ts';
import { fill } from '../../ui/webviewPage.ts';
import {
  type Action,
  type FromPage,
  fromPage,
  leading,
  type Mode,
  type Step,
  type ToPage,
} from '../../webview/reviewPage/messages.ts';
import { isNotReached } from '../../api/errors.ts';
import { isCancellation } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { behind, changedSince, offline } from './banners.ts';
import { type AboutFinish, answerFinish, setProgressInDialog, stopSending } from './finishing.ts';
import { diagramScriptMessage } from './diagramScript.ts';
import { imageMessage } from './externalImage.ts';
import { readHead, titleOf } from './head.ts';
import { followLink, showInEditor } from './leading.ts';
import { PageDiscussion } from './discussion/discussing.ts';
import { commandOf } from './actions.ts';
import type { BlockPlace } from './pages/blockAt.ts';
import type { DrawnState } from './pages/drawnRevision.ts';
import { Pages } from './pages/pages.ts';
import type { ListedPages } from './pages/previousRevision.ts';

/** One page, from its opening to its end: answers what it asks, and tells it of what has changed. */
export class ReviewPanel {
  readonly #app: App;
  readonly #place: ChangeRequestPlace;
  readonly #panel: vscode.WebviewPanel;
  readonly #listening: vscode.Disposable;
  readonly #pages: Pages;
  readonly #discussion: PageDiscussion;
  readonly #ended = new AbortController();
  /** Whether somebody wanted the pages read for the checklist. */
  #isLookedThrough = false;
  /** Whether what is changed next was written here: nobody has to be told of that. */
  #hasWritten = false;
  /** Whether others have changed it, and nobody has asked to see that yet. */
  #isBehind = false;
  /** What was told of its pages last. */
  #listed: ListedPages | undefined;
  #isOffline = false;
  /** When what stands above the pages was read last. */
  #readAt: Date | undefined;
  /** Tells whether permissions have changed: the rights that the user lacks, and "ended" once the review has ended. */
  #permissionsKey = '';
  /** Where the reader comes from, until the page is there. */
  #goal: BlockPlace | undefined;
  /** Whether the reader has asked on the page for what others have changed, and is to be led to it. */
  #isLedToChange = false;
  /** The change request where it has just been read. */
  #read: ChangeRequest | undefined;
  #pageId: string | undefined;
  /** That of which the page was told. */
  #revision: string | undefined;

  constructor(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel) {
    [this.#app, this.#place, this.#panel] = [app, place, panel];
    this.#pages = new Pages(app, place, uri => panel.webview.asWebviewUri(uri).toString());
    const about = { app, place, pages: this.#pages, signal: this.#ended.signal };
    this.#discussion = new PageDiscussion({ ...about, tell: message => this.#tell(message) });
    const address = addressOfChangeRequest(place);
    const isOurs = (one: ChangeRequestPlace) => addressOfChangeRequest(one) === address;
    this.#listening = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage(message => this.#hear(message)),
      app.reviews.onDidChange(other => {
        if (isOurs(other)) this.#again(() => (other.isListAnother ? this.#tellCompared() : this.#tellPages()));
      }),
      app.content.onDidChange(({ connection, space, version, isAsked }) => {
        // What another account may see is shown by the page that takes the place of this one.
        const isMeant =
          connection === place.connection &&
          version.kind === 'changeRequest' &&
          isOurs({ connection, space, number: version.number });
        if (isMeant) this.#again(() => this.#tellChanged(isAsked));
      }),
      app.content.rights.onDidChange(changed => {
        if (changed === addressOfRights(place) && this.#readAt) this.#again(() => this.#tellHead());
      }),
      app.session.onDidSignOut(({ id }) => id === place.connection.id && panel.dispose()),
      app.session.onDidWrite(({ touched }) => {
        if (touched.has(contentOf(place))) this.#hasWritten = true;
        // Its subject, status, reviewers and verdicts.
        if (touched.has(address)) this.#again(() => this.#tellHead());
      }),
      panel.onDidChangeViewState(() => {
        // VS Code unloads a hidden page: its dialog is opened again with it.
        if (!panel.visible) setProgressInDialog(place, false);
      }),
      panel.onDidDispose(() => this.end()),
    );
    const root = vscode.Uri.from({ scheme, authority: place.connection.id, path: '/' });
    fill(panel, app.context.extensionUri, {
      script: 'dist/review-page.js',
      styles: ['dist/reviewPage.css', 'dist/blocks.css'],
      roots: [root],
    });
    // This is a prefetch: if it fails, the read that the page asks for fails too, and is reported.
    this.#pages.readAhead().catch(() => undefined);
  }

  get place(): ChangeRequestPlace {
    return this.#place;
  }

  /** Ends the page. Its panel stays open and can show another page. */
  end(): vscode.WebviewPanel {
    this.#ended.abort();
    setProgressInDialog(this.#place, false);
    this.#discussion.dispose();
    this.#listening.dispose();
    return this.#panel;
  }

  get #around() {
    return { app: this.#app, place: this.#place, pages: this.#pages };
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** ID of the page of the change request that is read; undefined above the first. */
  get pageId(): string | undefined {
    return this.#pageId;
  }

  show(block: BlockPlace | undefined): void {
    // A page that was hidden begins anew, and asks for what it shows.
    if (this.#panel.visible) this.#goTo(block);
    else this.#goal = block;
    this.#panel.reveal();
  }

  /** Shows a block as soon as the page is there, and what was read of the change request for it. */
  begin(block: BlockPlace | undefined, read: ChangeRequest | undefined): void {
    [this.#goal, this.#read] = [block, read];
  }

  /** Takes in what the page showed before a reload: what has changed since then is marked. */
  restore(state: DrawnState): void {
    this.#pages.drawn.restore(state);
  }

  #goTo(block: BlockPlace | undefined): void {
    if (block) this.#tell({ type: 'goTo', ...block });
  }

  walk(step: Step): void {
    this.#tell({ type: 'go', step });
  }

  /** Tells what may be another; what was told stays where that fails. */
  #again(tell: () => Promise<void>): void {
    tell().catch((error: unknown) => {
      if (isNotReached(error)) this.#tellOffline();
      if (!isCancellation(error)) this.#app.failures.log('Could not show the review page anew.', error);
    });
  }

  /** What is shown of the pages stays as it is until somebody wants it anew, unless it was changed here. */
  async #tellChanged(isAsked = false): Promise<void> {
    const { revision } = await this.#app.content.changeRequests.get(this.#place);
    if (revision === (this.#revision ?? this.#pages.drawn.state.drawn) && !isAsked) return this.#tellHead();
    // If others have changed something too, that is marked.
    const isWritten = this.#hasWritten && !this.#isBehind;
    // No "Show" for a change that the user has made or asked for.
    this.#isBehind = !this.#hasWritten && !isAsked;
    this.#hasWritten = false;
    if (this.#isBehind) this.#tell(behind);
    else this.#renew(revision, { isWritten });
    await this.#tellAll();
  }

  /** Has the pages asked for again, with what has changed marked. */
  #renew(revision: string | undefined, written: { isWritten?: boolean } = {}): void {
    const isOther = revision !== undefined && this.#pages.drawn.draw(revision, written);
    this.#isLedToChange &&= isOther;
    this.#tell({ type: 'renew' });
  }

  /** It is compared with something else: somebody has asked for that. */
  async #tellCompared(): Promise<void> {
    this.#isBehind = false;
    this.#renew(this.#revision);
    this.#tellPlace();
    await Promise.all([this.#tellPages(), this.#tellHead()]);
    await this.#discussion.tellAllThreads();
  }

  #tellOffline(): void {
    this.#isOffline = true;
    this.#isLedToChange = false;
    this.#tell(offline(this.#readAt));
  }

  async #hear(message: unknown): Promise<void> {
    const told = fromPage(message);
    if (!told) return;
    try {
      const answer = this.#answer(told);
      // It may ask something, or open an editor.
      if (leading.has(told.type)) this.#app.running.add(answer);
      await answer;
    } catch (error) {
      if (isNotReached(error)) this.#tellOffline();
      this.#app.failures.show(words`show the review page of #${this.#place.number}`, error);
    }
  }

  async #answer(told: FromPage): Promise<void> {
    switch (told.type) {
      case 'ready':
        setProgressInDialog(this.#place, false);
        this.#isBehind = false;
        this.#pageId = undefined;
        return this.#tellAll(this.#drawNewest());
      case 'reading':
        return this.#notePage(told);
      case 'show':
        return this.#show(told.id, told.mode);
      case 'discuss':
        return this.#discuss(told.conversation);
      case 'mark':
        return this.#pages.mark(told.id, told.isViewed);
      case 'open':
        return showInEditor(this.#around, told);
      case 'follow':
        return followLink(this.#around, told.id, told.target);
      case 'do':
        return this.#do(told.action);
      case 'notAllowed':
        return say.info(told.why);
      case 'keys':
        return this.#allowKeys(told.id);
      case 'more':
        return this.#discussion.readAll(told.id);
      case 'see':
        return this.#discussion.see(told.id);
      case 'since':
        return this.#discussion.showSince(told.conversation);
      case 'count':
        return this.#discussion.count(told.filter);
      case 'pictures':
        return this.#tell(await this.#pages.pictures(told.id));
      case 'showText':
        return this.#tell(await this.#pages.text(told.id, told.mode, this.#ended.signal));
      case 'findPages':
        return this.#tell(await this.#pages.pagesShowing(told.id, this.#ended.signal));
      case 'finish':
      case 'summarize':
      case 'submit':
        return this.#finish(told);
      case 'stop':
        return stopSending(this.#place);
      case 'showsSending':
        return setProgressInDialog(this.#place, told.isShown && this.#panel.visible);
      case 'image':
        return this.#tell(await imageMessage(told.address, this.#ended.signal));
      case 'diagramScript':
        return this.#tell(await diagramScriptMessage(this.#app.context.extensionUri));
      case 'begun':
        return this.#discussion.offer(told);
      default:
        return this.#discussion.write(told);
    }
  }

  #notePage({ id }: { id: string }): void {
    this.#pageId = id || undefined;
  }

  /** Plain letters are keys once no command is left that may ask something: what is typed then is its answer. */
  async #allowKeys(id: number): Promise<void> {
    if (!vscode.workspace.getConfiguration('marginalia').get('reviewPage.letterKeys', true)) return;
    await this.#app.running.settled();
    this.#tell({ type: 'keys', id });
  }

  /** The page begins with the newest revision. */
  async #drawNewest(): Promise<void> {
    // Where it cannot be read, `#tellHead` says so.
    const changeRequest = await this.#app.content.changeRequests.get(this.#place).catch(() => undefined);
    if (changeRequest) this.#pages.drawn.draw(changeRequest.revision);
  }

  #tellPlace(): void {
    const { connection, space, number } = this.#place;
    this.#tell({ type: 'place', place: { connection: connection.id, space, number, ...this.#pages.drawn.state } });
  }

  /** Tells all there is, the pages once something is done. */
  async #tellAll(drawing = Promise.resolve()): Promise<void> {
    const listed = drawing.then(() => {
      this.#tellPlace();
      return this.#tellPages();
    });
    const said = this.#discussion.begin().then(() => this.#discussion.tellOn(''));
    const goal = this.#goal;
    this.#goal = undefined;
    await Promise.all([this.#tellHead(), listed.then(() => (goal ? this.#goTo(goal) : this.#goToChange())), said]);
    this.#revision = (await this.#app.content.changeRequests.get(this.#place)).revision;
    // How many conversations are open on each page is told by the event of the count.
    await this.#app.reviews.countComments(this.#place, this.#discussion.open);
  }

  /** Leads a reader who has asked for what others have changed to the first of it. */
  async #goToChange(): Promise<void> {
    const { previous } = this.#pages.drawn;
    if (!this.#isLedToChange || !previous || !this.#listed) return;
    this.#isLedToChange = false;
    try {
      this.#goTo(await previous.firstChange(this.#listed, this.#ended.signal));
    } catch (error) {
      if (!isCancellation(error)) this.#app.failures.log('Could not find the first change.', error);
    }
  }

  async #tellHead(): Promise<void> {
    const isWithPages = this.#isLookedThrough;
    const user = this.#app.inbox.me(this.#place.connection);
    const about = { signal: this.#ended.signal, isWithPages, user };
    const read = this.#read;
    this.#read = undefined;
    const changeRequest = read ?? (await this.#app.content.changeRequests.fresh(this.#place, this.#ended.signal));
    const head = await readHead(this.#app, this.#place, { ...about, changeRequest });
    this.#readAt = new Date();
    this.#panel.title = titleOf(head);
    this.#tell({ type: 'head', head });
    const wasOffline = this.#isOffline;
    this.#isOffline = false;
    if (wasOffline) await this.#tellBanner();
    const permissionsKey = [
      ...this.#app.content.rights.refusedIn(this.#place),
      ...(head.isOver ? ['ended'] : []),
    ].join();
    if (permissionsKey === this.#permissionsKey) return;
    this.#permissionsKey = permissionsKey;
    await this.#discussion.tellAllowed();
  }

  /** What has come, or gone, is listed when somebody asks for it; what is told of the others is as it is now. */
  async #tellPages(): Promise<void> {
    const now = await this.#pages.list();
    const before = this.#isBehind ? this.#listed?.pages : undefined;
    const pages = before?.map(page => now.pages.find(({ id }) => id === page.id) ?? page);
    this.#listed = { ...now, ...(pages && { pages }) };
    this.#tell(this.#listed);
    await this.#tellBanner();
  }

  /** Says above everything that the page is behind, or what has changed since it showed another revision. */
  async #tellBanner(): Promise<void> {
    const { previous } = this.#pages.drawn;
    const text = this.#listed && (await previous?.summary(this.#listed));
    // It may be offline by now.
    if (!this.#isOffline) this.#tell(this.#isBehind ? behind : changedSince(text));
  }

  async #show(id: string, mode: Mode): Promise<void> {
    const message = await this.#pages.show(id, mode, this.#ended.signal);
    this.#tell(message);
    if (message.type !== 'page') return;
    await this.#discussion.tellOn(id);
    await this.#pages.noteLook(id);
    const coloured = await this.#pages.coloured(message, this.#ended.signal);
    if (coloured) this.#tell(coloured);
  }

  #tell(message: ToPage): void {
    if (!this.#ended.signal.aborted) void this.#panel.webview.postMessage(message);
  }

  async #finish(request: AboutFinish): Promise<void> {
    // What stands against it is looked up again, too.
    if (request.type === 'finish') this.#again(() => this.#tellHead());
    const about = {
      app: this.#app,
      place: this.#place,
      isSeen: () => !this.#ended.signal.aborted && this.#panel.visible,
    };
    await answerFinish({ ...about, tell: message => this.#tell(message) }, request);
    await this.#discussion.tellRights();
  }

  async #do(action: Action): Promise<void> {
    if (action === 'lookThrough') {
      this.#isLookedThrough = true;
      return this.#tellHead();
    }
    if (action === 'readAll') return this.#app.reviews.readAll(this.#place);
    if (action === 'hideMarks') {
      this.#pages.drawn.hideMarks();
      this.#renew(undefined);
      this.#tellPlace();
      return this.#tellPages();
    }
    if (action === 'refresh') {
      this.#isLedToChange = true;
      this.#app.content.refresh(this.#place, { isAsked: true });
      await this.#app.discussions.refresh(this.#place);
      return;
    }
    const command = commandOf.get(action);
    if (command) await vscode.commands.executeCommand(command, this.#discussion.overview);
  }

  async #discuss(comment: string): Promise<void> {
    await vscode.commands.executeCommand('marginalia.comment.show', own({ uri: this.#discussion.overview, comment }));
  }
}
