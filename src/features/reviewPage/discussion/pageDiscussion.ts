import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../../app.ts';
import { documentKey, overviewUri } from '../../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { versionOf } from '../../../model/content/content.ts';
import type { Discussion } from '../../../model/discussions/discussion.ts';
import { filtersNeedingReader, filtersNeedingReplies } from '../../../model/discussions/listing.ts';
import { isBase, discussionKey } from '../../../model/discussions/subject.ts';
import { type OpenComments, openOnPages } from '../../../model/reviews/openComments.ts';
import type { FromPage, PageThread, ToPage } from '../../../webview/reviewPage/messages.ts';
import { conversationContextOf } from '../../conversations/context.ts';
import { fetchReader, identifyReader } from '../../conversations/conversationReader.ts';
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
  post: (message: ToPage) => void;
  /** Aborted when the page is closed. */
  signal: AbortSignal;
}

/** The threads of a part of the page that were posted last. */
interface PostedThreads {
  document: vscode.Uri;
  /** The threads in order, by ID, as JSON to detect changes. */
  threads: ReadonlyMap<string, string>;
  hasMore: boolean;
}

/** Replies are loaded for counting filters only up to this number of conversations. */
const maxCounted = 100;

/** The messages of the page that write something. */
export type WriteMessage = Extract<
  FromPage,
  {
    type: 'type' | 'send' | 'discard' | 'suggest' | 'setResolved' | 'react' | 'remove' | 'apply' | 'copy' | 'showSince';
  }
>;

/** The discussion on the review page: posts conversations to the webview, and writes its comments. */
export class PageDiscussion {
  readonly overview: vscode.Uri;
  readonly #context: DiscussionContext;
  readonly #key: string;
  /** The threads that the page shows, by page ID. The ID is empty for the whole change request. */
  readonly #posted = new Map<string, PostedThreads>();
  /** The IDs of the pages in view; an empty string for the whole change request. */
  readonly #visible = new Set<string>();
  /** The IDs of the drafts whose composers the page was told to open. */
  readonly #openComposers = new Set<string>();
  /** Cached for one update of all threads. */
  #documents: PartDocuments;
  #createdParts: Parts | undefined;
  #subscriptions: vscode.Disposable | undefined;

  constructor(context: DiscussionContext) {
    this.#context = context;
    const { connection, space, number } = context.place;
    this.overview = overviewUri({ connection: connection.id, space, changeRequest: number });
    this.#key = discussionKey({ ...versionOf(context.place), connection: connection.id });
    this.#documents = this.#createDocuments();
  }

  /** Resets the state for a webview that has just loaded: nothing is posted yet, and its drafts are offered again. */
  async begin(): Promise<void> {
    this.#posted.clear();
    this.#visible.clear();
    this.#openComposers.clear();
    this.#releaseDrafts();
    await this.postRights();
  }

