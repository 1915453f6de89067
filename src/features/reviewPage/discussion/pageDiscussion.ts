import * as vscode from 'vscode';
import type { App } from '../../../app.ts';
import { documentKey, overviewUri } from '../../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { versionOf } from '../../../model/content/content.ts';
import type { Discussion } from '../../../model/discussions/discussion.ts';
import { filtersNeedingReader, filtersNeedingReplies } from '../../../model/discussions/listing.ts';
import { isBase, keyOf } from '../../../model/discussions/subject.ts';
import { type OpenComments, openOnPages } from '../../../model/reviews/openComments.ts';
import type { FromPage, ShownThread, ToPage } from '../../../webview/reviewPage/messages.ts';
import { conversationContextOf } from '../../conversations/context.ts';
import { identifyReader, readerOf } from '../../conversations/conversationReader.ts';
import { PartDocuments } from './documents.ts';
import { conversationEvents } from './events.ts';
import type { Pages } from '../pages/pages.ts';
import { isReviewInterrupted } from '../../conversations/finishReview.ts';
import { matchingItems, CompletionSource } from '../../conversations/completionItems.ts';
import { sinceMessage } from './since.ts';
import { PageThreads } from './threads.ts';
import { PageWriting } from './pageWriting.ts';

interface DiscussionContext {
  app: Pick<
    App,
    | 'content'
    | 'context'
    | 'discussions'
    | 'drafts'
    | 'failures'
    | 'inbox'
    | 'reviews'
    | 'session'
    | 'singletons'
    | 'writing'
  >;
  place: ChangeRequestPlace;
  pages: Pages;
  tell: (message: ToPage) => void;
  /** Aborted when the page is closed. */
  signal: AbortSignal;
}

/** A part of the page that has conversations, and what was told of them last. */
interface PostedThreads {
  document: vscode.Uri;
  json: string;
  /** Of the conversations. */
  ids: readonly string[];
}

/** Of so many conversations all replies are read to count them. */
const maxCounted = 100;

/** The messages of the page that write something. */
export type WriteMessage = Extract<
  FromPage,
  {
    type: 'type' | 'send' | 'discard' | 'suggest' | 'settle' | 'react' | 'remove' | 'apply' | 'copy' | 'showSince';
  }
>;

/** The discussion on the review page: tells it what is said, and what has become of what is written on it. */
export class PageDiscussion {
  readonly overview: vscode.Uri;
  readonly #context: DiscussionContext;
  readonly #key: string;
  /** By the IDs of pages; those on the whole change request have none. */
  readonly #posted = new Map<string, PostedThreads>();
  /** The IDs of the pages in view; an empty string for the whole change request. */
  readonly #visible = new Set<string>();
  /** The texts whose boxes the page was told to open. */
  readonly #openBoxes = new Set<string>();
  /** As they were found for what is being told. */
  #documents: PartDocuments;
  #createdParts: Parts | undefined;
  #subscriptions: vscode.Disposable | undefined;

  constructor(context: DiscussionContext) {
    this.#context = context;
    const { connection, space, number } = context.place;
    this.overview = overviewUri({ connection: connection.id, space, changeRequest: number });
    this.#key = keyOf({ ...versionOf(context.place), connection: connection.id });
    this.#documents = this.#newDocuments();
  }

  /** The page begins anew: nothing is told, and what was typed there is to be shown again. */
  async begin(): Promise<void> {
    this.#posted.clear();
    this.#visible.clear();
    this.#openBoxes.clear();
    this.#leave();
    await this.postRights();
  }

