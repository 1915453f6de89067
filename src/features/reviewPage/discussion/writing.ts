import * as vscode from 'vscode';
import { Failure, isCancellation, Remark, sentenceFor } from '../../../api/failure.ts';
import { words } from '../../../api/words.ts';
import { excerptOf } from '../../../model/discussions/excerpt.ts';
import type { Discussion, PlacedConversation } from '../../../model/discussions/discussion.ts';
import type { Discussions } from '../../../model/discussions/discussions.ts';
import { type Draft, newDraftId, targetOf } from '../../../model/discussions/draft.ts';
import { type Drafts, isBlank } from '../../../model/discussions/drafts.ts';
import { blockAround } from '../../../model/discussions/gone.ts';
import { Outbox } from '../../../model/discussions/outbox.ts';
import { TargetDeleted } from '../../../model/discussions/newPlace.ts';
import { deliverAimed, withQuote } from '../../../model/discussions/pending.ts';
import { reactionsOf, toggled } from '../../../model/discussions/reactions.ts';
import { asSuggestion, linesAt, suggestionIn } from '../../../model/discussions/suggestions.ts';
import type { Failures } from '../../../ui/failures.ts';
import { confirm } from '../../../ui/prompts.ts';
import * as say from '../../../ui/say.ts';
import type { CommentTarget, FromPage, ToPage } from '../../../webview/reviewPage/messages.ts';
import { applySuggestion } from '../../conversations/applySuggestion.ts';
import { showChangesSince } from '../../conversations/changesSince.ts';
import { askNewPlace, sayWhereItIs } from '../../conversations/newPlace.ts';
import type { Models } from '../models.ts';
import type { Pages } from '../pages/pages.ts';

interface Around extends Models {
  discussions: Discussions;
  drafts: Drafts;
  failures: Failures;
  pages: Pages;
  /** The document of the whole change request. */
  overview: vscode.Uri;
  /** The name of the account that writes here. */
  account: string;
  tell: (message: ToPage) => void;
  /** Settles when the page shows what was written. */
  shown: (discussion: Discussion) => Promise<void>;
}

/** Where a text belongs, and what is gone of that on which it was typed. */
type Belonging = Pick<
  Draft,
  'account' | 'discussion' | 'target' | 'quote' | 'isLineUnknown' | 'conversation' | 'edited'
>;

type Of<T extends FromPage['type']> = Extract<FromPage, { type: T }>;

