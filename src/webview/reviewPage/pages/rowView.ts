/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, secondaryText, createFromHtml } from '../../dom.ts';
import { recentChangeMark } from '../recentChangeMark.ts';
import type { LayoutMode, ComparisonRow } from '../messages.ts';
import { synchronizeFolds, unfoldAll } from './folds.ts';
import { scrollTogether, type TablePair, tablePairsIn } from './tablePairs.ts';

interface RowContext {
  mode: LayoutMode;
  /** True if unchanged blocks are shown as well, so that nothing is folded. */
  isWhole?: boolean;
  /** Undefined if the user may not comment. */
  comment: ((side: 'before' | 'after') => void) | undefined;
  source: () => void;
  /** Undefined if the page has no earlier version. */
  revert?: (() => void) | undefined;
}

const signs: ReadonlyMap<string, string> = new Map([
  ['changed', '~'],
  ['added', '+'],
  ['removed', '−'],
  ['moved', '↑'],
  ['moved-away', '↓'],
]);

/** A block before and after, with its conversations beside it. */
export interface RowView {
  readonly element: HTMLElement;
  /** The element that contains the conversations and composers of the block. */
  readonly beside: HTMLElement;
  readonly row: ComparisonRow;
  /** The tables that the block has on both sides. */
  readonly tables: readonly TablePair[];
}

export function rowView(row: ComparisonRow, context: RowContext): RowView {
  const { kind, label, before, after, notes, line, lineBefore, recentChange } = row;
  const isSplit = context.mode === 'split';
  const side = (html: string | undefined, name: 'before' | 'after') => {
    if (html === undefined) return createElement('div', { class: `side ${name} nothing`, 'aria-hidden': 'true' });
    const isStop = name === 'after' || after === undefined;
    const sign = createElement('span', { class: 'sign', 'aria-hidden': 'true' }, signs.get(kind) ?? '');
    const what = kind === 'same' || isStop ? label : t`${label}, as it was`;
    const words = isStop && recentChange ? `${what}. ${recentChange}` : what;
    const attributes = { class: `side ${name}`, role: 'group', 'aria-label': words, tabindex: isStop && 0 };
    const prose = createFromHtml(html, { class: 'prose' });
    const cell = createElement('div', attributes, sign, prose);
    if (context.mode === 'after' && name === 'before') {
      const unfold = () => {
        line.replaceWith(prose);
        cell.focus();
      };
      const line = createElement(
        'p',
        { class: 'gone' },
        secondaryText(label),
        ' ',
        button(t('Show'), unfold, { class: 'link' }),
      );
      prose.replaceWith(line);
    }
    if (isStop && recentChange) cell.append(recentChangeMark(recentChange));
    if (isStop && notes) cell.append(createFromHtml(notes, { class: 'noted' }));
    const { comment, revert } = context;
    const isOld = name === 'before' && lineBefore !== undefined;
    const canComment = comment && (isStop || isOld) && (name === 'after' ? line !== undefined : isOld);
    const tools = [
      canComment && iconButton('comment', t('Comment on This Block'), () => comment(name), { class: 'begin' }),
      isStop && revert && kind !== 'same' && iconButton('discard', t('Revert This Block'), revert, { class: 'revert' }),
      isStop &&
        line !== undefined &&
        iconButton('source', t('Show in the Source'), context.source, { class: 'source' }),
    ].flatMap(tool => (tool ? [tool] : []));
    if (tools.length > 0) cell.append(createElement('span', { class: 'tools' }, ...tools));
    return cell;
  };
  const sides = isSplit || after === undefined ? [side(before, 'before')] : [];
  if (isSplit || after !== undefined) sides.push(side(after, 'after'));
  const beside = createElement('div', { class: 'beside' });
  const element = createElement(
    'div',
    { class: `row ${kind}${kind === 'same' ? '' : ' change'}${recentChange ? ' changed-since' : ''}` },
    ...sides,
    beside,
  );
  if (context.isWhole) unfoldAll(element);
  else synchronizeFolds(element);
  if (isSplit) scrollTogether(element);
  return { element, beside, row, tables: isSplit ? tablePairsIn(element) : [] };
}

/** Returns the rows, with changes that do not alter the rendered text shown as changes or as unchanged. */
export function filterSpellingRows(rows: readonly ComparisonRow[], isShown: boolean): ComparisonRow[] {
  return rows.map(row => (row.kind === 'spelling' ? { ...row, kind: isShown ? 'changed' : 'same' } : row));
}

/** Counts the changes that do not alter the rendered text. */
export function spellingsIn(rows: readonly ComparisonRow[]): number {
  return rows.reduce((sum, { spellings = 0 }) => sum + spellings, 0);
}

/** Sets whether a block has conversations. A button then leads to them, because the margin may have moved them away. */
export function setDiscussed({ element, beside }: RowView, isDiscussed: boolean): void {
  if (element.classList.contains('discussed') === isDiscussed) return;
  element.classList.toggle('discussed', isDiscussed);
  if (!isDiscussed) return element.querySelector('.talk')?.remove();
  const go = () => beside.querySelector<HTMLElement>('.thread, textarea')?.focus();
  element
    .querySelector('.side[tabindex]')
    ?.append(iconButton('comment', t('Go to the Conversation'), go, { class: 'talk' }));
}

/** Returns the index of the row at a source line; -1 for the whole page. */
export function rowAt(rows: readonly ComparisonRow[], line: number | undefined): number {
  if (line === undefined) return -1;
  return rows.findLastIndex(row => row.line !== undefined && row.line <= line && row.kind !== 'removed');
}

/**
 * Returns a function that tells whether a row is shown: changed rows, rows with conversations, and one row around
 * these. A single row between two shown ones is not folded.
 */
export function visibleRows(
  rows: readonly ComparisonRow[],
  isWhole: boolean,
  discussed: ReadonlySet<number>,
): (index: number) => boolean {
  const isMatch = (index: number) =>
    discussed.has(index) || (rows[index]?.kind ?? 'same') !== 'same' || rows[index]?.recentChange;
  const isNear = (index: number) => [index - 1, index, index + 1].some(isMatch);
  const isBetween = (index: number) =>
    rows.length > 1 && [index - 1, index + 1].every(one => !rows[one] || isNear(one));
  return index => index >= 0 && (isWhole || isNear(index) || isBetween(index));
}

/** Summarizes the changes on a page: "12 edited, 1 added". */
export function countsOf(rows: readonly ComparisonRow[]): string {
  const count = (kind: string) => rows.filter(row => row.kind === kind).length;
  const [edited, added, removed, moved] = ['changed', 'added', 'removed', 'moved'].map(count);
  return [
    edited && (edited === 1 ? t('1 edited') : t`${edited} edited`),
    added && (added === 1 ? t('1 added') : t`${added} added`),
    removed && (removed === 1 ? t('1 removed') : t`${removed} removed`),
    moved && (moved === 1 ? t('1 moved') : t`${moved} moved`),
  ]
    .filter(Boolean)
    .join(', ');
}