  /** Tells what can be written, and what of it waits for the review. */
  async postRights(): Promise<void> {
    const { app, place, tell } = this.#context;
    const { discussions, drafts } = app;
    await drafts.load();
    const mayComment = await discussions.mayComment(versionOf(place));
    const isStopped = isReviewInterrupted(app, place);
    const mayEdit = await this.#mayEdit();
    tell({ type: 'rights', mayComment, mayEdit, pending: drafts.pendingIn(this.#key).length, isStopped });
  }

  async #mayEdit(): Promise<boolean> {
    const { app, place } = this.#context;
    // Its status tells, too. Where it cannot be read, the page says so.
    await app.content.changeRequests.get(place).catch(() => undefined);
    return (await (await app.writing.load()).editing.reasonIn(place)) === undefined;
  }

  /** Tells again what depends on what the user may do. */
  async postPermissions(): Promise<void> {
    await this.postRights();
    await this.postAllThreads();
  }

  /** Tells again where conversations stand: which pages are shown as deleted, and as what, may be different now. */
  async postAllThreads(): Promise<void> {
    this.#documents = this.#newDocuments();
    for (const [id, { document }] of this.#posted) {
      await this.#postThreadsOf(id, (await this.#documents.of(id)) ?? document);
    }
  }

  /** How many conversations are open on each page; undefined where not all are known. */
  get openCounts(): OpenComments | undefined {
    const discussion = this.#context.app.discussions.of(this.overview);
    return discussion?.isAllKnown ? openOnPages(discussion.conversations.map(({ comment }) => comment)) : undefined;
  }

  /** Takes in that what was said on a page, or on the whole change request, is in view. */
  see(id: string): void {
    this.#visible.add(id);
    this.#trackUnread();
  }

  /** Tells how many conversations each filter lists, with all that has to be read for the one that is set. */
  async count(filter: string): Promise<void> {
    const { app } = this.#context;
    const discussion = app.discussions.of(this.overview);
    if (!discussion) return;
    const reader = await readerOf(app, discussion);
    if (filtersNeedingReader.has(filter)) await identifyReader(app, discussion, reader);
    await discussion.loadAll();
    await discussion.whenIdle();
    const { conversations } = discussion;
    const isWanted = filtersNeedingReplies.has(filter) || conversations.length <= maxCounted;
    if (isWanted) await discussion.loadReplies(conversations.map(({ comment }) => comment.id));
    await this.#postAll();
  }

  /** Tells what is said on a page, or on the whole change request, and has it told again when it is another. */
  async postThreadsOn(id: string): Promise<void> {
    const { app } = this.#context;
    try {
      this.#documents = this.#newDocuments();
      const document = await this.#documents.of(id);
      if (!document) return;
      const discussion = app.discussions.of(document);
      await discussion?.ensureLoaded(document);
      await discussion?.whenPlaced();
      await this.#postThreadsOf(id, document);
      if (id === '') await this.#postFilters();
      const ids = this.#posted.get(id)?.ids ?? [];
      // The page draws so many; the replies to the others are read when somebody wants to see them.
      await discussion?.loadReplies(id === '' ? ids.slice(-50) : ids.slice(0, 100));
    } catch (error) {
      // The page can be read without it; its source offers to try again.
      app.failures.log('Could not read what was said on a page.', error);
    }
  }

  #newDocuments(): PartDocuments {
    const { app, pages } = this.#context;
    return new PartDocuments({ pages, overview: this.overview, log: app.failures });
  }

  /** Has all that was said there read, with the replies. */
  async readAll(id: string): Promise<void> {
    const posted = this.#posted.get(id);
    if (!posted) return;
    const { discussions } = this.#context.app;
    if (id === '') await discussions.of(posted.document)?.loadAll();
    await discussions.conversationsOn(posted.document);
  }

  /** Does what the user has written, and says so where that fails. */
  async write(message: WriteMessage): Promise<void> {
    try {
      const { writing } = this.#parts;
      await this.#write(writing, message);
    } catch (error) {
      if ('draft' in message) this.#context.tell({ type: 'wrote', draft: message.draft, state: 'failed' });
      this.#context.app.failures.show(actionNames.get(message.type) ?? 'write it', error);
    }
  }

  #write(writing: PageWriting, message: WriteMessage): Promise<void> {
    switch (message.type) {
      case 'type':
        return writing.type(message);
      case 'send':
        return writing.send(message);
      case 'discard':
        return writing.discard(message);
      case 'suggest':
        return writing.suggest(message);
      case 'settle':
        return writing.settle(message);
      case 'react':
        return writing.react(message);
      case 'remove':
        return writing.remove(message);
      case 'apply':
        return writing.apply(message);
      case 'copy':
        return writing.copy(message);
      case 'showSince':
        return writing.showSince(message);
    }
  }

  /** Shows what has changed of the block of a conversation since that was begun. */
  async showSince(id: string): Promise<void> {
    const { app, signal, tell } = this.#context;
    const discussion = app.discussions.of(this.overview);
    await discussion?.whenPlaced();
    const conversation = discussion?.conversations.find(({ comment }) => comment.id === id);
    if (discussion && conversation) return tell(await sinceMessage({ ...app, discussion, conversation, signal }));
    tell({ type: 'since', conversation: id, why: 'The conversation is not there any more.', mayCompare: false });
  }

  /** Offers what can stand in place of a word that is being typed in a box. */
  async offer({ id, ...begun }: Extract<FromPage, { type: 'begun' }>): Promise<void> {
    const { app, tell } = this.#context;
    const { offers } = this.#parts;
    const result = await offers.find(begun, app.discussions.of(this.overview));
    const suggestions = matchingItems(result.items, begun).map(({ label, description, detail, insert }) => {
      return { label, description: [description, detail].filter(Boolean).join(' · '), insert };
    });
    tell({ type: 'offered', id, offers: suggestions });
  }

  /** The page is closed: what was typed there is offered elsewhere. */
  dispose(): void {
    this.#subscriptions?.dispose();
    this.#visible.clear();
    this.#leave();
  }

