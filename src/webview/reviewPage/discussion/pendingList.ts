/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { formatList } from '../../../api/lists.ts';
import { createElement, secondaryText, screenReaderText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { describeUnplaced, type PendingReview } from '../messages.ts';

type Pending = PendingReview['pending'];

type Kind = Pending[number]['kind'];

/** The icon of each kind of pending comment, its name, and a number of them in words. */
const kinds: Readonly<Record<Kind, { drawing: string; name: string; inWords: (count: number) => string }>> = {
  comment: {
    drawing: 'comment',
    name: t('comment'),
    inWords: count => (count === 1 ? t('1 comment') : t`${count} comments`),
  },
  reply: {
    drawing: 'quote',
    name: t('reply'),
    inWords: count => (count === 1 ? t('1 reply') : t`${count} replies`),
  },
  edit: {
    drawing: 'edit',
    name: t({ message: 'edit', comment: ['pending change of a comment'] }),
    inWords: count => (count === 1 ? t('1 edit') : t`${count} edits`),
  },
  unplaced: {
    drawing: 'warn',
    name: t('conversation deleted'),
    inWords: count => (count === 1 ? t('1 conversation deleted') : t`${count} conversations deleted`),
  },
  resolve: {
    drawing: 'check',
    name: t('resolution'),
    inWords: count => (count === 1 ? t('1 resolution') : t`${count} resolutions`),
  },
  reopen: {
    drawing: 'open',
    name: t('reopening'),
    inWords: count => (count === 1 ? t('1 reopening') : t`${count} reopenings`),
  },
};

/** The pending comments in the *Finish Review* dialog, ticked while they are sent. */
export class PendingList {
  readonly element: HTMLElement | undefined;
  readonly #pending: Pending;
  readonly #rows: readonly HTMLElement[];
  readonly #summary = createElement('summary');
  #sent = 0;
  /** The number of comments sent before the current attempt. */
  #sentBefore = 0;

  constructor(pending: Pending, titleOf: (page: string) => string | undefined) {
    this.#pending = pending;
    this.#rows = pending.map(({ kind, text, page, title: presentTitle = '', isChanging }) => {
      const { drawing, name } = kinds[kind];
      // The list of pages distinguishes equal titles, but its title may be older, and the page may not be in it.
      const listedTitle = (page === undefined ? undefined : titleOf(page)) ?? '';
      const title = listedTitle.startsWith(presentTitle) ? listedTitle : presentTitle;
      return createElement(
        'li',
        {},
        icon(drawing),
        createElement('span', { class: 'cut', title: text }, `${name}: `, createElement('bdi', {}, text)),
        isChanging && secondaryText(t('being changed')),
        createElement('span', { class: 'quiet cut', title }, title),
      );
    });
    if (pending.length === 0) return;
    this.#say(goingOut(pending));
    const rows = createElement('ol', {}, ...this.#rows);
    this.element = createElement('details', { class: 'pending', open: pending.length < 7 }, this.#summary, rows);
  }

  /** Starts an attempt to send. */
  begin(): void {
    this.#sentBefore = this.#sent;
  }

  /** Ticks the comments sent in this attempt. */
  showSentCount(sent: number): void {
    const ticked = this.#sent;
    this.#sent = this.#sentBefore + sent;
    for (const row of this.#rows.slice(ticked, this.#sent)) {
      row.classList.add('sent');
      row.append(screenReaderText(`, ${t('sent')}`));
      row.firstElementChild?.replaceWith(icon('good', 'good'));
    }
    if (this.#sent === 0) return;
    const unsent = this.#pending.slice(this.#sent);
    const { length } = this.#pending;
    const were = this.#sent === 1 ? t`1 of ${length} is sent` : t`${this.#sent} of ${length} are sent`;
    this.#say(unsent.length > 0 ? `${were}; ${goingOut(unsent)}` : were);
  }

  #say(text: string): void {
    this.#summary.replaceChildren(icon('chevronRight', 'fold'), text);
  }
}

/**
 * Returns a summary such as "2 comments and 1 reply will go out. The conversation of 1 was deleted: you are asked where
 * it should go".
 */
function goingOut(pending: Pending): string {
  const placed = pending.filter(({ kind }) => kind !== 'unplaced');
  const groups = [...Map.groupBy(placed, ({ kind }) => kind)];
  const counts = groups.map(([kind, { length }]) => kinds[kind].inWords(length));
  const goes = placed.length > 0 ? t`${joinWithCommas(counts)} will go out` : '';
  return [goes, describeUnplaced(pending.length - placed.length)].filter(Boolean).join('. ');
}

/** Returns a list in words, such as "a, b, and c". */
export function joinWithCommas(words: readonly string[]): string {
  return formatList(words);
}
