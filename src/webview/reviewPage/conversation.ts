/// <reference lib="dom" />
import { button, make } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Composers } from './composers.ts';
import { checkOf, timeOf } from './head.ts';
import type { Action, FromPage, Head, ShownThread } from './messages.ts';
import { ThreadView } from './threadView.ts';

interface Around {
  tell: (message: FromPage) => void;
  composers: Composers;
}

/** How many conversations are drawn at once. */
const atOnce = 50;

/** What was said on the whole change request, and beside it what has become of it. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly #around: Around;
  readonly #threads = new Map<string, ThreadView>();
  readonly #list = make('div', { class: 'threads' });
  readonly #begin: HTMLButtonElement;
  readonly #timeline = make('section', { class: 'timeline', 'aria-label': 'Timeline' });
  readonly #more = button('', () => this.#showMore(), { class: 'secondary more' });
  #said: readonly ShownThread[] = [];
  #most = atOnce;

  constructor(around: Around) {
    this.#around = around;
    this.#begin = button([icon('comment'), 'Comment on the Change Request'], () => this.comment(), {
      class: 'secondary',
    });
    const talk = make('div', { class: 'talk' }, this.#more, this.#list, this.#begin);
    const title = make('h2', { tabindex: -1 }, 'Conversation');
    const parts = make('div', { class: 'parts' }, talk, this.#timeline);
    this.#more.hidden = true;
    this.element = make(
      'section',
      { id: 'conversation', class: 'section', 'aria-label': 'Conversation' },
      title,
      parts,
    );
  }

  get open(): number {
    return this.#said.filter(({ state }) => state === 'open').length;
  }

  discuss(threads: readonly ShownThread[]): void {
    this.#said = threads;
    // What is drawn stays, and what is added comes last.
    const first = threads.findIndex(({ id }) => this.#threads.has(id));
    const drawn = first < 0 ? 0 : threads.length - first;
    const shown = threads.slice(-Math.max(this.#most, drawn));
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, thread] of this.#threads) {
      if (ids.has(id)) continue;
      thread.remove();
      this.#threads.delete(id);
    }
    for (const thread of shown) {
      const known = this.#threads.get(thread.id);
      if (known) known.update(thread);
      else this.#add(thread);
    }
    shown.forEach(({ id }, index) => {
      const element = this.#threads.get(id)?.element;
      const there = this.#list.children[index] ?? null;
      if (element && there !== element) this.#list.insertBefore(element, there);
    });
    const left = threads.length - shown.length;
    this.#more.hidden = left === 0;
    this.#more.textContent = `Show ${Math.min(left, atOnce)} earlier of ${left}`;
  }

  /** Draws those before what is drawn; the focus goes to the last of them, which is read next. */
  #showMore(): void {
    const first = this.#list.querySelector('.thread');
    this.#most = this.#threads.size + atOnce;
    this.#around.tell({ type: 'more', id: '' });
    this.discuss(this.#said);
    const before = first?.previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
  }

  tell({ events }: Head): void {
    const rows = events.map(({ who, did, tone, when }) =>
      make('li', {}, icon(tone, tone), make('span', {}, make('b', {}, who), ` ${did}`), timeOf(when)),
    );
    this.#timeline.replaceChildren(make('h3', { class: 'caption' }, 'Timeline'), make('ol', {}, ...rows));
    this.#timeline.hidden = rows.length === 0;
  }

  threadWith(element: Element | null): ThreadView | undefined {
    return this.#threads.get(element?.closest<HTMLElement>('.thread')?.dataset['thread'] ?? '');
  }

  /** Opens a box for a comment on the whole change request. */
  comment(): void {
    const { composers } = this.#around;
    if (composers.mayComment)
      composers.open({ kind: 'comment', about: { page: '', side: 'after' } }, this.#list).focus();
  }

  showRights(): void {
    this.#begin.hidden = !this.#around.composers.mayComment;
  }

  /** Takes in what is typed in an element that leaves the page. */
  save(from: Element): void {
    const saved = this.#around.composers.save(from, (...boxes) => this.#list.append(...boxes));
    for (const box of saved) box.say('failed', 'Its page is not listed any more. What you have written can be sent.');
  }

  #add(thread: ShownThread): void {
    const view = new ThreadView(thread, { ...this.#around, page: '' });
    this.#threads.set(thread.id, view);
  }
}

/** The whole checklist, with what is fine. */
export function checksOf({ checks, isOver }: Head, run: (action: Action) => void): Node[] {
  const none = isOver ? 'Its review has ended.' : 'Nothing can be checked here.';
  const list = make('ul', { class: 'checks' }, ...checks.map(check => checkOf(check, run)));
  return [make('h2', { tabindex: -1 }, 'Checks'), checks.length > 0 ? list : make('p', { class: 'quiet' }, none)];
}