  /** Posts what the user may write, and the number of pending comments. */
  async postRights(): Promise<void> {
    const { app, place, post } = this.#context;
    const { discussions, drafts } = app;
    await drafts.load();
    const canComment = await discussions.canComment(versionOf(place));
    const isStopped = isReviewInterrupted(app, place);
    const canEdit = await this.#canEdit();
    post({ type: 'rights', canComment, canEdit, pending: drafts.pendingIn(this.#key).length, isStopped });
  }

  async #canEdit(): Promise<boolean> {
    const { app, place } = this.#context;
    // Editing also depends on the status, which this loads. The page reports a failure itself.
    await app.content.changeRequests.get(place).catch(() => undefined);
    return (await (await app.writing.load()).editing.reasonIn(place)) === undefined;
  }

  /** Posts everything that depends on the permissions of the user. */
  async postPermissions(): Promise<void> {
    await this.postRights();
    await this.postAllThreads();
  }

  /** Posts all threads with their current placement, because pages may have been deleted or restored. */
  async postAllThreads(): Promise<void> {
    this.#documents = this.#createDocuments();
    for (const [id, { document }] of this.#posted) {
      await this.#postThreadsOf(id, (await this.#documents.of(id)) ?? document);
    }
  }

  /** The number of open conversations on each page; undefined unless all conversations are loaded. */
  get openCounts(): OpenComments | undefined {
    const discussion = this.#context.app.discussions.of(this.overview);
    return discussion?.isAllKnown ? openOnPages(discussion.conversations.map(({ comment }) => comment)) : undefined;
  }

  /** Records that a page, or the whole change request, is in view, so that its conversations become read. */
  markSeen(id: string): void {
    this.#visible.add(id);
    this.#trackUnread();
  }

  /** Posts the number of conversations for each filter, after loading what the selected filter needs. */
  async count(filter: string): Promise<void> {
    const { app } = this.#context;
    const discussion = app.discussions.of(this.overview);
    if (!discussion) return;
    const reader = await fetchReader(app, discussion);
    if (filtersNeedingReader.has(filter)) await identifyReader(app, discussion, reader);
    await discussion.loadAll();
    await discussion.whenIdle();
    const { conversations } = discussion;
    const needsReplies = filtersNeedingReplies.has(filter) || conversations.length <= maxCounted;
    if (needsReplies) await discussion.loadReplies(conversations.map(({ comment }) => comment.id));
    await this.#postAll();
  }

  /** Loads and posts the threads of a page, or of the whole change request if `id` is empty. */
  async postThreadsOn(id: string): Promise<void> {
    const { app } = this.#context;
    try {
      this.#documents = this.#createDocuments();
      const document = await this.#documents.of(id);
      if (!document) return;
      const discussion = app.discussions.of(document);
      await discussion?.ensureLoaded(document);
      await discussion?.whenPlaced();
      await this.#postThreadsOf(id, document);
      if (id === '') await this.#postFilters();
      const ids = [...(this.#posted.get(id)?.threads.keys() ?? [])];
      // Replies are loaded only for the threads that the page renders first.
      await discussion?.loadReplies(id === '' ? ids.slice(-50) : ids.slice(0, 100));
    } catch (error) {
      // The page is readable without comments; its source editor offers a retry.
      app.failures.log('Could not read the conversations on a page.', error);
    }
  }

  #createDocuments(): PartDocuments {
    const { app, pages } = this.#context;
    return new PartDocuments({ pages, overview: this.overview, log: app.failures });
  }

  /** Loads all conversations and replies of a part of the page. */
  async readAll(id: string): Promise<void> {
    const posted = this.#posted.get(id);
    if (!posted) return;
    const { discussions } = this.#context.app;
    if (id === '') await discussions.of(posted.document)?.loadAll();
    await discussions.conversationsOn(posted.document);
  }

  /** Performs a write of the page. Errors are reported to the user. */
  async write(message: WriteMessage): Promise<void> {
    try {
      const { writing } = this.#parts;
      await this.#write(writing, message);
    } catch (error) {
      if ('draft' in message) this.#context.post({ type: 'draftState', draft: message.draft, state: 'failed' });
      this.#context.app.failures.show(actionNames.get(message.type) ?? t('write it'), error);
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
      case 'setResolved':
        return writing.setResolved(message);
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

  /** Posts how the block of a conversation has changed since the conversation began. */
  async showSince(id: string): Promise<void> {
    const { app, signal, post } = this.#context;
    const discussion = app.discussions.of(this.overview);
    await discussion?.whenPlaced();
    const conversation = discussion?.conversations.find(({ comment }) => comment.id === id);
    if (discussion && conversation) return post(await sinceMessage({ ...app, discussion, conversation, signal }));
    post({ type: 'since', conversation: id, why: t('The conversation is not there any more.'), canCompare: false });
  }

  /** Posts completion items for the word being typed in a composer. */
  async offer({ id, ...trigger }: Extract<FromPage, { type: 'completionsRequest' }>): Promise<void> {
    const { app, post } = this.#context;
    const { completionSource } = this.#parts;
    const result = await completionSource.find(trigger, app.discussions.of(this.overview));
    const suggestions = matchingItems(result.items, trigger).map(({ label, description, detail, insert }) => {
      return { label, description: [description, detail].filter(Boolean).join(' · '), insert };
    });
    post({ type: 'completions', id, offers: suggestions });
  }

  /** Stops listening. Drafts typed on the page are offered elsewhere. */
  dispose(): void {
    this.#subscriptions?.dispose();
    this.#visible.clear();
    this.#releaseDrafts();
  }

  #releaseDrafts(): void {
    if (!this.#createdParts) return;
    this.#createdParts.writing.leave();
    this.#trackUnread();
  }

  /**
   * Updates which conversations are unread: those of parts that have left the view become read. Parts without posted
   * threads do not count as viewed.
   */
  #trackUnread(): void {
    const { threads } = this.#parts;
    const discussion = this.#context.app.discussions.of(this.overview);
    const visible = [...this.#posted].flatMap(([id, { document }]) =>
      this.#visible.has(id) ? documentKey(document) : [],
    );
    if (discussion) threads.markSeen(discussion, new Set(visible));
  }

  async #postFilters(): Promise<void> {
    const { threads } = this.#parts;
    const discussion = this.#context.app.discussions.of(this.overview);
    if (!discussion) return;
    this.#context.post({ type: 'filters', filters: await threads.filters(discussion) });
    this.#context.post({ type: 'talk', events: conversationEvents(discussion.conversations) });
  }

  /** The parts are created on first use, so that a page that is closed before that registers no listeners. */
  get #parts(): Parts {
    this.#createdParts ??= this.#createParts();
    return this.#createdParts;
  }

  #createParts(): Parts {
    const { app, place, pages, post, signal } = this.#context;
    const { discussions, drafts, failures } = app;
    const refreshViews = async (discussion: Discussion) => {
      await discussion.whenPlaced();
      await this.#postAll();
    };
    const threads = new PageThreads(app);
    const { people } = conversationContextOf(app);
    const parts = {
      threads,
      completionSource: new CompletionSource({ people, failures }),
      writing: new PageWriting({
        ...app,
        pages,
        overview: this.overview,
        account: place.connection.account,
        post,
        refreshViews,
      }),
    };
    if (!signal.aborted) {
      this.#subscriptions = vscode.Disposable.from(
        discussions.onDidChange(changed => changed.key === this.#key && this.#postInBackground()),
        // Conversations in view count as read by the account that has just been switched.
        discussions.onDidClose(closed => closed.key === this.#key && threads.markSeen(closed, new Set())),
        drafts.onDidChangeOffered(() => this.#postInBackground()),
      );
    }
    return parts;
  }

  #postInBackground(): void {
    this.#postAll().catch((error: unknown) => {
      if (!this.#context.signal.aborted) this.#context.app.failures.log('Could not update the conversations.', error);
    });
  }

  async #postAll(): Promise<void> {
    await this.postRights();
    await this.postAllThreads();
    await this.#postFilters();
    this.#closeComposers();
  }

