import * as vscode from 'vscode';
import { plain } from '../../../api/words.ts';
import { htmlOf } from '../htmlOf.ts';
import { documentKey } from '../../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../../model/discussions/discussion.ts';
import type { Discussions } from '../../../model/discussions/discussions.ts';
import type { DeletedPages } from '../../../model/discussions/deletedPages.ts';
import { excerptOf } from '../../../model/discussions/excerpt.ts';
import type { Draft } from '../../../model/discussions/draft.ts';
import type { Drafts } from '../../../model/discussions/drafts.ts';
import { withNames } from '../../../model/discussions/mentions.ts';
import { People } from '../../../model/discussions/people.ts';
import {
  aboutReader,
  type Filter,
  filterNames,
  filtersOf,
  type Reader,
  toldByReplies,
} from '../../../model/discussions/listing.ts';
import type { Placement } from '../../../model/discussions/placement.ts';
import { withQuote } from '../../../model/discussions/pending.ts';
import { reactionsOf } from '../../../model/discussions/reactions.ts';
import { draftPlaceInWords, mayReply, remarksOn } from '../../../model/discussions/remarks.ts';
import type { Comment, Reply } from '../../../model/discussions/requests.ts';
import { rightsOn, type Sight, Sights } from '../../../model/discussions/sights.ts';
import { isBase } from '../../../model/discussions/subject.ts';
import { withDifference } from '../../../model/discussions/suggestions.ts';
import { Unread } from '../../../model/discussions/unread.ts';
import type { Inbox } from '../../../model/reviews/inbox.ts';
import type { Session } from '../../../model/session/session.ts';
import type { ShownComment, ShownFilter, ShownThread } from '../../../webview/reviewPage/messages.ts';
import { readerOf } from '../../conversations/conversationReader.ts';
import type { Models } from '../models.ts';
import { timeOf } from './time.ts';

interface Around extends Models {
  discussions: Discussions;
  drafts: Drafts;
  inbox: Inbox;
  session: Pick<Session, 'accountOf'>;
  context: Pick<vscode.ExtensionContext, 'globalState'>;
}

/** What was said, and what is typed, as the review page shows it. */
export class PageThreads {
  readonly people = new People();
  readonly #around: Around;
  readonly #sights: Sights;
  readonly #unread: Unread;
  /** What was unread when its page came into view: that it is until the page is left. */
  readonly #fresh = new Set<string>();
  /** What was made of comments, by their IDs and words. */
  readonly #rendered = new Map<string, Promise<string>>();

  constructor(around: Around) {
    const { context, session } = around;
    this.#around = around;
    this.#sights = new Sights(around, this.people);
    this.#unread = new Unread(context.globalState, id => session.accountOf(id));
  }

