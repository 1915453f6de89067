import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { allChanges, type BlockChange, type ChangeKind, hasOnlyInvisibleChanges } from './change.ts';
import { changeLabel } from './changeLabel.ts';
import { kindOf } from './kinds.ts';
import type { Note } from './notes.ts';
import { describeMove } from './describeMove.ts';
import { blockOnSide, changesIn, isOnSide } from './view.ts';

/** A row of the comparison: a block before and after, or one item of a changed list. */
export interface ComparedRow {
  /** `spelling` if readers see no change. */
  kind: ChangeKind | 'spelling';
  change: BlockChange;
  /** For a list item: its list on each side, and its number there. */
  items?: Partial<Record<'before' | 'after', { list: Block; number: number }>>;
  /** The notes of the row and everything inside it. */
  notes: readonly Note[];
  /** The number of changes in the row. */
  count: number;
  /** The number of notes on changes that readers do not see. */
  spellings: number;
  /** The label of the row for screen readers, such as "Edited paragraph". */
  label: string;
  /** The first and last line of the row in the Markdown of each side, zero-based. */
  lines: Partial<Record<'before' | 'after', readonly [start: number, end: number]>>;
}

/** Returns the rows of a compared page, without unchanged invisible blocks. */
export function rowsOf(changes: readonly BlockChange[]): ComparedRow[] {
  return changes
    .filter(change => !isUnseen(change))
    .flatMap(change => (isOpened(change) ? itemRows(change) : row(change)))
    .map(markSpellingRow);
}

/** Adds the number of spelling notes, and the kind `spelling` if readers see no change. */
function markSpellingRow(row: Omit<ComparedRow, 'spellings'>): ComparedRow {
  const spellings = row.notes.filter(({ kind }) => kind === 'spelling').length;
  const isSpelling = row.kind === 'changed' && spellings > 0 && spellings === row.notes.length;
  if (!isSpelling || !allChanges([row.change]).every(one => one.kind === 'same' || hasOnlyInvisibleChanges(one))) {
    return { ...row, spellings };
  }
  return { ...row, kind: 'spelling', spellings, count: 0, label: t`Changed spelling of ${nameIn(row.change)}` };
}

/**
 * Returns the line of a row in the new Markdown. A removed row has the line of the next row; on a deleted page, its old
 * line.
 */
export function lineOf(rows: readonly ComparedRow[], index: number): number | undefined {
  const [next] = rows.find(({ lines }, at) => at >= index && lines.after)?.lines.after ?? [];
  if (next !== undefined) return next;
  const [, last] = rows.findLast(({ lines }) => lines.after)?.lines.after ?? [];
  return last ?? rows[index]?.lines.before?.[0];
}

/** Returns true for a changed list, whose items are shown as separate rows. */
function isOpened({ kind, before, after }: BlockChange): boolean {
  return kind === 'changed' && lists.has(before?.type) && lists.has(after?.type);
}

const lists: ReadonlySet<Block['type'] | undefined> = new Set<Block['type']>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
]);

function itemRows({ before, after, notes, children }: BlockChange): Omit<ComparedRow, 'spellings'>[] {
  const next = { before: before?.first ?? 1, after: after?.first ?? 1 };
  const rows = children.map(item => {
    const items: ComparedRow['items'] = {};
    if (before && isOnSide(item, 'before')) items.before = { list: before, number: next.before++ };
    if (after && isOnSide(item, 'after')) items.after = { list: after, number: next.after++ };
    return { ...row(item), items };
  });
  const [first, ...others] = rows;
  // Notes on the list itself are shown once, at its first item.
  if (!first || !notes.length) return rows;
  const kind = first.kind === 'same' ? 'changed' : first.kind;
  return [{ ...first, kind, notes: [...notes, ...first.notes], count: Math.max(first.count, 1) }, ...others];
}

function row(change: BlockChange): Omit<ComparedRow, 'spellings'> {
  const { kind, before, after } = change;
  return {
    kind,
    change,
    notes: allChanges([change]).flatMap(one => (one !== change && one.kind === 'moved-away' ? [] : one.notes)),
    count: changesIn(change),
    label: saidOf(change),
    lines: {
      ...(before && isOnSide(change, 'before') && { before: [before.start, before.end] }),
      ...(after && isOnSide(change, 'after') && { after: [after.start, after.end] }),
    },
  };
}

function saidOf(change: BlockChange): string {
  const name = nameIn(change);
  const move = describeMove(change);
  return move ? `${move}: ${name}` : changeLabel(change.kind, name);
}

function nameIn(change: BlockChange): string {
  return kindOf(blockOnSide(change, 'after'));
}

function isUnseen({ kind, before, words }: BlockChange): boolean {
  return kind === 'same' && (before?.type === 'definition' || (before?.type === 'markup' && !words?.length));
}
