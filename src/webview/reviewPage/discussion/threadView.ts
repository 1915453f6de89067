/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, secondaryText, createFromHtml } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { replyField } from './composer.ts';
import { avatar, timeElement, unnamedAvatar } from '../head.ts';
import type { FromPage, ReviewHead, PageComment, PageThread, ToPage } from '../messages.ts';
import type { Composer } from './composer.ts';
import type { Composers } from './composers.ts';
import { joinWithCommas } from './pendingList.ts';

export interface ThreadContext {
  /** The ID of the page that contains the threads; '' for the whole change request. */
  page: string;
  post: (message: FromPage) => void;
  composers: Composers;
  verdictOn?: (comment: string) => SummarizedVerdict | undefined;
}

export type SummarizedVerdict = NonNullable<ReviewHead['verdicts']>[number];

/** The maximum number of comments shown unfolded. Longer conversations show the first and the last ones. */
const maxComments = 4;

const stateNames: Readonly<Record<PageThread['state'], string>> = {
  open: t({ message: 'open', comment: ['state of a conversation'] }),
  resolved: t({ message: 'resolved', comment: ['state of a conversation'] }),
  draft: t({ message: 'draft', comment: ['state of a conversation'] }),
};

/** A conversation with its comments and composers. Text being typed survives updates of the conversation. */
export class ThreadView {
  readonly element = createElement('div', { class: 'thread', role: 'group', tabindex: -1 });
  thread: PageThread;
  readonly #context: ThreadContext;
  readonly #body = createElement('div');
  readonly #foot = createElement('div', { class: 'foot' });
  /** The changes since the conversation was started, requested when it is expanded. */
  readonly #since = createElement('details', { class: 'since' });
  #renderedJson = '';
  /** True if the user has resolved or reopened the conversation, and the service has not confirmed it. */
  #isSettling = false;
  /** True if the user has unfolded the comments in the middle, or a resolved conversation. */
  #isUnfolded: boolean;

  constructor(thread: PageThread, context: ThreadContext) {
    this.thread = thread;
    this.#context = context;
    this.#isUnfolded = thread.state !== 'resolved' && thread.comments.length <= maxComments;
    this.element.append(this.#body, this.#since, this.#foot);
    this.element.dataset['thread'] = thread.id;
    this.#since.append(
      createElement('summary', {}, icon('history'), t('What changed since')),
      createElement('p', { class: 'quiet' }, t('Reading…')),
    );
    this.#since.addEventListener('toggle', () => this.askSince());
    this.update(thread);
  }

