import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../../api/escape.ts';
import type { App } from '../../../app.ts';
import { renderUntrustedMarkdown } from '../renderUntrustedMarkdown.ts';
import { documentKey } from '../../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../../model/discussions/discussion.ts';
import type { Discussions } from '../../../model/discussions/discussions.ts';
import type { DeletedPages } from '../../../model/discussions/deletedPages.ts';
import {
  describeDraftPlacement,
  excerptOf,
  canReply,
  reactionsOf,
  conversationRemarks,
  withMentionNames,
} from '../../../model/discussions/commentText.ts';
import type { Draft } from '../../../model/discussions/draft.ts';
import type { Drafts } from '../../../model/discussions/drafts.ts';
import { conversationContextOf } from '../../conversations/context.ts';
import {
  filtersNeedingReader,
  type ConversationFilter,
  filterNames,
  filtersOf,
  type Reader,
  filtersNeedingReplies,
} from '../../../model/discussions/listing.ts';
import type { Placement } from '../../../model/discussions/placement.ts';
import { withQuote } from '../../../model/discussions/outbox.ts';
import type { Comment, CommentReply } from '../../../model/discussions/requests.ts';
import {
  type CommentContext,
  CommentContexts,
  rightsOn,
  UnreadTracker,
} from '../../../model/discussions/conversationContext.ts';
import { isBase } from '../../../model/discussions/subject.ts';
import { withDifference } from '../../../model/discussions/suggestions.ts';
import type { Inbox } from '../../../model/reviews/inbox.ts';
import type { Session } from '../../../model/session/session.ts';
import type { PageComment, FilterItem, PageThread } from '../../../webview/reviewPage/messages.ts';
import { fetchReader } from '../../conversations/conversationReader.ts';
import type { ReviewPageModels } from '../models.ts';
import { timeOf } from './time.ts';

interface ThreadsContext extends ReviewPageModels, Pick<App, 'singletons'> {
  discussions: Discussions;
  drafts: Drafts;
  inbox: Inbox;
  session: Pick<Session, 'accountOf'>;
  context: Pick<vscode.ExtensionContext, 'globalState'>;
}

/** Converts conversations and drafts to the form that the review page shows. */
export class PageThreads {
  readonly #context: ThreadsContext;
  readonly #commentContexts: CommentContexts;
  readonly #unread: UnreadTracker;
  /**
   * The IDs of conversations that were unread when their page came into view. They stay marked until the page is left.
   */
  readonly #newlyRead = new Set<string>();
  /** Rendered comments, by ID and Markdown. */
  readonly #rendered = new Map<string, Promise<string>>();

  constructor(models: ThreadsContext) {
    const { context, session } = models;
    this.#context = models;
    this.#commentContexts = conversationContextOf(models).commentContexts;
    this.#unread = new UnreadTracker(context.globalState, id => session.accountOf(id));
  }

  /**
   * Returns the loaded conversations and the unsent drafts of a document, from top to bottom. With `deletedPages`,
   * conversations about a shown deleted page are returned for that page and not for the whole change request.
   */
  async on(document: vscode.Uri, signal: AbortSignal, deletedPages?: DeletedPages): Promise<PageThread[]> {
    const { discussions, drafts } = this.#context;
    const { placements } = discussions;
    const discussion = discussions.of(document);
    if (!discussion?.isLoaded) return [];
    await drafts.load();
    const preparation = this.#commentContexts.load(discussion);
    if (preparation) await preparation;
    const key = documentKey(document);
    const reader = await this.#readerOf(discussion);
    const unsent = drafts.offeredIn(discussion.key, 'reviewPage');
    await discussion.loadConversations(unsent.flatMap(({ conversation }) => conversation ?? []));
    const isHere = ({ uri }: Placement) => documentKey(uri) === key;
    const all = discussion.conversations.map(async conversation => {
      const placement = await placements.visiblePlacementOn(key, conversation, deletedPages);
      return placement ? [{ one: conversation, placement }] : [];
    });
    const placed = (await Promise.all(all)).flat();
    // A draft of a reply to a deleted conversation starts a new one.
    const known = new Set(discussion.conversations.map(({ comment }) => comment.id));
    const unsentByConversation = Map.groupBy(unsent, ({ conversation = '' }) =>
      known.has(conversation) ? conversation : undefined,
    );
    const threads = placed.map(({ one, placement }) => {
      const unsent = unsentByConversation.get(one.comment.id) ?? [];
      return this.#thread(discussion, one, { placement, unsent, reader, signal });
    });
    const unsentThreads = (unsentByConversation.get(undefined) ?? []).map(async draft => {
      const draftText = { target: draft.target, markdown: withQuote(draft.text, draft.quote) };
      const placement = await placements.visibleDraftPlacement(await discussion.place(), draftText, deletedPages);
      return placement && isHere(placement) ? this.#unsentThread(discussion, draft, { placement, signal }) : undefined;
    });
    const listed = await Promise.all([...threads, ...unsentThreads]);
    return listed.flatMap(thread => thread ?? []).toSorted((one, other) => (one.line ?? -1) - (other.line ?? -1));
  }