  /**
   * The conversations on a document as far as they are known, and what was not sent there, from top to bottom. Those about
   * a deleted page that is shown stand there, and not with what was said on the whole change request: a page that is not
   * deleted needs no `deletedPages`.
   */
  async on(document: vscode.Uri, signal: AbortSignal, deletedPages?: DeletedPages): Promise<ShownThread[]> {
    const { discussions, drafts } = this.#around;
    const { placements } = discussions;
    const discussion = discussions.of(document);
    if (!discussion?.isLoaded) return [];
    await drafts.load();
    const preparing = this.#sights.prepare(discussion);
    if (preparing) await preparing;
    const key = documentKey(document);
    const reader = await this.#readerOf(discussion);
    const unsent = drafts.leftIn(discussion.key, 'reviewPage');
    await discussion.seek(unsent.flatMap(({ conversation }) => conversation ?? []));
    const isHere = ({ uri }: Placement) => documentKey(uri) === key;
    const all = discussion.conversations.map(async one => {
      const placement = await placements.shownOn(key, one, deletedPages);
      return placement ? [{ one, placement }] : [];
    });
    const here = (await Promise.all(all)).flat();
    // What was to be said in a conversation that is gone begins one.
    const known = new Set(discussion.conversations.map(({ comment }) => comment.id));
    const left = Map.groupBy(unsent, ({ conversation = '' }) => (known.has(conversation) ? conversation : undefined));
    const threads = here.map(({ one, placement }) => {
      const unsent = left.get(one.comment.id) ?? [];
      return this.#thread(discussion, one, { placement, unsent, reader, signal });
    });
    const begun = (left.get(undefined) ?? []).map(async draft => {
      const typed = { target: draft.target, markdown: withQuote(draft.text, draft.quote) };
      const placement = await placements.draftShownAt(await discussion.place(), typed, deletedPages);
      return placement && isHere(placement) ? this.#begun(discussion, draft, { placement, signal }) : undefined;
    });
    const listed = await Promise.all([...threads, ...begun]);
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
  ): Promise<ShownThread> {
    const { comment, replies } = conversation;
    const key = documentKey(conversation.placement.uri);
    const isNew = (message: Comment | Reply) => this.#unread.isNew(key, message, discussion.user);
    const sight = { ...this.#sights.of(discussion, conversation), isNew };
    const written = [comment, ...replies].map(message => this.#comment(message, sight, signal));
    const typed = unsent.map(draft => this.#draft(discussion, draft, signal));
    return {
      id: comment.id,
      ...lineOf(placement),
      state: comment.status === 'resolved' ? 'resolved' : 'open',
      label: remarksOn({ ...conversation, placement }, { locale: vscode.env.language, isInPlace: true }).join(' · '),
      isEarlier: placement.isEarlier,
      mayReply: mayReply(comment),
      excerpt: await excerptOf(withNames(comment.body.markdown ?? '', sight.nameOf), { signal }),
      comments: await Promise.all([...written, ...typed]),
      fits: this.#filtersOf(conversation, reader),
    };
  }

  #filtersOf(conversation: PlacedConversation, reader: Reader): Filter[] {
    const { comment, replies, placement } = conversation;
    const key = documentKey(placement.uri);
    if ([comment, ...replies].some(message => this.#unread.isUnread(key, message, reader.id))) {
      this.#fresh.add(comment.id);
    }
    return filtersOf(conversation, reader, this.#fresh.has(comment.id));
  }

  async #readerOf(discussion: Discussion): Promise<Reader> {
    try {
      return await readerOf(this.#around, discussion);
    } catch {
      // What was said is shown also where nobody can tell who has opened the change request.
      return { id: discussion.user, isAuthor: false };
    }
  }

  /** The filters, each with how many conversations it lists; without where that is not known. */
  async filters(discussion: Discussion): Promise<ShownFilter[]> {
    const { conversations, isAllKnown } = discussion;
    const reader = await this.#readerOf(discussion);
    const isRead = conversations.every(({ comment, replies, isCut }) => isCut || replies.length >= comment.replies);
    const listed = conversations.flatMap(one => this.#filtersOf(one, reader));
    return [...filterNames].map(([id, name]) => {
      const isMine = reader.id !== undefined || !aboutReader.has(id);
      const isTold = isAllKnown && isMine && (isRead || !toldByReplies.has(id));
      return { id, name, ...(isTold && { count: listed.filter(one => one === id).length }) };
    });
  }

  /** Takes in which documents are in view; what was said on those that have left it is not new any more. */
  see(discussion: Discussion, documents: ReadonlySet<string>): void {
    if (documents.size === 0) this.#fresh.clear();
    this.#unread.follow(documents, key =>
      discussion.conversations.filter(({ placement }) => documentKey(placement.uri) === key),
    );
  }

  /** A text that has begun no conversation yet. */
  async #begun(
    discussion: Discussion,
    draft: Draft,
    { placement, signal }: { placement: Placement; signal: AbortSignal },
  ): Promise<ShownThread> {
    // What is about the whole page stands above it.
    const isTold = !placement.isExact || draft.isLineUnknown;
    const label = isTold ? (draftPlaceInWords(draft, placement) ?? '') : '';
    const comments = [await this.#draft(discussion, draft, signal)];
    return {
      id: draft.id,
      ...lineOf(placement),
      state: 'draft',
      label,
      isEarlier: false,
      mayReply: false,
      excerpt: '',
      comments,
      fits: [],
    };
  }

  async #comment(message: Comment | Reply, sight: Sight, signal: AbortSignal): Promise<ShownComment> {
    const { id, postedBy, postedAt, editedAt, body, reactions } = message;
    const markdown = body.markdown ?? '';
    const compared = sight.original === undefined ? markdown : withDifference(markdown, sight.original);
    const when = timeOf(postedAt);
    const rights = rightsOn(message, sight);
    return {
      ...{ id, markdown },
      author: plain(postedBy.displayName, 100) || 'Somebody',
      isYou: postedBy.id === sight.user,
      isNew: sight.isNew?.(message) ?? false,
      isEdited: Boolean(editedAt),
      html: await this.#html(withNames(compared, sight.nameOf), id, signal),
      mayEdit: rights.edit,
      mayDelete: rights.delete,
      isSuggestion: rights.suggestion,
      mayApply: rights.apply,
      reactions: reactionsOf(reactions, sight.user).map(({ label, count, authorHasReacted: isYours, names }) => {
        return { emoji: label ?? '', count, isYours, names };
      }),
      ...(when && { when }),
    };
  }

  async #draft({ connection }: Discussion, draft: Draft, signal: AbortSignal): Promise<ShownComment> {
    const { id, text, pending, resolved, edited } = draft;
    const settled = resolved ? '*Resolves the conversation*' : '*Reopens the conversation*';
    return {
      ...{ id, author: plain(connection?.userName ?? '', 100) || 'You', isYou: true, isNew: false, isEdited: false },
      ...{ markdown: text, reactions: [] },
      html: await this.#html(resolved === undefined ? text : settled, id, signal),
      mayEdit: resolved === undefined,
      mayDelete: true,
      isSuggestion: false,
      mayApply: false,
      draft: pending === undefined ? 'unsent' : 'pending',
      ...(edited !== undefined && { edited }),
    };
  }

  /** A comment as readers will see it. Its images would tell others who reads it: their words stand for them. */
  #html(markdown: string, id: string, signal: AbortSignal): Promise<string> {
    const key = `${id} ${markdown}`;
    const known = this.#rendered.get(key);
    if (known) return known;
    const rendering = htmlOf(markdown, `comment${id.replace(/\W/g, '')}`, signal);
    this.#rendered.set(key, rendering);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    rendering.catch(() => this.#rendered.delete(key));
    return rendering;
  }
}

function lineOf({ range, uri }: Placement): Pick<ShownThread, 'line' | 'isLineBefore'> {
  return range ? { line: range.start, ...(isBase(uri) && { isLineBefore: true }) } : {};
}
