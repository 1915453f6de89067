import type { Block } from '../block.ts';
import { allChanges, type Change, type ChangeKind, isQuiet } from './change.ts';
import { kindOf } from './kinds.ts';
import type { Note } from './notes.ts';
import { moveWords } from './sayings.ts';
import { blockOf, changesIn, isShown } from './view.ts';

/** What stands beside each other: a block of a page before and after. Of a list that has changed, one item. */
export interface Row {
  /** `spelling` where nothing has changed that readers see. */
  kind: ChangeKind | 'spelling';
  change: Change;
  /** Of an item: its list on either side, and its number there. */
  items?: Partial<Record<'before' | 'after', { list: Block; number: number }>>;
  /** What has changed and cannot be seen in words, of all that is inside. */
  notes: readonly Note[];
  /** How many changes there are inside. */
  count: number;
  /** How many of its notes are on what readers do not see. */
  spellings: number;
  /** The label of the row for screen readers, such as "Edited paragraph". */
  label: string;
  /** Where it is in the Markdown of either side: first and last line, zero-based. */
  lines: Partial<Record<'before' | 'after', readonly [start: number, end: number]>>;
}

/** The rows of a page whose forms have been compared. What nobody sees, and is the same, has none. */
export function rowsOf(changes: readonly Change[]): Row[] {
  return changes
    .filter(change => !isUnseen(change))
    .flatMap(change => (isOpened(change) ? itemRows(change) : row(change)))
    .map(withSpelling);
}

/** Tells of a row whether it has changed for those who read it. */
function withSpelling(row: Omit<Row, 'spellings'>): Row {
  const spellings = row.notes.filter(({ kind }) => kind === 'spelling').length;
  const isSpelling = row.kind === 'changed' && spellings > 0 && spellings === row.notes.length;
  if (!isSpelling || !allChanges([row.change]).every(one => one.kind === 'same' || isQuiet(one))) {
    return { ...row, spellings };
  }
  return { ...row, kind: 'spelling', spellings, count: 0, label: `Changed spelling of ${nameIn(row.change)}` };
}

/**
 * The line of a row in the source that is shown: that of the page as it is now. What was removed is where it would be
 * there; of a page that is deleted, where it was.
 */
export function lineOf(rows: readonly Row[], index: number): number | undefined {
  const [next] = rows.find(({ lines }, at) => at >= index && lines.after)?.lines.after ?? [];
  if (next !== undefined) return next;
  const [, last] = rows.findLast(({ lines }) => lines.after)?.lines.after ?? [];
  return last ?? rows[index]?.lines.before?.[0];
}

/** Of a list that has changed, what is the same is told from what is not. */
function isOpened({ kind, before, after }: Change): boolean {
  return kind === 'changed' && lists.has(before?.type) && lists.has(after?.type);
}

const lists: ReadonlySet<Block['type'] | undefined> = new Set<Block['type']>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
]);

function itemRows({ before, after, notes, children }: Change): Omit<Row, 'spellings'>[] {
  const next = { before: before?.first ?? 1, after: after?.first ?? 1 };
  const rows = children.map(item => {
    const items: Row['items'] = {};
    if (before && isShown(item, 'before')) items.before = { list: before, number: next.before++ };
    if (after && isShown(item, 'after')) items.after = { list: after, number: next.after++ };
    return { ...row(item), items };
  });
  const [first, ...others] = rows;
  // What has become of the list itself is said once.
  if (!first || !notes.length) return rows;
  const kind = first.kind === 'same' ? 'changed' : first.kind;
  return [{ ...first, kind, notes: [...notes, ...first.notes], count: Math.max(first.count, 1) }, ...others];
}

function row(change: Change): Omit<Row, 'spellings'> {
  const { kind, before, after } = change;
  return {
    kind,
    change,
    notes: allChanges([change]).flatMap(one => (one !== change && one.kind === 'moved-away' ? [] : one.notes)),
    count: changesIn(change),
    label: saidOf(change),
    lines: {
      ...(before && isShown(change, 'before') && { before: [before.start, before.end] }),
      ...(after && isShown(change, 'after') && { after: [after.start, after.end] }),
    },
  };
}

function saidOf(change: Change): string {
  const name = nameIn(change);
  const move = moveWords(change);
  return move ? `${move}: ${name}` : `${sayings.get(change.kind) ?? 'Unchanged'} ${name}`;
}

function nameIn(change: Change): string {
  return kindOf(blockOf(change, 'after'));
}

const sayings: ReadonlyMap<ChangeKind, string> = new Map<ChangeKind, string>([
  ['changed', 'Edited'],
  ['added', 'Added'],
  ['removed', 'Removed'],
]);

function isUnseen({ kind, before, words }: Change): boolean {
  return kind === 'same' && (before?.type === 'definition' || (before?.type === 'markup' && !words?.length));
}