  async #thread(
    discussion: Discussion,
    conversation: PlacedConversation,
    {
      placement,
      unsent,
      reader,
      signal,
    }: { placement: Placement; unsent: readonly Draft[]; reader: Reader; signal: AbortSignal },
  ): Promise<PageThread> {
    const { comment, replies } = conversation;
    const key = documentKey(conversation.placement.uri);
    const isNew = (message: Comment | CommentReply) => this.#unread.isNew(key, message, discussion.user);
    const commentContext = { ...this.#commentContexts.contextOf(discussion, conversation), isNew };
    const comments = [comment, ...replies].map(message => this.#comment(message, commentContext, signal));
    const drafts = unsent.map(draft => this.#draft(discussion, draft, signal));
    return {
      id: comment.id,
      ...lineOf(placement),
      state: comment.status === 'resolved' ? 'resolved' : 'open',
      label: conversationRemarks({ ...conversation, placement }, { locale: vscode.env.language, isInPlace: true }).join(
        ' · ',
      ),
      isEarlier: placement.isEarlier,
      canReply: canReply(comment),
      excerpt: await excerptOf(withMentionNames(comment.body.markdown ?? '', commentContext.nameOf), { signal }),
      comments: await Promise.all([...comments, ...drafts]),
      fits: this.#filtersOf(conversation, reader),
    };
  }

  #filtersOf(conversation: PlacedConversation, reader: Reader): ConversationFilter[] {
    const { comment, replies, placement } = conversation;
    const key = documentKey(placement.uri);
    if ([comment, ...replies].some(message => this.#unread.isUnread(key, message, reader.id))) {
      this.#newlyRead.add(comment.id);
    }
    return filtersOf(conversation, reader, this.#newlyRead.has(comment.id));
  }

  async #readerOf(discussion: Discussion): Promise<Reader> {
    try {
      return await fetchReader(this.#context, discussion);
    } catch {
      // Conversations are shown even if the author of the change request cannot be read.
      return { id: discussion.user, isAuthor: false };
    }
  }

  /** Returns the filters. `count` is missing if the number of conversations is unknown. */
  async filters(discussion: Discussion): Promise<FilterItem[]> {
    const { conversations, isAllKnown } = discussion;
    const reader = await this.#readerOf(discussion);
    const isRead = conversations.every(({ comment, replies, isCut }) => isCut || replies.length >= comment.replies);
    const listed = conversations.flatMap(conversation => this.#filtersOf(conversation, reader));
    return [...filterNames].map(([id, name]) => {
      const isMine = reader.id !== undefined || !filtersNeedingReader.has(id);
      const isCountKnown = isAllKnown && isMine && (isRead || !filtersNeedingReplies.has(id));
      return { id, name, ...(isCountKnown && { count: listed.filter(one => one === id).length }) };
    });
  }

  /** Records which documents are in view. Conversations on documents that have left the view are no longer new. */
  markSeen(discussion: Discussion, documents: ReadonlySet<string>): void {
    if (documents.size === 0) this.#newlyRead.clear();
    this.#unread.setVisible(documents, key =>
      discussion.conversations.filter(({ placement }) => documentKey(placement.uri) === key),
    );
  }

  /** Returns a draft that has not started a conversation yet. */
  async #unsentThread(
    discussion: Discussion,
    draft: Draft,
    { placement, signal }: { placement: Placement; signal: AbortSignal },
  ): Promise<PageThread> {
    // A comment on the whole page is shown above it.
    const hasLabel = !placement.isExact || draft.isLineUnknown;
    const place = hasLabel ? describeDraftPlacement(draft, placement) : undefined;
    const label = [draft.changes !== undefined && lostPending, place].filter(Boolean).join(' · ');
    const comments = [await this.#draft(discussion, draft, signal)];
    return {
      id: draft.id,
      ...lineOf(placement),
      state: 'draft',
      label,
      isEarlier: false,
      canReply: false,
      excerpt: '',
      comments,
      fits: [],
    };
  }

  async #comment(
    message: Comment | CommentReply,
    commentContext: CommentContext,
    signal: AbortSignal,
  ): Promise<PageComment> {
    const { id, postedBy, postedAt, editedAt, body, reactions } = message;
    const markdown = body.markdown ?? '';
    const compared =
      commentContext.original === undefined ? markdown : withDifference(markdown, commentContext.original);
    const when = timeOf(postedAt);
    const rights = rightsOn(message, commentContext);
    return {
      ...{ id, markdown },
      author: escapeLine(postedBy.displayName, 100) || t('Somebody'),
      isYou: postedBy.id === commentContext.user,
      isNew: commentContext.isNew?.(message) ?? false,
      isEdited: Boolean(editedAt),
      html: await this.#html(withMentionNames(compared, commentContext.nameOf), id, signal),
      canEdit: rights.edit,
      canDelete: rights.delete,
      isSuggestion: rights.suggestion,
      canApply: rights.apply,
      reactions: reactionsOf(reactions, commentContext.user).map(
        ({ label, count, authorHasReacted: isYours, names }) => {
          return { emoji: label ?? '', count, isYours, names };
        },
      ),
      ...(when && { when }),
    };
  }

  async #draft({ connection }: Discussion, draft: Draft, signal: AbortSignal): Promise<PageComment> {
    const { id, text, pending, resolved, edited } = draft;
    const resolution = resolved ? t('*Resolves the conversation*') : t('*Reopens the conversation*');
    const { drafts } = this.#context;
    const change = pending === undefined ? undefined : drafts.changeOf(id);
    // An edit that is being typed in an open composer stays there.
    const isOffered = change && drafts.isOfferedOn(change.id, 'reviewPage');
    return {
      ...{
        id,
        author: escapeLine(connection?.userName ?? '', 100) || t('You'),
        isYou: true,
        isNew: false,
        isEdited: false,
      },
      ...{ markdown: text, reactions: [] },
      html: await this.#html(resolved === undefined ? text : resolution, id, signal),
      canEdit: resolved === undefined,
      canDelete: true,
      isSuggestion: false,
      canApply: false,
      draft: pending === undefined ? 'unsent' : 'pending',
      ...(edited !== undefined && { edited }),
      ...(isOffered && { change: { draft: change.id, text: change.text } }),
    };
  }

  /**
   * Renders a comment. Its images are replaced with their alternative text, because loading them would reveal the
   * reader to their servers.
   */
  #html(markdown: string, id: string, signal: AbortSignal): Promise<string> {
    const key = `${id} ${markdown}`;
    const cached = this.#rendered.get(key);
    if (cached) return cached;
    const rendering = renderUntrustedMarkdown(markdown, `comment${id.replace(/\W/g, '')}`, signal);
    this.#rendered.set(key, rendering);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    rendering.catch(() => this.#rendered.delete(key));
    return rendering;
  }
}

const lostPending = t('Your change of a pending comment that was sent or discarded meanwhile');

function lineOf({ range, uri }: Placement): Pick<PageThread, 'line' | 'isLineBefore'> {
  return range ? { line: range.start, ...(isBase(uri) && { isLineBefore: true }) } : {};
}
