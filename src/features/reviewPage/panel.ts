import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  addressOfContent,
} from '../../model/content/changeRequests.ts';
import { addressOfRights } from '../../model/rights.ts';
import { markTrusted } from '../../ui/trusted.ts';
import * as say from '../../ui/say.ts';
import { setWebviewHtml } from '../../ui/webviewPage.ts';
import {
  type Action,
  type FromPage,
  fromPage,
  focusTakingTypes,
  passiveTypes,
  type LayoutMode,
  type Step,
  type ToPage,
} from '../../webview/reviewPage/messages.ts';
import { isOutage } from '../../api/errors.ts';
import { failureMessage, isCancellation } from '../../api/failure.ts';
import { outdatedBanner, changesBanner, failureBanner, offlineBanner } from './banners.ts';
import { type FinishMessage, answerFinish, setProgressInDialog, stopSending } from './finishing.ts';
import { diagramScriptMessage } from './diagramScript.ts';
import { imageMessage } from './externalImage.ts';
import { readHead, reviewPageTitle } from './head.ts';
import { openLinkTarget, showInEditor } from './openFromPage.ts';
import { PageDiscussion } from './discussion/pageDiscussion.ts';
import { commandsByAction } from './actions.ts';
import type { PageLine } from './pages/blockAt.ts';
import type { DrawnState } from './pages/drawnRevision.ts';
import { Pages } from './pages/pages.ts';
import type { ListedPages } from './pages/previousRevision.ts';

/** A review page: answers the messages of its webview, and posts changes to it. */
export class ReviewPanel {
  readonly #app: App;
  readonly #place: ChangeRequestPlace;
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable;
  readonly #pages: Pages;
  readonly #discussion: PageDiscussion;
  readonly #abortController = new AbortController();
  /** True if the user asked to include the pages in the checklist. */
  #arePagesChecked = false;
  /** True if the next change was written by the user, who needs no notice about it. */
  #hasWritten = false;
  /** True if others have changed the change request, and the user has not asked to see that yet. */
  #isOutdated = false;
  /** The list of pages that was posted last. */
  #listed: ListedPages | undefined;
  /** True if the banner says why the page could not be read. */
  #isFailureShown = false;
  /** Time of the last successful read of the head. */
  #headReadAt: Date | undefined;
  /** Detects changes of permissions: the rights that the user lacks, and "ended" once the review has ended. */
  #permissionsKey = '';
  /** The block to show once the webview is loaded. */
  #initialBlock: PageLine | undefined;
  /** True if the user asked to see the changes of others, so that the page scrolls to the first one. */
  #isGoingToChange = false;
  /** The change request, if it is being fetched. */
  #fetchedChangeRequest: Promise<ChangeRequest> | undefined;
  #pageId: string | undefined;
  /** The revision that was posted last. */
  #revision: string | undefined;

