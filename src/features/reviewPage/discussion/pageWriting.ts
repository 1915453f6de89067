import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, failureMessage, isCancellation, Notice } from '../../../api/failure.ts';
import { tEscaped } from '../../../api/escape.ts';
import type { App } from '../../../app.ts';
import { excerptOf, reactionsOf, toggleReaction } from '../../../model/discussions/commentText.ts';
import type { Discussion, PlacedConversation } from '../../../model/discussions/discussion.ts';
import type { ConversationContext } from '../../../model/discussions/conversationContext.ts';
import type { Discussions } from '../../../model/discussions/discussions.ts';
import { type Draft, newDraftId, draftFieldsOf, targetOfConversation } from '../../../model/discussions/draft.ts';
import { type Drafts, isBlank } from '../../../model/discussions/drafts.ts';
import { blockAround } from '../../../model/discussions/commentTarget.ts';
import { sendComment, withQuote } from '../../../model/discussions/outbox.ts';
import { readLinesAt, suggestionBlock, suggestionIn } from '../../../model/discussions/suggestions.ts';
import type { Writing } from '../../../model/writing/writing.ts';
import type { Failures } from '../../../ui/failures.ts';
import { confirm } from '../../../ui/prompts.ts';
import * as say from '../../../ui/say.ts';
import type { ComposerTarget, FromPage, ToPage } from '../../../webview/reviewPage/messages.ts';
import { applySuggestion } from '../../conversations/applySuggestion.ts';
import { showChangesSince } from '../../conversations/changesSince.ts';
import { conversationContextOf } from '../../conversations/context.ts';
import { announcePlacement } from '../../conversations/newPlace.ts';
import type { ReviewPageModels } from '../models.ts';
import type { Pages } from '../pages/pages.ts';

interface WritingContext extends ReviewPageModels, Pick<App, 'singletons'> {
  discussions: Discussions;
  drafts: Drafts;
  failures: Failures;
  pages: Pages;
  writing: Writing;
  /** The document of the whole change request. */
  overview: vscode.Uri;
  /** The name of the account that writes the comments. */
  account: string;
  post: (message: ToPage) => void;
  /** Resolves when the page shows the change. */
  refreshViews: (discussion: Discussion) => Promise<void>;
}

/** The target of a comment, and a quote of its block if that was deleted. */
type DraftTarget = Pick<
  Draft,
  'account' | 'discussion' | 'target' | 'quote' | 'isLineUnknown' | 'conversation' | 'conversationText' | 'edited'
>;

type Of<T extends FromPage['type']> = Extract<FromPage, { type: T }>;

/** Stores drafts of the review page while they are typed, and sends them as the editor does. */
export class PageWriting {
  readonly #context: WritingContext;
  readonly #conversations: ConversationContext;
  readonly #draftTargets = new Map<string, DraftTarget>();
  /** The IDs of sent drafts. Later input from their composers is ignored. */
  readonly #sent = new Set<string>();
  /** The last operation on each draft. Operations on one draft run one after another. */
  readonly #lastOperations = new Map<string, Promise<void>>();

  constructor(context: WritingContext) {
    this.#context = context;
    this.#conversations = conversationContextOf(context);
  }

