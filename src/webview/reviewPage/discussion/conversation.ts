/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, redraw } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { Composers } from './composers.ts';
import type { FilterView } from './filter.ts';
import { renderCheck, timeElement } from '../head.ts';
import type { Action, FromPage, ReviewHead, TimelineEvent } from '../messages.ts';
import { ThreadList } from './threadList.ts';
import type { SummarizedVerdict, ThreadView } from './threadView.ts';

interface ConversationContext {
  post: (message: FromPage) => void;
  composers: Composers;
  filter: FilterView;
}

/** The number of conversations drawn at first, and added by "Show Earlier". */
const threadsPerPage = 50;

/** The maximum number of timeline events shown unfolded. */
const maxEvents = 9;

/** The conversations about the whole change request, with the timeline beside them. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly #context: ConversationContext;
  readonly threads: ThreadList;
  readonly #list = createElement('div', { class: 'threads' });
  readonly #begin: HTMLButtonElement;
  readonly #closed = createElement('p', { class: 'note' });
  readonly #timeline = createElement('section', { class: 'timeline', 'aria-label': t('Timeline') });
  readonly #more = button('', () => this.#showMore(), { class: 'secondary more' });
  readonly #count = createElement('span', { class: 'quiet' });
  readonly #events = new Map<string, readonly TimelineEvent[]>();
  #verdicts: ReadonlyMap<string, SummarizedVerdict> = new Map();
  #maxThreads = threadsPerPage;
  #isUnfolded = false;
  /** True if earlier conversations have not been loaded. */
  #hasMore = false;

  constructor(context: ConversationContext) {
    this.#context = context;
    this.threads = new ThreadList({ ...context, page: '', verdictOn: comment => this.#verdicts.get(comment) });
    this.#begin = button([icon('comment'), t('Comment on the Change Request')], () => this.comment(), {
      class: 'secondary',
    });
    const talk = createElement('div', { class: 'talk' }, this.#closed, this.#more, this.#list, this.#begin);
    const title = createElement(
      'div',
      { class: 'title' },
      createElement('h2', { tabindex: -1 }, t('Conversation')),
      this.#count,
      context.filter.element,
    );
    const parts = createElement('div', { class: 'parts' }, talk, this.#timeline);
    this.#more.hidden = true;
    this.element = createElement(
      'section',
      { id: 'conversation', class: 'section', 'aria-label': t('Conversation') },
      title,
      parts,
    );
  }

  /** Shows the number of conversations here and on pages. */
  showCount(all: number | undefined): void {
    const onChangeRequest = this.threads.threads.filter(({ state }) => state !== 'draft').length;
    const known = all === undefined || this.#hasMore ? undefined : all - onChangeRequest;
    const words =
      all === 0 ? t('Nothing is said yet') : t`${onChangeRequest} on the change request, ${known ?? ''} on pages`;
    this.#count.textContent = known === undefined ? '' : words;
  }

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
    const visible = this.threads.update(threads, taken => {
      // New conversations are at the end, so those already drawn stay drawn.
      const first = taken.findIndex(({ id }) => views.has(id));
      return taken.slice(-Math.max(this.#maxThreads, first < 0 ? 0 : taken.length - first));
    });
    visible.forEach(({ element }, index) => {
      const current = this.#list.children[index] ?? null;
      if (current !== element) this.#list.insertBefore(element, current);
    });
    const { remaining } = this.threads;
    this.#more.hidden = remaining === 0 && !hasMore;
    this.#more.textContent =
      remaining > 0
        ? t`Show ${Math.min(remaining, threadsPerPage)} Earlier of ${remaining}`
        : t('Show Earlier Conversations');
  }

  /** Applies the conversation filter. */
  filter(): void {
    this.threads.filter();
    this.#maxThreads = threadsPerPage;
    this.discuss();
  }

  /** Shows earlier conversations, and focuses the last of them, which is read next. */
  #showMore(): void {
    const first = this.#list.querySelector('.thread');
    this.#maxThreads = this.threads.views.size + threadsPerPage;
    this.#context.post({ type: 'more', id: '' });
    this.discuss();
    const before = first?.previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
  }

  /** Shows the events of one kind in the timeline, together with those of the other kind. */
  showEvents(kind: 'change' | 'talk', newEvents: readonly TimelineEvent[]): void {
    this.#events.set(kind, newEvents);
    const events = [...this.#events.values()].flat().toSorted((one, other) => one.at - other.at);
    // The first two and the last events are never folded.
    const hidden = this.#isUnfolded || events.length <= maxEvents ? 0 : events.length - maxEvents + 1;
    const rows = events.map(eventOf);
    const visibleRows =
      hidden > 0 ? [...rows.slice(0, 2), this.#foldedEvents(hidden), ...rows.slice(2 + hidden)] : rows;
    redraw(
      this.#timeline,
      createElement('h3', { class: 'caption', tabindex: -1 }, t('Timeline')),
      createElement('ol', {}, ...visibleRows),
    );
    this.#timeline.hidden = rows.length === 0;
  }

  #foldedEvents(count: number): HTMLElement {
    const unfold = () => {
      this.#isUnfolded = true;
      this.showEvents('change', this.#events.get('change') ?? []);
      this.#timeline.querySelector('h3')?.focus();
    };
    return createElement(
      'li',
      {},
      createElement('span'),
      button(t`Show ${count} more events`, unfold, { class: 'link' }),
    );
  }

  threadWith(element: Element | null): ThreadView | undefined {
    return this.threads.viewContaining(element);
  }

  /** Opens a composer for a comment on the whole change request, optionally with a quote. */
  comment(quote?: string): void {
    const { composers } = this.#context;
    if (!composers.canComment) return;
    const box = composers.open({ kind: 'comment', target: { page: '', side: 'after' } }, this.#list);
    if (quote === undefined) box.focus();
    else box.startWith(quote);
  }

  /** Shows the button to comment, or why the user cannot comment. */
  showRights(why: string): void {
    this.#begin.hidden = !this.#context.composers.canComment;
    this.#closed.textContent = why;
  }

  /** Moves composers in use out of an element that is removed from the page. */
  save(from: Element): void {
    const saved = this.#context.composers.moveInUse(from, (...boxes) => this.#list.append(...boxes));
    for (const box of saved)
      box.showStatus('failed', t('Its page is not listed any more. What you have written can be sent.'));
  }
}

function eventOf({ who, did, tone, when }: TimelineEvent): HTMLElement {
  const drawing = icon(tone === 'talk' ? 'comment' : tone, tone);
  return createElement(
    'li',
    {},
    drawing,
    createElement('span', {}, createElement('b', {}, who), ` ${did}`),
    timeElement(when),
  );
}

/** Renders the whole checklist, including passed checks. */
export function checksOf({ checks, isOver }: ReviewHead, run: (action: Action) => void): Node[] {
  const none = isOver ? t('Its review has ended.') : t('Nothing can be checked here.');
  const list = createElement('ul', { class: 'checks' }, ...checks.map(check => renderCheck(check, run)));
  return [
    createElement('h2', { tabindex: -1 }, t('Checks')),
    checks.length > 0 ? list : createElement('p', { class: 'quiet' }, none),
  ];
}