  /** Closes the composers of drafts that were sent, discarded or taken over elsewhere. */
  #closeComposers(): void {
    const { drafts } = this.#context.app;
    const offeredDrafts = new Set(drafts.offeredIn(this.#key, 'reviewPage').map(({ id }) => id));
    const isTakenOver = (id: string) => offeredDrafts.has(drafts.get(id)?.changes ?? '');
    for (const id of this.#openComposers) {
      if (offeredDrafts.has(id) || (isTakenOver(id) && drafts.isOfferedOn(id, 'reviewPage'))) continue;
      this.#openComposers.delete(id);
      this.#parts.writing.close(id);
    }
  }

  async #postThreadsOf(id: string, document: vscode.Uri): Promise<void> {
    const { threads } = this.#parts;
    const { signal } = this.#context;
    const deletedPages = id === '' || isBase(document) ? await this.#documents.deletedPages() : undefined;
    const listed: readonly PageThread[] = await threads.on(document, signal, deletedPages);
    // The overview of a very large discussion loads only the newest conversations.
    const hasMore = id === '' && this.#context.app.discussions.of(document)?.isAllKnown === false;
    const current = new Map(listed.map(thread => [thread.id, JSON.stringify(thread)]));
    const posted = this.#posted.get(id);
    this.#posted.set(id, { document, threads: current, hasMore });
    const ids = [...current.keys()];
    const changed = listed.filter(thread => posted?.threads.get(thread.id) !== current.get(thread.id));
    const isSameOrder = posted && isDeepStrictEqual([...posted.threads.keys()], ids);
    if (isSameOrder && changed.length === 0 && posted.hasMore === hasMore) return;
    for (const { id, draft, change } of listed.flatMap(({ comments }) => comments)) {
      if (draft) this.#openComposers.add(id);
      if (change) this.#openComposers.add(change.draft);
    }
    this.#context.post({ type: 'threads', id, threads: changed, ...(posted && { ids }), hasMore });
    this.#trackUnread();
  }
}

/** The actions in error messages, by message type. */
const actionNames: ReadonlyMap<WriteMessage['type'], string> = new Map<WriteMessage['type'], string>([
  ['suggest', t('begin the suggestion')],
  ['setResolved', t('resolve or reopen the conversation')],
  ['react', t('react to the comment')],
  ['remove', t('delete the comment')],
  ['apply', t('apply the suggestion')],
  ['copy', t('copy the suggestion')],
  ['showSince', t('show what has changed')],
]);

interface Parts {
  threads: PageThreads;
  completionSource: CompletionSource;
  writing: PageWriting;
}