/** What is written on the review page: kept while it is typed, and sent as what is written in the editor. */
export class PageWriting {
  readonly #around: Around;
  readonly #outbox: Outbox;
  readonly #belonging = new Map<string, Belonging>();
  /** Those that the service has: what still comes of their boxes is too late. */
  readonly #sent = new Set<string>();
  /** What is done with each text, one after the other. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(around: Around) {
    this.#around = around;
    this.#outbox = new Outbox(around.drafts);
  }

  /** Keeps what is typed, also for the next window; what has been taken out of its box again is forgotten. */
  type({ draft: id, target: commentTarget, text }: Of<'type'>): Promise<void> {
    return this.#inTurn(id, async () => {
      const { drafts, tell } = this.#around;
      if (this.#sent.has(id)) return;
      const known = drafts.get(id);
      const isPending = known?.pending !== undefined;
      // While it is changed here, the editor does not offer it. Its box stays here also when nothing is left in it.
      drafts.changeIn(id, 'reviewPage');
      const isKept = text.trim() !== '' || (drafts.isLeft(id) && !isPending);
      if (isKept) await drafts.keep({ ...(known ?? (await this.#draft(id, commentTarget))), id, text });
      else if (!isPending) await drafts.drop(id);
      tell({ type: 'wrote', draft: id, state: 'kept' });
    });
  }

  /** Sends a text, or holds it back until the review is finished. The page keeps it in its box where that fails. */
  send({ draft: id, target: commentTarget, text, isHeld }: Of<'send'>): Promise<void> {
    return this.#inTurn(id, async () => {
      const { drafts, tell } = this.#around;
      const discussion = this.#discussion();
      const known = drafts.get(id);
      const isPending = known?.pending !== undefined;
      if (isPending) await this.#keepPending(known, text);
      else if (!this.#sent.has(id)) await this.#send(discussion, id, { target: commentTarget, text, isHeld });
      if (!isHeld && !isPending) this.#sent.add(id);
      await this.#around.shown(discussion);
      this.#belonging.delete(id);
      tell({ type: 'wrote', draft: id, state: 'sent' });
    });
  }

  /** Throws a text away that was not sent. */
  discard({ draft: id }: Of<'discard'>): Promise<void> {
    return this.#inTurn(id, async () => {
      const { drafts, tell, shown } = this.#around;
      if (drafts.isSending(id)) throw new Failure('It is being sent just now. Wait until that has ended.');
      const known = drafts.get(id);
      if (known && !isBlank(known))
        await confirm('Discard this text?', 'It was never sent, so nobody else has it.', 'Discard');
      await drafts.drop(id);
      this.#belonging.delete(id);
      await shown(this.#discussion());
      tell({ type: 'wrote', draft: id, state: 'sent' });
    });
  }

  /** Gives the page the lines of a block, to be changed as a suggestion. */
  async suggest({ draft, target: commentTarget }: Of<'suggest'>): Promise<void> {
    const { content, discussions, tell } = this.#around;
    const { target } = await this.#find(commentTarget);
    const place = await this.#discussion().place();
    const original = target.node && (await linesAt(content, await discussions.placements.ofTarget(place, target)));
    if (original === undefined)
      throw new Failure('Nothing is there that can be changed line by line. Choose a paragraph, a list or code.');
    tell({ type: 'suggested', draft, text: asSuggestion(original) });
  }

  /** Resolves or reopens a conversation: now, or with the review. */
  async settle({ conversation: id, isResolved, isHeld }: Of<'settle'>): Promise<void> {
    const { drafts, shown } = this.#around;
    const discussion = this.#discussion();
    const target = targetOf(this.#conversation(id));
    if (!isHeld) {
      await discussion.writing.change(id, { resolved: isResolved });
    } else if (!drafts.has(draft => draft.conversation === id && draft.resolved !== undefined)) {
      const { account } = this.#around;
      const about = { id: newDraftId(), account, discussion: discussion.key, conversation: id, target };
      await drafts.hold({ ...about, text: '', resolved: isResolved });
    }
    await shown(discussion);
  }

  /** Adds a reaction of the user, or takes it back. */
  async react({ conversation, comment: id, emoji }: Of<'react'>): Promise<void> {
    const discussion = this.#discussion();
    const { reactions } = this.#message(conversation, id);
    const reaction = reactionsOf(reactions, discussion.user).find(({ label }) => label === emoji);
    if (!reaction) return;
    const body = toggled(reaction, reactions);
    if (id === conversation) await discussion.writing.change(id, body);
    else await discussion.writing.changeReply(conversation, id, body);
    await this.#around.shown(discussion);
  }

  /** Deletes a comment for everybody. */
  async remove({ conversation, comment: id }: Of<'remove'>): Promise<void> {
    const discussion = this.#discussion();
    const message = this.#message(conversation, id);
    const isReply = id !== conversation;
    const excerpt = await excerptOf(message.body.markdown ?? '', { limit: 150 });
    const detail = words`"${excerpt}"\n\nIt is deleted for everybody, and cannot be brought back.`;
    const what = isReply ? 'this reply' : 'this comment and the replies to it';
    await confirm(words`Delete ${what}?`, detail, 'Delete');
    if (isReply) await discussion.writing.deleteReply(conversation, id);
    else await discussion.writing.delete(id);
    await this.#around.shown(discussion);
  }

  async apply({ conversation: id, comment }: Of<'apply'>): Promise<void> {
    const discussion = this.#discussion();
    const markdown = this.#message(id, comment).body.markdown ?? '';
    const conversation = this.#conversation(id);
    await applySuggestion(this.#around, { discussion, conversation, markdown }, () => this.#around.shown(discussion));
  }

  async copy({ conversation, comment }: Of<'copy'>): Promise<void> {
    const proposed = suggestionIn(this.#message(conversation, comment).body.markdown ?? '');
    if (proposed === undefined) throw new Failure('This comment suggests nothing any more.');
    await vscode.env.clipboard.writeText(proposed);
    say.status('Suggestion copied');
  }

  async showSince({ conversation }: Of<'showSince'>): Promise<void> {
    await showChangesSince(this.#around.content, this.#discussion(), this.#conversation(conversation));
  }

  /** Closes the box of a text that is not offered here any more: it was sent, discarded or taken over in the editor. */
  close(id: string): void {
    if (!this.#around.drafts.get(id)) this.#sent.add(id);
    this.#belonging.delete(id);
    this.#around.tell({ type: 'wrote', draft: id, state: 'sent' });
  }

  /** Has what is still being typed offered elsewhere: the page is gone, or begins anew. */
  leave(): void {
    const { drafts } = this.#around;
    for (const [id, done] of this.#last) {
      drafts.leave(id);
      // What is under way may be kept only then.
      void done.then(() => drafts.leave(id));
    }
    this.#last.clear();
  }

  /** Does something with a text when what was begun with it before has ended; a failure is told where it is typed. */
  #inTurn(id: string, act: () => Promise<void>): Promise<void> {
    const before = this.#last.get(id) ?? Promise.resolve();
    const done = before.then(act).catch((error: unknown) => {
      // Who walks away from a question goes on writing.
      if (isCancellation(error)) return this.#around.tell({ type: 'wrote', draft: id, state: 'kept' });
      const why = error instanceof Remark ? error.message : sentenceFor('write it', error);
      this.#around.failures.log('Could not take in what was written on the review page.', error);
      this.#around.tell({ type: 'wrote', draft: id, state: 'failed', why });
    });
    this.#last.set(id, done);
    return done;
  }

  async #send(discussion: Discussion, id: string, sent: Omit<Of<'send'>, 'type' | 'draft'>): Promise<void> {
    const { target: commentTarget, text, isHeld } = sent;
    const { drafts, content, discussions } = this.#around;
    const { quote, ...belonging } = drafts.get(id)?.attempt ? this.#known(id) : await this.#draft(id, commentTarget);
    const full = withQuote(text, quote);
    let { target } = belonging;
    if (isHeld) {
      await this.#outbox.hold({ box: id, text: full, place: belonging, draftFor: async () => ({ ...belonging, id }) });
      await this.#notifyIfMoved(commentTarget, { target, quote }, isHeld);
      return;
    }
    try {
      await this.#outbox.send({
        box: id,
        text: full,
        action: 'send the comment',
        draft: () => ({ ...belonging, quote, target, id }),
        send: (markdown, delivery) =>
          deliverAimed(discussion, { content, placements: discussions.placements }, belonging, (to, deliver) => {
            target = to;
            return deliver(markdown, delivery);
          }),
      });
      await this.#notifyIfMoved(commentTarget, { target, quote }, isHeld);
    } catch (error) {
      const deleted = error instanceof Failure ? error.cause : undefined;
      if (!(deleted instanceof TargetDeleted)) throw error;
      const place = await askNewPlace(text, deleted);
      if (!place) return this.#outbox.forget(id);
      const moved = { ...belonging, target: place.target, quote: place.quote };
      this.#belonging.set(id, moved);
      await drafts.keep({ ...moved, id, text: withQuote(text, place.quote) });
      await this.#send(discussion, id, sent);
    }
  }

  /** Tells the user where a quoting comment went, unless it is shown where it was written. */
  async #notifyIfMoved(
    { page }: CommentTarget,
    { target, quote }: Pick<Belonging, 'target' | 'quote'>,
    isPending: boolean,
  ): Promise<void> {
    if (quote === undefined) return;
    const isInPlace = target.page === undefined && (await this.#around.pages.deletedPages()).get(page) !== undefined;
    if (!isInPlace) sayWhereItIs(target, isPending);
  }

  #known(id: string): Belonging {
    const known = this.#around.drafts.get(id);
    if (!known) throw new Failure('It was thrown away in another window.');
    return { ...known, quote: this.#belonging.get(id)?.quote ?? known.quote };
  }

  /** Gives a text that is held back other words. */
  async #keepPending(draft: Draft, text: string): Promise<void> {
    const { drafts } = this.#around;
    if (text.trim() === '')
      throw new Remark('There is nothing to keep. Write something first, or discard the comment.');
    if (drafts.isSending(draft.id)) throw new Failure('It is being sent just now. Change it when it has arrived.');
    await drafts.keep({ ...draft, text: text.trim() });
  }

  /** Where a text belongs. What it hangs on is found once: a page may change while somebody writes. */
  async #draft(id: string, commentTarget: CommentTarget): Promise<Belonging> {
    const known = this.#belonging.get(id) ?? this.#around.drafts.get(id) ?? (await this.#find(commentTarget));
    this.#belonging.set(id, known);
    const { discussion, target, isLineUnknown, conversation, edited, quote } = known;
    return { account: this.#around.account, discussion, target, isLineUnknown, conversation, edited, quote };
  }

  async #find({ page, line, side, conversation, edited }: CommentTarget): Promise<Belonging> {
    const { discussions, pages } = this.#around;
    const { key: discussion } = this.#discussion();
    if (conversation !== undefined) {
      return { discussion, conversation, edited, target: targetOf(this.#conversation(conversation)) };
    }
    if (page === '') return { discussion, target: {} };
    const document = await pages.sideOf(page, side);
    const lines = line === undefined ? undefined : { start: line, end: line };
    if (!document) {
      // Where it should go instead is asked when it is sent.
      const preview = lines && blockAround(pages.textOf(page, side), lines);
      return { discussion, target: { page, ...(preview && { preview }) } };
    }
    const { target, quote } = await discussions.placements.aimAt(document.uri, lines, document.text);
    return { discussion, target, quote };
  }

  #discussion(): Discussion {
    const discussion = this.#around.discussions.of(this.#around.overview);
    if (!discussion) throw new Failure('The change request is not there any more.');
    return discussion;
  }

  #conversation(id: string): PlacedConversation {
    const found = this.#discussion().conversations.find(({ comment }) => comment.id === id);
    if (!found) throw new Failure('The conversation is not there any more: it was deleted meanwhile.');
    return found;
  }

  #message(conversation: string, id: string) {
    const { comment, replies } = this.#conversation(conversation);
    const message = [comment, ...replies].find(one => one.id === id);
    if (!message) throw new Failure('The comment is not there any more: it was deleted meanwhile.');
    return message;
  }
}