  /** Saves the draft of a comment, also for the next window. A draft whose text was deleted is dropped. */
  type({ draft: id, target: commentTarget, text }: Of<'type'>): Promise<void> {
    return this.#runInOrder(id, async () => {
      const { drafts, post } = this.#context;
      if (this.#sent.has(id)) return;
      const known = drafts.get(id);
      const pending = this.#pendingAt(id, commentTarget);
      // While an edit is typed here, the editor does not offer it, and its composer stays open even when it is empty.
      drafts.startEditing(id, 'reviewPage');
      const shouldStore = text.trim() !== '' || drafts.isOffered(id);
      // Text typed after the comment was added to the review becomes an edit of the pending comment.
      const changeId = pending?.id === id ? (drafts.changeOf(id)?.id ?? newDraftId()) : id;
      if (pending) await drafts.storeChange(pending, { id: changeId, text });
      else if (shouldStore) await drafts.store({ ...(known ?? (await this.#draft(id, commentTarget))), id, text });
      else await drafts.drop(id);
      post({ type: 'draftState', draft: id, state: 'stored' });
    });
  }

  /** Sends a comment, or adds it to the review if `isPending`. If that fails, the page keeps the text in its composer. */
  send({ draft: id, target: commentTarget, text, isPending }: Of<'send'>): Promise<void> {
    return this.#runInOrder(id, async () => {
      const { post } = this.#context;
      const discussion = this.#discussion();
      const pending = this.#pendingAt(id, commentTarget);
      if (pending) await this.#keepPending(pending, text);
      else if (commentTarget.pending !== undefined) await this.#offerChange(id, commentTarget, text);
      else if (!this.#sent.has(id)) await this.#send(discussion, id, { target: commentTarget, text, isPending });
      if (!isPending && !pending) this.#sent.add(id);
      await this.#context.refreshViews(discussion);
      this.#draftTargets.delete(id);
      post({ type: 'draftState', draft: id, state: 'sent' });
    });
  }

  /** Discards an unsent comment, after a confirmation. */
  discard({ draft: id }: Of<'discard'>): Promise<void> {
    return this.#runInOrder(id, async () => {
      const { drafts, post, refreshViews } = this.#context;
      if (drafts.isSending(id)) throw new Failure(t('It is being sent just now. Wait until that has ended.'));
      const known = drafts.get(id);
      const isChange = known?.changes !== undefined && drafts.get(known.changes) !== undefined;
      if (known && !isBlank(known) && !isChange)
        await confirm(t('Discard this text?'), t('It was never sent, so nobody else has it.'), t('Discard'));
      await drafts.dropChanges(id);
      await drafts.drop(id);
      this.#draftTargets.delete(id);
      await refreshViews(this.#discussion());
      post({ type: 'draftState', draft: id, state: 'sent' });
    });
  }

  /** Sends the source lines of a block to the page as a suggestion to edit. */
  async suggest({ draft, target: commentTarget }: Of<'suggest'>): Promise<void> {
    const { content, discussions, post } = this.#context;
    const { target } = await this.#find(commentTarget);
    const place = await this.#discussion().place();
    const original = target.node && (await readLinesAt(content, await discussions.placements.ofTarget(place, target)));
    if (original === undefined)
      throw new Failure(t('Nothing is there that can be changed line by line. Choose a paragraph, a list or code.'));
    post({ type: 'suggested', draft, text: suggestionBlock(original) });
  }

  /** Resolves or reopens a conversation: at once, or with the review if `isPending`. */
  async setResolved({ conversation: id, isResolved, isPending }: Of<'setResolved'>): Promise<void> {
    const { drafts, refreshViews } = this.#context;
    const discussion = this.#discussion();
    const target = targetOfConversation(this.#conversation(id));
    if (!isPending) {
      await discussion.sender.change(id, { resolved: isResolved });
    } else if (!drafts.has(draft => draft.conversation === id && draft.resolved !== undefined)) {
      const { account } = this.#context;
      const base = { id: newDraftId(), account, discussion: discussion.key, conversation: id, target };
      await drafts.makePending({ ...base, text: '', resolved: isResolved });
    }
    await refreshViews(discussion);
  }

  /** Toggles a reaction of the user. */
  async react({ conversation, comment: id, emoji }: Of<'react'>): Promise<void> {
    const discussion = this.#discussion();
    const { reactions } = this.#message(conversation, id);
    const reaction = reactionsOf(reactions, discussion.user).find(({ label }) => label === emoji);
    if (!reaction) return;
    const body = toggleReaction(reaction, reactions);
    if (id === conversation) await discussion.sender.change(id, body);
    else await discussion.sender.changeReply(conversation, id, body);
    await this.#context.refreshViews(discussion);
  }

  /** Deletes a comment for everybody, after a confirmation. */
  async remove({ conversation, comment: id }: Of<'remove'>): Promise<void> {
    const discussion = this.#discussion();
    const message = this.#message(conversation, id);
    const isReply = id !== conversation;
    const excerpt = await excerptOf(message.body.markdown ?? '', { limit: 150 });
    const detail = [tEscaped`"${excerpt}"`, t('It is deleted for everybody, and cannot be brought back.')].join('\n\n');
    const question = isReply ? t('Delete this reply?') : t('Delete this comment and the replies to it?');
    await confirm(question, detail, t('Delete'));
    if (isReply) await discussion.sender.deleteReply(conversation, id);
    else await discussion.sender.delete(id);
    await this.#context.refreshViews(discussion);
  }

  async apply({ conversation: id, comment }: Of<'apply'>): Promise<void> {
    const discussion = this.#discussion();
    const markdown = this.#message(id, comment).body.markdown ?? '';
    const conversation = this.#conversation(id);
    await applySuggestion(this.#context, { discussion, conversation, markdown }, () =>
      this.#context.refreshViews(discussion),
    );
  }

  async copy({ conversation, comment }: Of<'copy'>): Promise<void> {
    const proposed = suggestionIn(this.#message(conversation, comment).body.markdown ?? '');
    if (proposed === undefined) throw new Failure(t('This comment suggests nothing any more.'));
    await vscode.env.clipboard.writeText(proposed);
    say.status(t('Suggestion copied'));
  }

  async showSince({ conversation }: Of<'showSince'>): Promise<void> {
    await showChangesSince(this.#context.content, this.#discussion(), this.#conversation(conversation));
  }

  /** Closes the composer of a draft that was sent, discarded or taken over in the editor. */
  close(id: string): void {
    if (!this.#context.drafts.get(id)) this.#sent.add(id);
    this.#draftTargets.delete(id);
    this.#context.post({ type: 'draftState', draft: id, state: 'sent' });
  }

  /** Offers drafts being typed elsewhere, because the page was closed or reloaded. */
  leave(): void {
    const { drafts } = this.#context;
    for (const [id, done] of this.#lastOperations) {
      drafts.offer(id);
      // An operation that is still running may store the draft.
      void done.then(() => drafts.offer(id));
    }
    this.#lastOperations.clear();
  }

  /** Runs operations on one draft one after another. An error is shown in its composer. */
  #runInOrder(id: string, operation: () => Promise<void>): Promise<void> {
    const previous = this.#lastOperations.get(id) ?? Promise.resolve();
    const done = previous.then(operation).catch((error: unknown) => {
      // Cancelling a prompt leaves the text in its composer.
      if (isCancellation(error)) return this.#context.post({ type: 'draftState', draft: id, state: 'stored' });
      const why = error instanceof Notice ? error.message : failureMessage(t('write it'), error);
      this.#context.failures.log('Could not process a text written on the review page.', error);
      this.#context.post({ type: 'draftState', draft: id, state: 'failed', why });
    });
    this.#lastOperations.set(id, done);
    return done;
  }

  async #send(discussion: Discussion, id: string, input: Omit<Of<'send'>, 'type' | 'draft'>): Promise<void> {
    const { target: commentTarget, text, isPending } = input;
    const { drafts } = this.#context;
    const draft = drafts.get(id)?.attempt ? this.#storedDraft(id) : await this.#draft(id, commentTarget);
    if (isPending) {
      const { quote, ...place } = draft;
      const full = withQuote(text, quote);
      await this.#conversations.outbox.makePending({
        box: id,
        text: full,
        place,
        draftFor: async () => ({ ...place, id }),
      });
      await this.#notifyIfMoved(commentTarget, draft, isPending);
      return;
    }
    const sentDraft = await sendComment(this.#conversations, {
      discussion,
      draft: { ...draft, id },
      box: id,
      text,
      action: t('send the comment'),
      onMoved: moved => this.#draftTargets.set(id, moved),
    });
    if (!sentDraft) return;
    void vscode.commands.executeCommand('setContext', 'marginalia.hasCommented', true);
    await this.#notifyIfMoved(commentTarget, sentDraft, isPending);
  }