  #leave(): void {
    if (!this.#createdParts) return;
    this.#createdParts.writing.leave();
    this.#trackUnread();
  }

  /** Has what was said on pages in view stop being new when they leave it. What is not told yet has not been seen. */
  #trackUnread(): void {
    const { threads } = this.#parts;
    const discussion = this.#context.app.discussions.of(this.overview);
    const visible = [...this.#posted].flatMap(([id, { document }]) =>
      this.#visible.has(id) ? documentKey(document) : [],
    );
    if (discussion) threads.see(discussion, new Set(visible));
  }

  async #postFilters(): Promise<void> {
    const { threads } = this.#parts;
    const discussion = this.#context.app.discussions.of(this.overview);
    if (!discussion) return;
    this.#context.tell({ type: 'filters', filters: await threads.filters(discussion) });
    this.#context.tell({ type: 'talk', events: conversationEvents(discussion.conversations) });
  }

  /** Created on first use: a page that is closed before that has nothing to listen for. */
  get #parts(): Parts {
    this.#createdParts ??= this.#createParts();
    return this.#createdParts;
  }

  #createParts(): Parts {
    const { app, place, pages, tell, signal } = this.#context;
    const { discussions, drafts, failures } = app;
    const refreshViews = async (discussion: Discussion) => {
      await discussion.whenPlaced();
      await this.#postAll();
    };
    const threads = new PageThreads(app);
    const { people } = conversationContextOf(app);
    const parts = {
      threads,
      offers: new CompletionSource({ people, failures }),
      writing: new PageWriting({
        ...app,
        pages,
        overview: this.overview,
        account: place.connection.account,
        tell,
        refreshViews,
      }),
    };
    if (!signal.aborted) {
      this.#subscriptions = vscode.Disposable.from(
        discussions.onDidChange(changed => changed.key === this.#key && this.#postInBackground()),
        // The conversations in view count as read by the previous account.
        discussions.onDidClose(closed => closed.key === this.#key && threads.see(closed, new Set())),
        drafts.onDidChangeOffered(() => this.#postInBackground()),
      );
    }
    return parts;
  }

  #postInBackground(): void {
    this.#postAll().catch((error: unknown) => {
      if (!this.#context.signal.aborted) this.#context.app.failures.log('Could not show anew what was said.', error);
    });
  }

  async #postAll(): Promise<void> {
    await this.postRights();
    await this.postAllThreads();
    await this.#postFilters();
    this.#closeBoxes();
  }

  /** Has the boxes of texts closed that were sent or discarded elsewhere, or are being changed there. */
  #closeBoxes(): void {
    const { drafts } = this.#context.app;
    const openBoxes = new Set(drafts.offeredIn(this.#key, 'reviewPage').map(({ id }) => id));
    const isChange = (id: string) => openBoxes.has(drafts.get(id)?.changes ?? '');
    for (const id of this.#openBoxes) {
      if (openBoxes.has(id) || (isChange(id) && drafts.isOfferedOn(id, 'reviewPage'))) continue;
      this.#openBoxes.delete(id);
      this.#parts.writing.close(id);
    }
  }

  async #postThreadsOf(id: string, document: vscode.Uri): Promise<void> {
    const { threads } = this.#parts;
    const { signal } = this.#context;
    const deletedPages = id === '' || isBase(document) ? await this.#documents.deletedPages() : undefined;
    const listed: readonly ShownThread[] = await threads.on(document, signal, deletedPages);
    // Of very many on the whole change request the newest are read.
    const hasMore = id === '' && this.#context.app.discussions.of(document)?.isAllKnown === false;
    const json = JSON.stringify([listed, hasMore]);
    if (this.#posted.get(id)?.json === json) return;
    this.#posted.set(id, { document, json, ids: listed.map(thread => thread.id) });
    for (const { id, draft, change } of listed.flatMap(({ comments }) => comments)) {
      if (draft) this.#openBoxes.add(id);
      if (change) this.#openBoxes.add(change.draft);
    }
    this.#context.tell({ type: 'threads', id, threads: listed, hasMore });
    this.#trackUnread();
  }
}

/** The actions in error messages, by message type. */
const actionNames: ReadonlyMap<WriteMessage['type'], string> = new Map<WriteMessage['type'], string>([
  ['suggest', 'begin the suggestion'],
  ['settle', 'resolve or reopen the conversation'],
  ['react', 'react to the comment'],
  ['remove', 'delete the comment'],
  ['apply', 'apply the suggestion'],
  ['copy', 'copy the suggestion'],
  ['showSince', 'show what has changed'],
]);

interface Parts {
  threads: PageThreads;
  offers: CompletionSource;
  writing: PageWriting;
}