  update(thread: PageThread): void {
    const json = JSON.stringify(thread);
    if (json === this.#renderedJson) return;
    const isInUse = this.#context.composers.inside(this.element).some(([, composer]) => composer.isInUse);
    if (thread.state === 'resolved' && this.thread.state === 'open' && !isInUse) this.#isUnfolded = false;
    this.#renderedJson = json;
    const isSettled = this.#isSettling && thread.state !== this.thread.state;
    this.thread = thread;
    this.show();
    if (!isSettled) return;
    this.#isSettling = false;
    this.#context.composers.announce(thread.state === 'resolved' ? t('Resolved.') : t('Reopened.'));
  }

  /** Removes the conversation from the page. A reply being typed stays, and can be sent as a comment. */
  remove(): void {
    const { composers } = this.#context;
    // A pending comment may have been removed while it is edited.
    const isChanging = composers.inside(this.element).some(([, { kind }]) => kind === 'pending');
    if (this.thread.state === 'draft' && !isChanging) this.element.remove();
    else composers.moveInUse(this.element, (...boxes) => this.element.replaceWith(...boxes));
  }

  /** Opens the composer of a reply. */
  reply(): void {
    if (!this.#canReply) return this.#refuse();
    this.#unfold();
    this.#context.composers.open({ kind: 'reply', target: this.#target() }, this.#foot).focus();
    this.#showFoot();
  }

  /** Opens the composer that edits the user's last comment. */
  edit(comment = this.thread.comments.findLast(({ isYou, canEdit }) => isYou && canEdit)): void {
    if (!comment?.draft && !this.#canReply) return this.#refuse();
    if (!comment) return this.#refuseEdit();
    this.#unfold();
    const place = this.#body.querySelector<HTMLElement>(`[data-comment="${CSS.escape(comment.id)}"]`);
    if (!place) return;
    this.#openEdit(comment, place).focus();
  }

  /** Opens the composer of a comment, with its unsaved text. */
  #openEdit({ id, markdown, draft, change }: PageComment, place: HTMLElement): Composer {
    const isPending = draft === 'pending';
    place.classList.add('editing');
    const box = {
      kind: isPending ? ('pending' as const) : ('edit' as const),
      target: { ...this.#target(), ...(isPending ? { pending: id } : { edited: id }) },
      ...(change && { draft: change.draft }),
      ...{ text: change?.text ?? markdown, original: markdown },
    };
    return this.#context.composers.open(box, place);
  }

  /** Resolves or reopens the conversation, as part of the review if one has been started. */
  resolve(isPending = this.#context.composers.isReviewing): void {
    const { id, state } = this.thread;
    if (!this.#canReply) return this.#refuse();
    this.#isSettling = true;
    this.#context.post({ type: 'setResolved', conversation: id, isResolved: state === 'open', isPending });
  }

  /** Explains why the user cannot reply. A conversation that is not sent yet cannot be replied to. */
  #refuse(): void {
    const { composers } = this.#context;
    if (!composers.canComment) composers.refuse();
    else if (this.thread.state !== 'draft')
      composers.refuse(t('The service does not let you answer this conversation.'));
  }

  /** Explains that the user's own comments cannot be edited, if there are any. */
  #refuseEdit(): void {
    const hasOwn = this.thread.comments.some(({ isYou, draft }) => isYou && !draft);
    if (hasOwn) this.#context.composers.refuse(t('The service does not let you change this comment.'));
  }

  get #canReply(): boolean {
    return this.thread.canReply && this.#context.composers.canComment;
  }

  #target() {
    const { id, state, line, isLineBefore } = this.thread;
    const side = isLineBefore ? ('before' as const) : ('after' as const);
    const at = { page: this.#context.page, side, ...(line !== undefined && { line }) };
    return state === 'draft' ? at : { ...at, conversation: id };
  }

  #unfold(): void {
    if (this.#isUnfolded) return;
    this.#isUnfolded = true;
    this.show();
  }

  show(): void {
    const { state, label, comments, isEarlier } = this.thread;
    const { composers } = this.#context;
    const isPending = comments.every(({ draft }) => draft === 'pending');
    const count = countOf(comments);
    this.element.className = `thread ${state}${isPending ? ' pending' : ''}`;
    const by = comments[0]?.author ?? '';
    this.element.setAttribute(
      'aria-label',
      [t`Conversation of ${by}`, count, stateNames[state], label].filter(Boolean).join(', '),
    );
    const focused = this.#body.contains(document.activeElement) ? document.activeElement : undefined;
    const boxes = composers.inside(this.#body);
    const isFolded = state === 'resolved' && !this.#isUnfolded;
    const head =
      label && !isFolded && createElement('div', { class: 'label quiet' }, isEarlier && icon('history', 'warn'), label);
    this.#body.replaceChildren(
      ...[head, ...(isFolded ? [this.#folded(count)] : this.#comments())].flatMap(one => (one ? [one] : [])),
    );
    this.#foot.hidden = isFolded;
    this.#since.hidden = isFolded || !isEarlier;
    for (const [comment, composer] of boxes) {
      const place = this.#body.querySelector(`[data-comment="${CSS.escape(comment)}"]`);
      place?.classList.add('editing');
      (place ?? this.#body).append(composer.element);
    }
    if (focused instanceof HTMLElement) (focused.isConnected ? focused : this.element).focus({ preventScroll: true });
    for (const comment of comments) {
      if (comment.draft === 'unsent') this.#offer(comment);
      const place =
        comment.change && this.#body.querySelector<HTMLElement>(`[data-comment="${CSS.escape(comment.id)}"]`);
      if (place) this.#openEdit(comment, place);
    }
    // A draft whose composer is open in another place stays there.
    const isEmpty = comments.every(({ draft }) => draft === 'unsent') && composers.inside(this.element).length === 0;
    this.element.hidden = isEmpty;
    this.#showFoot();
  }

  /** Requests the changes since the conversation was started, if they are expanded. */
  askSince(): void {
    if (this.#since.open) this.#context.post({ type: 'since', conversation: this.thread.id });
  }

  /** Shows the changes of the block since the conversation was started. */
  showSince({ html, why = '', canCompare }: Extract<ToPage, { type: 'since' }>): void {
    const show = () => this.#context.post({ type: 'showSince', conversation: this.thread.id });
    const page = button(t('Compare the Page'), show, { class: 'link' });
    const content =
      html === undefined ? createElement('p', { class: 'quiet' }, why) : createFromHtml(html, { class: 'prose' });
    this.#since.replaceChildren(...[...this.#since.children].slice(0, 1), content, ...(canCompare ? [page] : []));
  }

  /** Opens a composer with an unsent draft. */
  #offer({ id: draft, markdown: text, edited }: PageComment): void {
    const { state } = this.thread;
    const place = this.#body.querySelector<HTMLElement>(`[data-comment="${CSS.escape(edited ?? draft)}"]`);
    const kind = edited !== undefined ? 'edit' : state === 'draft' ? 'comment' : 'reply';
    const target = { ...this.#target(), ...(edited !== undefined && { edited }) };
    this.#context.composers.open({ kind, draft, target, text }, place ?? this.#foot);
    place?.classList.add('editing');
  }

  #folded(count: string): HTMLElement {
    const { comments, label, excerpt } = this.thread;
    const line = createElement(
      'span',
      { class: 'cut' },
      createElement('b', {}, createElement('bdi', {}, comments[0]?.author ?? '')),
      ' ',
      createElement('bdi', {}, excerpt),
    );
    return button(
      [
        icon('good', 'good'),
        createElement('span', { class: 'two' }, line, secondaryText(`${label || t('Resolved')} · ${count}`)),
      ],
      () => {
        this.#unfold();
        this.element.focus();
      },
      { class: 'folding', 'aria-expanded': 'false' },
    );
  }

  #comments(): HTMLElement[] {
    const { comments } = this.thread;
    const all = comments.map(comment => this.#comment(comment));
    const hidden = this.#isUnfolded ? 0 : all.length - maxComments + 1;
    if (hidden <= 0) return all;
    const unfold = () => {
      this.#unfold();
      this.element.focus();
    };
    return [
      ...all.slice(0, 1),
      button(t`Show ${hidden} more`, unfold, { class: 'link fold' }),
      ...all.slice(hidden + 1),
    ];
  }

  #comment(comment: PageComment): HTMLElement {
    const { id, author, isYou, when, isNew, isEdited, html, draft } = comment;
    const isOnlyYou =
      draft === 'pending' &&
      createElement('div', { class: 'label' }, icon('pending'), t('In your review, only you see it'));
    const verdict = this.#context.verdictOn?.(id);
    const element = createElement(
      'article',
      { class: `comment${isNew ? ' new' : ''}${draft ? ` ${draft}` : ''}`, 'aria-label': t`Comment by ${author}` },
      isOnlyYou,
      createElement(
        'header',
        {},
        author === t('You') ? unnamedAvatar() : avatar(author),
        createElement('b', { class: 'cut', title: author, dir: 'auto' }, author),
        isYou && author !== t('You') && secondaryText(t('(you)')),
        verdict && createElement('span', { class: 'verdict' }, icon(verdict.tone, verdict.tone), verdict.verdict),
        timeElement(when),
        isEdited && secondaryText(t('edited')),
        isNew && createElement('span', { class: 'badge' }, t('New')),
        createElement('span', { class: 'tools' }, ...this.#tools(comment)),
      ),
      createFromHtml(html, { class: 'prose' }),
      ...this.#reactions(comment),
    );
    element.dataset['comment'] = id;
    return element;
  }

  #tools(comment: PageComment): HTMLElement[] {
    const { post } = this.#context;
    const hasReactions = comment.reactions.some(({ count }) => count > 0);
    const { canEdit, canDelete, isSuggestion, canApply, draft } = comment;
    const ids = { conversation: this.thread.id, comment: comment.id };
    const remove = () => post(draft ? { type: 'discard', draft: comment.id } : { type: 'remove', ...ids });
    return [
      !hasReactions && this.#canReact(comment) && this.#reacting(comment),
      isSuggestion && iconButton('copy', t('Copy the Suggestion'), () => post({ type: 'copy', ...ids })),
      canApply && button(t('Apply'), () => post({ type: 'apply', ...ids }), { class: 'secondary small' }),
      canEdit &&
        (draft || this.#canReply) &&
        iconButton('edit', draft ? t('Edit') : t('Edit the Comment'), () => this.edit(comment)),
      canDelete &&
        (draft ? iconButton('discard', t('Discard'), remove) : iconButton('trash', t('Delete the Comment…'), remove)),
    ].flatMap(one => (one ? [one] : []));
  }

  #canReact({ draft }: PageComment): boolean {
    return !draft && this.#canReply;
  }

  #react({ id: comment }: PageComment, emoji: string): void {
    this.#context.post({ type: 'react', conversation: this.thread.id, comment, emoji });
  }

  /** Renders the reactions with a button to add another one. If there are none, that button is among the tools. */
  #reactions(comment: PageComment): HTMLElement[] {
    const reactions = comment.reactions.filter(({ count }) => count > 0);
    if (comment.draft || reactions.length === 0) return [];
    const chips = reactions.map(reaction =>
      button([reaction.emoji, ' ', String(reaction.count)], () => this.#react(comment, reaction.emoji), {
        class: 'chip',
        'aria-pressed': String(reaction.isYours),
        title: reactorsOf(reaction),
        'aria-label': reactorsOf(reaction),
        disabled: !this.#canReply,
      }),
    );
    return [createElement('div', { class: 'reactions' }, ...chips, this.#canReact(comment) && this.#reacting(comment))];
  }

  #reacting(comment: PageComment): HTMLElement {
    const list = createElement('div', { class: 'menu emoji', popover: 'auto' });
    const offered = comment.reactions.filter(({ count }) => count === 0);
    list.append(
      ...offered.map(({ emoji }) =>
        button(emoji, () => {
          list.hidePopover();
          this.#react(comment, emoji);
        }),
      ),
    );
    const open = iconButton('smiley', t`React to the comment by ${comment.author}`, () => list.togglePopover());
    return createElement('span', { class: 'opener' }, open, list);
  }

  #showFoot(): void {
    const { state, comments } = this.thread;
    this.#foot.querySelector('.bottom')?.remove();
    if (state === 'draft' || !this.#canReply) return;
    const isSettling = comments.some(({ draft, markdown }) => draft === 'pending' && markdown === '');
    const settle = iconButton(
      state === 'open' ? 'check' : 'history',
      state === 'open' ? t('Resolve the Conversation') : t('Reopen the Conversation'),
      () => this.resolve(),
      {
        class: 'settle',
      },
    );
    const parts = [replyField(() => this.reply()), !isSettling && settle];
    this.#foot.append(createElement('div', { class: 'bottom' }, ...parts));
  }
}

/** Returns the numbers of comments in words, such as "2 comments, 1 pending". */
function countOf(comments: readonly PageComment[]): string {
  const unsent = comments.filter(({ draft }) => draft === 'unsent').length;
  const pending = comments.filter(({ draft }) => draft === 'pending').length;
  const posted = comments.length - unsent - pending;
  const parts = [
    posted > 0 && (posted === 1 ? t('1 comment') : t`${posted} comments`),
    pending > 0 && t`${pending} pending`,
    unsent > 0 && t`${unsent} not sent`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns who has reacted, as far as the server names them. */
function reactorsOf({ emoji, count, isYours, names }: PageComment['reactions'][number]): string {
  const unnamed = count - names.length - (isYours ? 1 : 0);
  const named = [...(isYours ? [t('You')] : []), ...names];
  const people = joinWithCommas([...named, ...(unnamed > 0 ? [peopleInWords(unnamed, named.length > 0)] : [])]);
  return t`${people} reacted with ${emoji}`;
}

function peopleInWords(count: number, areOthers: boolean): string {
  if (areOthers) return count === 1 ? t('1 other person') : t`${count} other people`;
  return count === 1 ? t('1 person') : t`${count} people`;
}
