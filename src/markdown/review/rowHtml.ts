import { t } from '@vscode/l10n';
import type { Resumable } from '../resumable.ts';
import { classes, element, type Html, escapeVisibly, escapeSourceVisibly } from './element.ts';
import type { BlocksHtml, SideView } from './blocksHtml.ts';
import type { Note } from './notes.ts';
import type { ComparedRow } from './rows.ts';
import { visibleBlanks } from './sourceNotes.ts';
import { describeMove } from './describeMove.ts';
import { isOnSide } from './view.ts';
import type { RenderContext } from './wordsHtml.ts';

/** The layout of a page: both versions side by side, both in one text, or only the new one. */
export type ComparisonLayout = 'split' | 'one' | 'after';

/** The HTML of a row, by side; a side is undefined if the row is not on it. */
export interface RowHtml {
  before?: Html;
  after?: Html;
  /** The notes below the row, on changes that words cannot show. */
  notes: Html;
}

export function* rowsHtml(
  blocks: BlocksHtml,
  rows: readonly ComparedRow[],
  mode: ComparisonLayout,
): Resumable<RowHtml[]> {
  const html: RowHtml[] = [];
  for (const row of rows) {
    yield;
    html.push(yield* rowHtml(blocks, row, mode));
  }
  return html;
}

export function* rowHtml(blocks: BlocksHtml, row: ComparedRow, mode: ComparisonLayout): Resumable<RowHtml> {
  const notes = row.kind === 'moved-away' ? '' : notesHtml(row.notes, blocks.context);
  if (mode === 'one') return { after: yield* sideHtml(blocks, row, { side: 'both' }), notes };
  const isBeside = mode === 'split' && isOnSide(row.change, 'before') && isOnSide(row.change, 'after');
  const after = isOnSide(row.change, 'after')
    ? { after: yield* sideHtml(blocks, row, { side: 'after', isBeside }) }
    : {};
  // A removed row is folded in this mode, so it still needs its old side.
  if (mode === 'after' && isOnSide(row.change, 'after')) return { ...after, notes };
  const before = isOnSide(row.change, 'before')
    ? { before: yield* sideHtml(blocks, row, { side: 'before', isBeside }) }
    : {};
  return { ...before, ...after, notes };
}

function* sideHtml(blocks: BlocksHtml, { change, items = {} }: ComparedRow, view: SideView): Resumable<Html> {
  const item = view.side === 'before' ? items.before : (items.after ?? items.before);
  const html = item ? yield* blocks.item(change, view, item) : yield* blocks.outermost(change, view);
  const move = describeMove(change);
  return move ? html + element('p', { class: 'marginalia-whence' }, escapeVisibly(move)) : html;
}

/** Renders notes as a list. Each names the change, its subject, and the values before and after. */
function notesHtml(notes: readonly Note[], context: RenderContext): Html {
  const items = notes.map(note => noteHtml(note, context));
  return items.length ? element('ul', { class: 'marginalia-notes' }, ...items) : '';
}

function noteHtml({ kind, what, subject, was, is, icon }: Note, context: RenderContext): Html {
  const [old, now] = [context.page?.(was, 'before') ?? was, context.page?.(is, 'after') ?? is];
  if (kind === 'link') return linkNoteHtml({ what, was: old, is: now, ...(subject && { subject }) });
  const name = element('span', { class: 'marginalia-title' }, escapeVisibly(subject ? `${what} (${subject})` : what));
  if (kind === 'plain') return element('li', { class: icon && `marginalia-note-${icon}` }, name);
  if (kind === 'warning') return element('li', { class: 'marginalia-note-warning' }, `${name} `, escapeVisibly(is));
  const isSource = kind === 'source' || kind === 'spelling';
  const areBlanksChanged = !isSource && old !== now && withEqualBlanks(old) === withEqualBlanks(now);
  const value = (text: string) => {
    if (areBlanksChanged) return escapeSourceVisibly(visibleBlanks(text));
    return isSource ? element('code', {}, escapeSourceVisibly(text)) : escapeVisibly(text);
  };
  const arrow = element('span', { 'aria-hidden': 'true' }, '→');
  return element(
    'li',
    { class: classes(icon && `marginalia-note-${icon}`, kind === 'spelling' && 'marginalia-note-spelling') },
    `${name} `,
    element('del', {}, value(old)),
    ` ${arrow} `,
    element('ins', {}, value(now)),
  );
}

function withEqualBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Renders the old and new target of a link: "Link added: Wildlife", "Link target of Clean: Maintain → Care". */
function linkNoteHtml({ what, subject = '', was, is }: Note): Html {
  const isBoth = was !== '' && is !== '';
  const isNamed = subject !== '' && subject !== (is || was);
  const title = !isNamed ? what : isBoth ? t`Link target of ${subject}` : `${what} (${subject})`;
  const targets = [was && element('del', {}, escapeVisibly(was)), is && element('ins', {}, escapeVisibly(is))];
  const arrow = element('span', { 'aria-hidden': 'true' }, '→');
  const name = element('span', { class: 'marginalia-title' }, escapeVisibly(`${title}:`));
  return element('li', { class: 'marginalia-note-link' }, name, ' ', targets.filter(Boolean).join(` ${arrow} `));
}
