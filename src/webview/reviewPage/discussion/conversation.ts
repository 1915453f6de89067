/// <reference lib="dom" />
import { button, make, redraw } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { Composers } from './composers.ts';
import type { Filter } from './filter.ts';
import { checkOf, timeOf } from '../head.ts';
import type { Action, FromPage, Head, ShownEvent } from '../messages.ts';
import { ThreadList } from './threadList.ts';
import type { SummarizedVerdict, ThreadView } from './threadView.ts';

interface ConversationContext {
  tell: (message: FromPage) => void;
  composers: Composers;
  filter: Filter;
}

/** How many conversations are drawn at once. */
const atOnce = 50;

/** How long a timeline may be without some of it folded. */
const mostEvents = 9;

/** What was said on the whole change request, and beside it what has become of it. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly #context: ConversationContext;
  readonly threads: ThreadList;
  readonly #list = make('div', { class: 'threads' });
  readonly #begin: HTMLButtonElement;
  readonly #closed = make('p', { class: 'note' });
  readonly #timeline = make('section', { class: 'timeline', 'aria-label': 'Timeline' });
  readonly #more = button('', () => this.#showMore(), { class: 'secondary more' });
  readonly #count = make('span', { class: 'quiet' });
  readonly #events = new Map<string, readonly ShownEvent[]>();
  #verdicts: ReadonlyMap<string, SummarizedVerdict> = new Map();
  #most = atOnce;
  /** Whether all of the timeline is shown. */
  #isUnfolded = false;
  /** Whether earlier ones have not been read. */
  #hasMore = false;

  constructor(context: ConversationContext) {
    this.#context = context;
    this.threads = new ThreadList({ ...context, page: '', verdictOn: comment => this.#verdicts.get(comment) });
    this.#begin = button([icon('comment'), 'Comment on the Change Request'], () => this.comment(), {
      class: 'secondary',
    });
    const talk = make('div', { class: 'talk' }, this.#closed, this.#more, this.#list, this.#begin);
    const title = make(
      'div',
      { class: 'title' },
      make('h2', { tabindex: -1 }, 'Conversation'),
      this.#count,
      context.filter.element,
    );
    const parts = make('div', { class: 'parts' }, talk, this.#timeline);
    this.#more.hidden = true;
    this.element = make(
      'section',
      { id: 'conversation', class: 'section', 'aria-label': 'Conversation' },
      title,
      parts,
    );
  }

  /** Says how many conversations there are here, and on pages. */
  showCount(all: number | undefined): void {
    const onChangeRequest = this.threads.threads.filter(({ state }) => state !== 'draft').length;
    const known = all === undefined || this.#hasMore ? undefined : all - onChangeRequest;
    const words = all === 0 ? 'Nothing is said yet' : `${onChangeRequest} on the change request, ${known} on pages`;
    this.#count.textContent = known === undefined ? '' : words;
  }

  /** Shows verdicts beside the comments that explain them. */
  showVerdicts(verdicts: readonly SummarizedVerdict[]): void {
    if (JSON.stringify(verdicts) === JSON.stringify([...this.#verdicts.values()])) return;
    this.#verdicts = new Map(verdicts.map(verdict => [verdict.comment, verdict]));
    for (const view of this.threads.views.values()) view.show();
  }

  get open(): number {
    return this.threads.threads.filter(({ state }) => state === 'open').length;
  }

  discuss(threads = this.threads.threads, hasMore = this.#hasMore): void {
    this.#hasMore = hasMore;
    const { views } = this.threads;
    const visible = this.threads.take(threads, taken => {
      // What is added comes last.
      const first = taken.findIndex(({ id }) => views.has(id));
      return taken.slice(-Math.max(this.#most, first < 0 ? 0 : taken.length - first));
    });
    visible.forEach(({ element }, index) => {
      const current = this.#list.children[index] ?? null;
      if (current !== element) this.#list.insertBefore(element, current);
    });
    const { remaining } = this.threads;
    this.#more.hidden = remaining === 0 && !hasMore;
    this.#more.textContent =
      remaining > 0 ? `Show ${Math.min(remaining, atOnce)} Earlier of ${remaining}` : 'Show Earlier Conversations';
  }

  /** Shows the conversations that the filter takes now. */
  filter(): void {
    this.threads.filter();
    this.#most = atOnce;
    this.discuss();
  }

  /** Draws those before what is drawn; the focus goes to the last of them, which is read next. */
  #showMore(): void {
    const first = this.#list.querySelector('.thread');
    this.#most = this.threads.views.size + atOnce;
    this.#context.tell({ type: 'more', id: '' });
    this.discuss();
    const before = first?.previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
  }

  /** Shows the events of one kind in the timeline, together with those of the other kind. */
  tell(kind: 'change' | 'talk', newEvents: readonly ShownEvent[]): void {
    this.#events.set(kind, newEvents);
    const events = [...this.#events.values()].flat().toSorted((one, other) => one.at - other.at);
    // What is folded is neither how it began nor what came last.
    const hidden = this.#isUnfolded || events.length <= mostEvents ? 0 : events.length - mostEvents + 1;
    const rows = events.map(eventOf);
    const visibleRows =
      hidden > 0 ? [...rows.slice(0, 2), this.#foldedEvents(hidden), ...rows.slice(2 + hidden)] : rows;
    redraw(this.#timeline, make('h3', { class: 'caption', tabindex: -1 }, 'Timeline'), make('ol', {}, ...visibleRows));
    this.#timeline.hidden = rows.length === 0;
  }

  #foldedEvents(count: number): HTMLElement {
    const unfold = () => {
      this.#isUnfolded = true;
      this.tell('change', this.#events.get('change') ?? []);
      this.#timeline.querySelector('h3')?.focus();
    };
    return make('li', {}, make('span'), button(`Show ${count} more events`, unfold, { class: 'link' }));
  }

  threadWith(element: Element | null): ThreadView | undefined {
    return this.threads.at(element);
  }

  /** Opens a box for a comment on the whole change request, with words that say what it is about. */
  comment(quote?: string): void {
    const { composers } = this.#context;
    if (!composers.mayComment) return;
    const box = composers.open({ kind: 'comment', target: { page: '', side: 'after' } }, this.#list);
    if (quote === undefined) box.focus();
    else box.begin(quote);
  }

  /** Offers to comment, or says why that cannot be done. */
  showRights(why: string): void {
    this.#begin.hidden = !this.#context.composers.mayComment;
    this.#closed.textContent = why;
  }

  /** Takes in what is typed in an element that leaves the page. */
  save(from: Element): void {
    const saved = this.#context.composers.save(from, (...boxes) => this.#list.append(...boxes));
    for (const box of saved) box.say('failed', 'Its page is not listed any more. What you have written can be sent.');
  }
}

function eventOf({ who, did, tone, when }: ShownEvent): HTMLElement {
  const drawing = icon(tone === 'talk' ? 'comment' : tone, tone);
  return make('li', {}, drawing, make('span', {}, make('b', {}, who), ` ${did}`), timeOf(when));
}

/** The whole checklist, with what is fine. */
export function checksOf({ checks, isOver }: Head, run: (action: Action) => void): Node[] {
  const none = isOver ? 'Its review has ended.' : 'Nothing can be checked here.';
  const list = make('ul', { class: 'checks' }, ...checks.map(check => checkOf(check, run)));
  return [make('h2', { tabindex: -1 }, 'Checks'), checks.length > 0 ? list : make('p', { class: 'quiet' }, none)];
}
