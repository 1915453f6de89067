/// <reference lib="dom" />
import { make, spoken } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { ToSend } from '../messages.ts';

type Pending = ToSend['pending'];

/** What is held back, and how it is called. */
const kinds: Readonly<Record<Pending[number]['kind'], readonly [icon: string, one: string, many: string]>> = {
  comment: ['comment', 'comment', 'comments'],
  reply: ['quote', 'reply', 'replies'],
  edit: ['edit', 'edit', 'edits'],
  resolve: ['check', 'resolution', 'resolutions'],
  reopen: ['open', 'reopening', 'reopenings'],
};

/** What goes out when a review is finished, ticked as it goes. */
export class PendingList {
  readonly element: HTMLElement | undefined;
  readonly #pending: Pending;
  readonly #rows: readonly HTMLElement[];
  readonly #summary = make('summary');
  #sent = 0;
  /** How many were sent when it was tried last. */
  #sentBefore = 0;

  constructor(pending: Pending, titleOf: (page: string) => string | undefined) {
    this.#pending = pending;
    this.#rows = pending.map(({ kind, text, page, title: presentTitle = '' }) => {
      const [drawing, one] = kinds[kind];
      // The list of pages tells pages of the same title apart, but may have an older title, or not have the page.
      const listedTitle = (page === undefined ? undefined : titleOf(page)) ?? '';
      const title = listedTitle.startsWith(presentTitle) ? listedTitle : presentTitle;
      return make(
        'li',
        {},
        icon(drawing),
        make('span', { class: 'cut', title: text }, `${one}: `, make('bdi', {}, text)),
        make('span', { class: 'quiet cut', title }, title),
      );
    });
    if (pending.length === 0) return;
    this.#say(goingOut(pending));
    const rows = make('ol', {}, ...this.#rows);
    this.element = make('details', { class: 'pending', open: pending.length < 7 }, this.#summary, rows);
  }

  /** It is tried now, or once more. */
  begin(): void {
    this.#sentBefore = this.#sent;
  }

  /** Ticks what has been sent since then. */
  tick(sent: number): void {
    const ticked = this.#sent;
    this.#sent = this.#sentBefore + sent;
    for (const row of this.#rows.slice(ticked, this.#sent)) {
      row.classList.add('sent');
      row.append(spoken(', sent'));
      row.firstElementChild?.replaceWith(icon('good', 'good'));
    }
    if (this.#sent === 0) return;
    const unsent = this.#pending.slice(this.#sent);
    const were = `${this.#sent} of ${this.#pending.length} ${this.#sent === 1 ? 'is' : 'are'} sent`;
    this.#say(unsent.length > 0 ? `${were}; ${goingOut(unsent)}` : were);
  }

  #say(text: string): void {
    this.#summary.replaceChildren(icon('chevronRight', 'fold'), text);
  }
}

/** "2 comments and 1 reply will go out" */
function goingOut(pending: Pending): string {
  const counts = [...Map.groupBy(pending, ({ kind }) => kind)].map(([kind, { length }]) => {
    return `${length} ${kinds[kind][length === 1 ? 1 : 2]}`;
  });
  return `${listed(counts)} will go out`;
}

/** "a, b, and c" */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