  constructor(app: App, place: ChangeRequestPlace, panel: vscode.WebviewPanel) {
    [this.#app, this.#place, this.#panel] = [app, place, panel];
    this.#pages = new Pages(app, place, uri => panel.webview.asWebviewUri(uri).toString());
    const context = { app, place, pages: this.#pages, signal: this.#abortController.signal };
    this.#discussion = new PageDiscussion({ ...context, post: message => this.#post(message) });
    const address = addressOfChangeRequest(place);
    const isSameChangeRequest = (place: ChangeRequestPlace) => addressOfChangeRequest(place) === address;
    this.#subscriptions = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage(message => this.#handleMessage(message)),
      app.reviews.onDidChange(other => {
        if (isSameChangeRequest(other))
          this.#tryPost(() => (other.isListAnother ? this.#handleComparison() : this.#postPages()));
      }),
      app.content.onDidChange(({ connection, space, version, isAsked }) => {
        // A switch of accounts replaces this page.
        const isThisVersion =
          connection === place.connection &&
          version.kind === 'changeRequest' &&
          isSameChangeRequest({ connection, space, number: version.number });
        if (isThisVersion) this.#tryPost(() => this.#handleChange(isAsked), isAsked);
      }),
      app.content.rights.onDidChange(changed => {
        if (changed === addressOfRights(place) && this.#headReadAt) this.#tryPost(() => this.#postHead());
      }),
      app.session.onDidSignOut(({ id }) => id === place.connection.id && panel.dispose()),
      app.session.onDidWrite(({ touched }) => {
        if (touched.has(addressOfContent(place))) this.#hasWritten = true;
        // The write may have changed the subject, status, reviewers or verdicts.
        if (touched.has(address)) this.#tryPost(() => this.#postHead());
      }),
      panel.onDidChangeViewState(() => {
        // VS Code unloads a hidden page, so the progress is shown outside its dialog until the dialog is opened again.
        if (!panel.visible) setProgressInDialog(app, place, false);
      }),
      panel.onDidDispose(() => this.end()),
    );
    const root = vscode.Uri.from({ scheme, authority: place.connection.id, path: '/' });
    setWebviewHtml(panel, app.context.extensionUri, {
      script: 'dist/review-page.js',
      styles: ['dist/reviewPage.css', 'dist/blocks.css'],
      roots: [root],
    });
    // If this prefetch fails, the read that the page requests fails too, and is reported.
    this.#pages.prefetch(this.#abortController.signal).catch(() => undefined);
  }

  get place(): ChangeRequestPlace {
    return this.#place;
  }

  /** Ends the page. Its panel stays open and can show another page. */
  end(): vscode.WebviewPanel {
    this.#abortController.abort();
    setProgressInDialog(this.#app, this.#place, false);
    this.#discussion.dispose();
    this.#subscriptions.dispose();
    return this.#panel;
  }

  get #context() {
    return { app: this.#app, place: this.#place, pages: this.#pages };
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** ID of the page of the change request that is in view; undefined above the first. */
  get pageId(): string | undefined {
    return this.#pageId;
  }

  show(block: PageLine | undefined): void {
    // A hidden webview reloads when it is revealed, so the block waits.
    if (this.#panel.visible) this.#goTo(block);
    else this.#initialBlock = block;
    this.#panel.reveal();
  }

  /** Sets the block to show once the webview is loaded, and the change request if it is being fetched. */
  begin(block: PageLine | undefined, read: Promise<ChangeRequest> | undefined): void {
    [this.#initialBlock, this.#fetchedChangeRequest] = [block, read];
  }

  /** Restores the state of before a reload, so that changes since then are marked. */
  restore(state: DrawnState): void {
    this.#pages.drawn.restore(state);
  }

  #goTo(block: PageLine | undefined): void {
    if (block) this.#post({ type: 'goTo', ...block });
  }

  runStep(step: Step): void {
    this.#post({ type: 'go', step });
  }

  /** Posts an update. If it fails, the page stays as it is, and says why in an outage or if the user has asked for it. */
  #tryPost(post: () => Promise<void>, isAsked = false): void {
    post().catch((error: unknown) => {
      if (isOutage(error) || isAsked) this.#postFailure(error);
      if (!isCancellation(error)) this.#app.failures.log('Could not update the review page.', error);
    });
  }

  /**
   * Handles a new revision. The shown pages stay until the user asks for the new ones, except after the user's own
   * changes.
   */
  async #handleChange(isAsked = false): Promise<void> {
    const { revision } = await this.#app.content.changeRequests.get(this.#place);
    if (revision === (this.#revision ?? this.#pages.drawn.state.drawn) && !isAsked) return this.#postHead();
    // Changes of others stay marked even if the user has written, too.
    const isWritten = this.#hasWritten && !this.#isOutdated;
    // A change that the user has made or requested needs no "Show" button.
    this.#isOutdated = !this.#hasWritten && !isAsked;
    this.#hasWritten = false;
    if (this.#isOutdated) this.#post(outdatedBanner);
    else this.#requestRedraw(revision, { isWritten });
    await this.#postAll();
  }

  /** Makes the webview request its pages again, with changes marked. */
  #requestRedraw(revision: string | undefined, written: { isWritten?: boolean } = {}): void {
    const isNewRevision = revision !== undefined && this.#pages.drawn.draw(revision, written);
    this.#isGoingToChange &&= isNewRevision;
    this.#post({ type: 'reload' });
  }

  /** Handles a new comparison base, which the user has chosen. */
  async #handleComparison(): Promise<void> {
    this.#isOutdated = false;
    this.#requestRedraw(this.#revision);
    this.#postPlace();
    await Promise.all([this.#postPages(), this.#postHead()]);
    await this.#discussion.postAllThreads();
  }

  #postFailure(error: unknown): void {
    if (isCancellation(error)) return;
    this.#isFailureShown = true;
    this.#isGoingToChange = false;
    this.#post(isOutage(error) ? offlineBanner(this.#headReadAt, error) : failureBanner(this.#action, error));
  }

  /** Completes "Could not ..." in error messages. */
  get #action(): string {
    return t`show the review page of #${this.#place.number}`;
  }

  async #handleMessage(message: unknown): Promise<void> {
    const request = fromPage(message);
    if (!request) return;
    try {
      const response = this.#answer(request);
      // The action may show a prompt or open an editor.
      if (focusTakingTypes.has(request.type)) this.#app.running.add(response);
      await response;
    } catch (error) {
      // The command that has opened the page reports why it was closed again.
      if (request.type === 'ready' && this.#abortController.signal.aborted) return;
      if (passiveTypes.has(request.type)) return this.#reportPassively(request, error);
      if (isOutage(error)) this.#postFailure(error);
      this.#app.failures.show(this.#action, error);
    }
  }

  /** Reports a failure of something that the user has not asked for: in the banner and in the log. */
  #reportPassively({ type }: FromPage, error: unknown): void {
    // Nothing is shown if the page was not read, whatever the reason.
    if (isOutage(error) || type === 'ready') this.#postFailure(error);
    if (!isCancellation(error)) this.#app.failures.log(failureMessage(this.#action, error), error);
  }

  async #answer(request: FromPage): Promise<void> {
    switch (request.type) {
      case 'ready':
        setProgressInDialog(this.#app, this.#place, false);
        this.#isOutdated = false;
        this.#pageId = undefined;
        return this.#postAll(this.#drawNewest(), request.mode);
      case 'reading':
        return this.#setPage(request);
      case 'show':
        return this.#show(request.id, request.mode);
      case 'discuss':
        return this.#discuss(request.conversation);
      case 'mark':
        return this.#pages.mark(request.id, request.isViewed);
      case 'open':
        return showInEditor(this.#context, request);
      case 'follow':
        return openLinkTarget(this.#context, request.id, request.target);
      case 'do':
        return this.#do(request.action);
      case 'revertBlock':
        return this.#revertBlock(request);
      case 'applySuggestions':
        return this.#applySuggestions(request.id);
      case 'notAllowed':
        return say.info(request.why);
      case 'keys':
        return this.#allowKeys(request.id);
      case 'more':
        return this.#discussion.readAll(request.id);
      case 'markSeen':
        return this.#discussion.markSeen(request.id);
      case 'since':
        return this.#discussion.showSince(request.conversation);
      case 'count':
        return this.#discussion.count(request.filter);
      case 'pictures':
        return this.#post(await this.#pages.pictures(request.id));
      case 'showText':
        return this.#post(await this.#pages.text(request.id, request.mode, this.#abortController.signal));
      case 'findPages':
        return this.#post(await this.#pages.pagesShowing(request.id, this.#abortController.signal));
      case 'finish':
      case 'summarize':
      case 'submit':
        return this.#finish(request);
      case 'stop':
        return stopSending(this.#app, this.#place);
      case 'showsSending':
        return setProgressInDialog(this.#app, this.#place, request.isShown && this.#panel.visible);
      case 'image':
        return this.#post(await imageMessage(request.address, this.#abortController.signal));
      case 'diagramScript':
        return this.#post(await diagramScriptMessage(this.#app.context.extensionUri));
      case 'completionsRequest':
        return this.#discussion.offer(request);
      default:
        return this.#discussion.write(request);
    }
  }

  #setPage({ id }: { id: string }): void {
    this.#pageId = id || undefined;
  }

  /** Enables single-letter shortcuts once no command is running: typed letters could be meant for its prompt. */
  async #allowKeys(id: number): Promise<void> {
    if (!vscode.workspace.getConfiguration('marginalia').get('reviewPage.letterKeys', true)) return;
    await this.#app.running.settled();
    this.#post({ type: 'keys', id });
  }

  /** Sets the newest revision as the one that the page shows. */
  async #drawNewest(): Promise<void> {
    // If it cannot be read, `#postHead` reports that.
    const changeRequest = await this.#app.content.changeRequests.get(this.#place).catch(() => undefined);
    if (changeRequest) this.#pages.drawn.draw(changeRequest.revision);
  }

  #postPlace(): void {
    const { connection, space, number } = this.#place;
    this.#post({ type: 'place', place: { connection: connection.id, space, number, ...this.#pages.drawn.state } });
  }

  /** Posts everything. The pages are posted after `ready`; with a mode, the content of the first one follows. */
  async #postAll(ready = Promise.resolve(), mode?: LayoutMode): Promise<void> {
    const listed = ready.then(() => {
      this.#postPlace();
      return this.#postPages(mode);
    });
    const conversationsPosted = this.#discussion.begin().then(() => this.#discussion.postThreadsOn(''));
    const initialBlock = this.#initialBlock;
    this.#initialBlock = undefined;
    await Promise.all([
      this.#postHead(),
      listed.then(() => (initialBlock ? this.#goTo(initialBlock) : this.#goToChange())),
      conversationsPosted,
    ]);
    this.#revision = (await this.#app.content.changeRequests.get(this.#place)).revision;
    // The counts of the pages are posted when `countComments` emits a change.
    await this.#app.reviews.countComments(this.#place, this.#discussion.openCounts);
  }

  /** Scrolls to the first change of others, if the user asked for it. */
  async #goToChange(): Promise<void> {
    const { previous } = this.#pages.drawn;
    if (!this.#isGoingToChange || !previous || !this.#listed) return;
    this.#isGoingToChange = false;
    try {
      this.#goTo(await previous.firstChange(this.#listed, this.#abortController.signal));
    } catch (error) {
      if (!isCancellation(error)) this.#app.failures.log('Could not find the first change.', error);
    }
  }

  async #postHead(): Promise<void> {
    const isWithPages = this.#arePagesChecked;
    const user = this.#app.inbox.callerId(this.#place.connection);
    const options = { signal: this.#abortController.signal, isWithPages, user };
    const read = this.#fetchedChangeRequest;
    this.#fetchedChangeRequest = undefined;
    const changeRequest = await (read ??
      this.#app.content.changeRequests.fetch(this.#place, this.#abortController.signal));
    const head = await readHead(this.#app, this.#place, { ...options, changeRequest });
    this.#headReadAt = new Date();
    this.#panel.title = reviewPageTitle(head);
    this.#post({ type: 'head', head });
    const wasFailureShown = this.#isFailureShown;
    this.#isFailureShown = false;
    if (wasFailureShown) await this.#postBanner();
    const permissionsKey = [
      ...this.#app.content.rights.refusedIn(this.#place),
      ...(head.isOver ? ['ended'] : []),
    ].join();
    if (permissionsKey === this.#permissionsKey) return;
    this.#permissionsKey = permissionsKey;
    await this.#discussion.postPermissions();
  }

  /** Posts the list of pages. While the page is outdated, the list has the same pages as before, with their current state. */
  async #postPages(mode?: LayoutMode): Promise<void> {
    const now = await this.#pages.list();
    const before = this.#isOutdated ? this.#listed?.pages : undefined;
    const pages = before?.map(page => now.pages.find(({ id }) => id === page.id) ?? page);
    this.#listed = { ...now, ...(pages && { pages }) };
    const first = mode && this.#listed.pages.find(({ isViewed }) => !isViewed)?.id;
    this.#post({ ...this.#listed, first });
    if (first) this.#tryPost(() => this.#show(first, mode));
    await this.#postBanner();
  }

  /** Posts the banner: the page is outdated, or a summary of the changes since the previously shown revision. */
  async #postBanner(): Promise<void> {
    const { previous } = this.#pages.drawn;
    const text = this.#listed && (await previous?.summary(this.#listed));
    // Another read may have failed meanwhile.
    if (!this.#isFailureShown) this.#post(this.#isOutdated ? outdatedBanner : changesBanner(text));
  }

  async #show(id: string, mode: LayoutMode): Promise<void> {
    const message = await this.#pages.show(id, mode, this.#abortController.signal);
    this.#post(message);
    if (message.type !== 'page') return;
    await this.#discussion.postThreadsOn(id);
    await this.#pages.recordVisit(id);
    const colouredMessage = await this.#pages.coloured(message, this.#abortController.signal);
    if (colouredMessage) this.#post(colouredMessage);
  }

  #post(message: ToPage): void {
    if (!this.#abortController.signal.aborted) void this.#panel.webview.postMessage(message);
  }

  async #finish(request: FinishMessage): Promise<void> {
    // The checklist may have changed, too.
    if (request.type === 'finish') this.#tryPost(() => this.#postHead());
    const context = {
      app: this.#app,
      place: this.#place,
      isVisible: () => !this.#abortController.signal.aborted && this.#panel.visible,
    };
    await answerFinish({ ...context, post: message => this.#post(message) }, request);
    // The dialog has shown a failure already.
    this.#tryPost(() => this.#discussion.postRights());
  }

  async #do(action: Action): Promise<void> {
    if (action === 'lookThrough') {
      this.#arePagesChecked = true;
      return this.#postHead();
    }
    if (action === 'readAll') return this.#app.reviews.readAll(this.#place);
    if (action === 'hideMarks') {
      this.#pages.drawn.hideMarks();
      this.#requestRedraw(undefined);
      this.#postPlace();
      return this.#postPages();
    }
    if (action === 'refresh') return this.#tryPost(() => this.#refresh(), true);
    const command = commandsByAction.get(action);
    if (command) await vscode.commands.executeCommand(command, this.#discussion.overview);
  }

  async #refresh(): Promise<void> {
    // Content emits changes only of what has been read.
    if (!this.#headReadAt || !this.#listed) return this.#postAll(this.#drawNewest());
    this.#isGoingToChange = true;
    this.#app.content.refresh(this.#place, { isAsked: true });
    await this.#app.discussions.refresh(this.#place);
  }

  async #revertBlock({ id, line, lineBefore }: Extract<FromPage, { type: 'revertBlock' }>): Promise<void> {
    const uri = await this.#pages.documentOf(id);
    if (!uri) return;
    const block = { uri, line, lineBefore, text: this.#pages.textOf(id, 'after') };
    await vscode.commands.executeCommand('marginalia.page.revertBlock', markTrusted(block));
  }

  async #applySuggestions(id: string): Promise<void> {
    const document = await this.#pages.documentOf(id);
    if (document) await vscode.commands.executeCommand('marginalia.comment.applySuggestions', document);
  }

  async #discuss(comment: string): Promise<void> {
    await vscode.commands.executeCommand(
      'marginalia.comment.show',
      markTrusted({ uri: this.#discussion.overview, comment }),
    );
  }
}