  /** Notifies the user of the target of a quoting comment, unless the comment is shown where it was written. */
  async #notifyIfMoved(
    { page }: ComposerTarget,
    { target, quote }: Pick<DraftTarget, 'target' | 'quote'>,
    isPending: boolean,
  ): Promise<void> {
    if (quote === undefined) return;
    const isInPlace = target.page === undefined && (await this.#context.pages.deletedPages()).get(page) !== undefined;
    if (!isInPlace) announcePlacement(target, isPending);
  }

  #storedDraft(id: string): DraftTarget {
    const known = this.#context.drafts.get(id);
    if (!known) throw new Failure(t('It was thrown away in another window.'));
    return { ...known, quote: this.#draftTargets.get(id)?.quote ?? known.quote };
  }

  /** Replaces the text of a pending comment. */
  async #keepPending(draft: Draft, text: string): Promise<void> {
    const { drafts } = this.#context;
    if (text.trim() === '')
      throw new Notice(t('There is nothing to keep. Write something first, or discard the comment.'));
    if (drafts.isSending(draft.id)) throw new Failure(t('It is being sent just now. Change it when it has arrived.'));
    await drafts.confirmChange(draft, text.trim());
  }

  /** Returns the pending comment that a composer edits, or that its draft has become. */
  #pendingAt(id: string, { pending = id }: ComposerTarget): Draft | undefined {
    const draft = this.#context.drafts.get(pending);
    return draft?.pending === undefined ? undefined : draft;
  }

  /**
   * Saves the edit of a pending comment that was sent or discarded meanwhile as an unsent draft, and throws a Failure.
   */
  async #offerChange(id: string, commentTarget: ComposerTarget, text: string): Promise<never> {
    const { drafts } = this.#context;
    await drafts.store({ ...(drafts.get(id) ?? (await this.#draft(id, commentTarget))), id, text });
    drafts.offer(id);
    throw new Failure(
      t('The pending comment was sent or discarded meanwhile. Your text is kept as one that is not sent.'),
    );
  }

  /** Returns the target of a draft. It is determined only once, because the page may change while the user types. */
  async #draft(id: string, commentTarget: ComposerTarget): Promise<DraftTarget> {
    const known = this.#draftTargets.get(id) ?? this.#context.drafts.get(id) ?? (await this.#find(commentTarget));
    this.#draftTargets.set(id, known);
    const { discussion, target, isLineUnknown, conversation, conversationText, edited, quote } = known;
    const ofConversation = { conversation, conversationText, edited };
    return { account: this.#context.account, discussion, target, isLineUnknown, ...ofConversation, quote };
  }

  async #find({ page, line, side, conversation, edited }: ComposerTarget): Promise<DraftTarget> {
    const { discussions, pages } = this.#context;
    const { key: discussion } = this.#discussion();
    if (conversation !== undefined) {
      return { discussion, edited, ...draftFieldsOf(this.#conversation(conversation)) };
    }
    if (page === '') return { discussion, target: {} };
    const document = await pages.sideOf(page, side);
    const lines = line === undefined ? undefined : { start: line, end: line };
    if (!document) {
      // The user is asked for a new target when the comment is sent.
      const preview = lines && blockAround(pages.textOf(page, side), lines);
      return { discussion, target: { page, ...(preview && { preview }) } };
    }
    const { target, quote } = await discussions.placements.findTarget(document.uri, lines, document.text);
    return { discussion, target, quote };
  }

  #discussion(): Discussion {
    const discussion = this.#context.discussions.of(this.#context.overview);
    if (!discussion) throw new Failure(t('The change request is not there any more.'));
    return discussion;
  }

  #conversation(id: string): PlacedConversation {
    const conversation = this.#discussion().conversations.find(({ comment }) => comment.id === id);
    if (!conversation) throw new Failure(t('The conversation is not there any more: it was deleted meanwhile.'));
    return conversation;
  }

  #message(conversation: string, id: string) {
    const { comment, replies } = this.#conversation(conversation);
    const message = [comment, ...replies].find(one => one.id === id);
    if (!message) throw new Failure(t('The comment is not there any more: it was deleted meanwhile.'));
    return message;
  }
}
