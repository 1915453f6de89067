/// <reference lib="dom" />
import { button, iconButton, make, quiet, rendered, spoken } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { replyField } from './composer.ts';
import { avatar, timeOf, unnamedAvatar } from '../head.ts';
import type { FromPage, Head, ShownComment, ShownThread, ToPage } from '../messages.ts';
import type { Composers } from './composers.ts';
import { listed } from './pendingList.ts';

export interface ThreadContext {
  /** The page that it is on; '' for the whole change request. */
  page: string;
  tell: (message: FromPage) => void;
  composers: Composers;
  /** Returns the verdict that a comment explains. */
  verdictOn?: (comment: string) => SummarizedVerdict | undefined;
}

export type SummarizedVerdict = NonNullable<Head['verdicts']>[number];

/** How many comments a conversation may have without some of them folded: the first, and the last ones. */
const mostShown = 4;

/** A conversation: what was said, and the boxes in which it is answered. What is typed outlives that it is another. */
export class ThreadView {
  readonly element = make('div', { class: 'thread', role: 'group', tabindex: -1 });
  thread: ShownThread;
  readonly #context: ThreadContext;
  readonly #body = make('div');
  readonly #foot = make('div', { class: 'foot' });
  /** What has changed since it was begun, once somebody wants to see that. */
  readonly #since = make('details', { class: 'since' });
  #renderedJson = '';
  /** Whether the comments in the middle, or all of one that is resolved, are shown: somebody has unfolded them. */
  #isUnfolded: boolean;

  constructor(thread: ShownThread, context: ThreadContext) {
    this.thread = thread;
    this.#context = context;
    this.#isUnfolded = thread.state !== 'resolved' && thread.comments.length <= mostShown;
    this.element.append(this.#body, this.#since, this.#foot);
    this.element.dataset['thread'] = thread.id;
    this.#since.append(
      make('summary', {}, icon('history'), 'What changed since'),
      make('p', { class: 'quiet' }, 'Reading…'),
    );
    this.#since.addEventListener('toggle', () => this.askSince());
    this.update(thread);
  }

  update(thread: ShownThread): void {
    const json = JSON.stringify(thread);
    if (json === this.#renderedJson) return;
    const isInUse = this.#context.composers.inside(this.element).some(([, composer]) => composer.isInUse);
    if (thread.state === 'resolved' && this.thread.state === 'open' && !isInUse) this.#isUnfolded = false;
    this.#renderedJson = json;
    this.thread = thread;
    this.show();
  }

  /** Takes it off the page. An answer that is being typed stays there: it can be sent as a comment. */
  remove(): void {
    if (this.thread.state === 'draft') this.element.remove();
    else this.#context.composers.save(this.element, (...boxes) => this.element.replaceWith(...boxes));
  }

  /** Opens the box for a reply. */
  reply(): void {
    if (!this.#mayReply) return this.#refuse();
    this.#unfold();
    this.#context.composers.open({ kind: 'reply', target: this.#target() }, this.#foot).focus();
    this.#showFoot();
  }

  /** Opens the box in which the user's last comment is changed. */
  edit(comment = this.thread.comments.findLast(({ isYou, mayEdit }) => isYou && mayEdit)): void {
    if (!comment?.draft && !this.#mayReply) return this.#refuse();
    if (!comment) return this.#refuseEdit();
    this.#unfold();
    const place = this.#body.querySelector<HTMLElement>(`[data-comment="${CSS.escape(comment.id)}"]`);
    if (!place) return;
    const isPending = comment.draft === 'pending';
    const box = {
      kind: isPending ? ('pending' as const) : ('edit' as const),
      target: { ...this.#target(), ...(!isPending && { edited: comment.id }) },
      text: comment.markdown,
      ...(isPending && { draft: comment.id }),
    };
    const composer = this.#context.composers.open(box, place);
    place.classList.add('editing');
    composer.focus();
  }

  /** Resolves or reopens it: with the review where one has begun. */
  resolve(isHeld = this.#context.composers.isReviewing): void {
    const { id, state } = this.thread;
    if (!this.#mayReply) return this.#refuse();
    this.#context.tell({ type: 'settle', conversation: id, isResolved: state === 'open', isHeld });
  }

  /** Says why it cannot be answered. One that is not sent yet has nothing to answer. */
  #refuse(): void {
    const { composers } = this.#context;
    if (!composers.mayComment) composers.refuse();
    else if (this.thread.state !== 'draft') composers.refuse('The service does not let you answer this conversation.');
  }

  /** Says that the user's own comments cannot be changed, where there are some. */
  #refuseEdit(): void {
    const hasOwn = this.thread.comments.some(({ isYou, draft }) => isYou && !draft);
    if (hasOwn) this.#context.composers.refuse('The service does not let you change this comment.');
  }

  get #mayReply(): boolean {
    return this.thread.mayReply && this.#context.composers.mayComment;
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
    const isPending = comments.every(({ draft }) => draft === 'pending');
    const count = `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`;
    this.element.className = `thread ${state}${isPending ? ' pending' : ''}`;
    const by = comments[0]?.author ?? '';
    this.element.setAttribute('aria-label', [`Conversation of ${by}`, count, state, label].filter(Boolean).join(', '));
    const focused = this.#body.contains(document.activeElement) ? document.activeElement : undefined;
    const boxes = this.#context.composers.inside(this.#body);
    const isFolded = state === 'resolved' && !this.#isUnfolded;
    const head =
      label && !isFolded && make('div', { class: 'label quiet' }, isEarlier && icon('history', 'warn'), label);
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
    for (const comment of comments) if (comment.draft === 'unsent') this.#offer(comment);
    this.#showFoot();
  }

  /** Asks what has changed since it was begun, where somebody wants to see that. */
  askSince(): void {
    if (this.#since.open) this.#context.tell({ type: 'since', conversation: this.thread.id });
  }

  /** Shows what has changed of its block since it was begun. */
  showSince({ html, why = '', mayCompare }: Extract<ToPage, { type: 'since' }>): void {
    const show = () => this.#context.tell({ type: 'showSince', conversation: this.thread.id });
    const page = button('Compare the Page', show, { class: 'link' });
    const content = html === undefined ? make('p', { class: 'quiet' }, why) : rendered(html, { class: 'prose' });
    this.#since.replaceChildren(...[...this.#since.children].slice(0, 1), content, ...(mayCompare ? [page] : []));
  }

  /** Puts a text that was not sent into a box again. */
  #offer({ id: draft, markdown: text, edited }: ShownComment): void {
    const { state } = this.thread;
    const place = this.#body.querySelector<HTMLElement>(`[data-comment="${CSS.escape(edited ?? draft)}"]`);
    const kind = edited !== undefined ? 'edit' : state === 'draft' ? 'comment' : 'reply';
    const target = { ...this.#target(), ...(edited !== undefined && { edited }) };
    this.#context.composers.open({ kind, draft, target, text }, place ?? this.#foot);
    place?.classList.add('editing');
  }

  #folded(count: string): HTMLElement {
    const { comments, label, excerpt } = this.thread;
    const line = make(
      'span',
      { class: 'cut' },
      make('b', {}, make('bdi', {}, comments[0]?.author ?? '')),
      ' ',
      make('bdi', {}, excerpt),
    );
    return button(
      [icon('good', 'good'), make('span', { class: 'two' }, line, quiet(`${label || 'Resolved'} · ${count}`))],
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
    const hidden = this.#isUnfolded ? 0 : all.length - mostShown + 1;
    if (hidden <= 0) return all;
    const unfold = () => {
      this.#unfold();
      this.element.focus();
    };
    return [
      ...all.slice(0, 1),
      button(`Show ${hidden} more`, unfold, { class: 'link fold' }),
      ...all.slice(hidden + 1),
    ];
  }

  #comment(comment: ShownComment): HTMLElement {
    const { id, author, isYou, when, isNew, isEdited, html, draft } = comment;
    const isOnlyYou =
      draft === 'pending' && make('div', { class: 'label' }, icon('pending'), 'In your review, only you see it');
    const verdict = this.#context.verdictOn?.(id);
    const element = make(
      'article',
      { class: `comment${isNew ? ' new' : ''}${draft ? ` ${draft}` : ''}`, 'aria-label': `Comment by ${author}` },
      isOnlyYou,
      make(
        'header',
        {},
        author === 'You' ? unnamedAvatar() : avatar(author),
        make('b', { class: 'cut', title: author, dir: 'auto' }, author),
        isYou && author !== 'You' && quiet('(you)'),
        verdict && make('span', { class: 'verdict' }, icon(verdict.tone, verdict.tone), verdict.verdict),
        timeOf(when),
        isEdited && quiet('edited'),
        isNew && make('span', { class: 'badge' }, 'New'),
        make('span', { class: 'tools' }, ...this.#tools(comment)),
      ),
      rendered(html, { class: 'prose' }),
      ...this.#reactions(comment),
    );
    element.dataset['comment'] = id;
    return element;
  }

  #tools(comment: ShownComment): HTMLElement[] {
    const { tell } = this.#context;
    const hasReactions = comment.reactions.some(({ count }) => count > 0);
    const { mayEdit, mayDelete, isSuggestion, mayApply, draft } = comment;
    const ids = { conversation: this.thread.id, comment: comment.id };
    const remove = () => tell(draft ? { type: 'discard', draft: comment.id } : { type: 'remove', ...ids });
    return [
      !hasReactions && this.#mayReact(comment) && this.#reacting(comment),
      isSuggestion && iconButton('copy', 'Copy the Suggestion', () => tell({ type: 'copy', ...ids })),
      mayApply && button('Apply', () => tell({ type: 'apply', ...ids }), { class: 'secondary small' }),
      mayEdit &&
        (draft || this.#mayReply) &&
        iconButton('edit', draft ? 'Edit' : 'Edit the Comment', () => this.edit(comment)),
      mayDelete &&
        (draft ? iconButton('discard', 'Discard', remove) : iconButton('trash', 'Delete the Comment…', remove)),
    ].flatMap(one => (one ? [one] : []));
  }

  #mayReact({ draft }: ShownComment): boolean {
    return !draft && this.#mayReply;
  }

  #react({ id: comment }: ShownComment, emoji: string): void {
    this.#context.tell({ type: 'react', conversation: this.thread.id, comment, emoji });
  }

  /** The reactions that there are, with the way to others; where there is none, that is one of the tools. */
  #reactions(comment: ShownComment): HTMLElement[] {
    const reactions = comment.reactions.filter(({ count }) => count > 0);
    if (comment.draft || reactions.length === 0) return [];
    const chips = reactions.map(reaction =>
      button(
        [reaction.emoji, ' ', spoken(`${reaction.emoji}, `), String(reaction.count)],
        () => this.#react(comment, reaction.emoji),
        {
          class: 'chip',
          'aria-pressed': String(reaction.isYours),
          title: reactorsOf(reaction),
          disabled: !this.#mayReply,
        },
      ),
    );
    return [make('div', { class: 'reactions' }, ...chips, this.#mayReact(comment) && this.#reacting(comment))];
  }

  #reacting(comment: ShownComment): HTMLElement {
    const list = make('div', { class: 'menu emoji', popover: 'auto' });
    const offered = comment.reactions.filter(({ count }) => count === 0);
    list.append(
      ...offered.map(({ emoji }) =>
        button(emoji, () => {
          list.hidePopover();
          this.#react(comment, emoji);
        }),
      ),
    );
    const open = iconButton('smiley', `React to the comment by ${comment.author}`, () => list.togglePopover());
    return make('span', { class: 'opener' }, open, list);
  }

  #showFoot(): void {
    const { state, comments } = this.thread;
    this.#foot.querySelector('.bottom')?.remove();
    if (state === 'draft' || !this.#mayReply) return;
    const isSettling = comments.some(({ draft, markdown }) => draft === 'pending' && markdown === '');
    const what = state === 'open' ? 'Resolve' : 'Reopen';
    const settle = iconButton(
      state === 'open' ? 'check' : 'history',
      `${what} the Conversation`,
      () => this.resolve(),
      {
        class: 'settle',
      },
    );
    const parts = [replyField(() => this.reply()), !isSettling && settle];
    this.#foot.append(make('div', { class: 'bottom' }, ...parts));
  }
}

/** Names who has reacted: all of them where the server tells their names. */
function reactorsOf({ emoji, count, isYours, names }: ShownComment['reactions'][number]): string {
  const unnamed = count - names.length - (isYours ? 1 : 0);
  const named = [...(isYours ? ['You'] : []), ...names];
  const people = unnamed === 1 ? 'person' : 'people';
  const others = unnamed > 0 ? [`${unnamed} ${named.length > 0 ? 'other ' : ''}${people}`] : [];
  return `${listed([...named, ...others])} reacted with ${emoji}`;
}
