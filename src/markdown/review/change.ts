import type { Block } from '../block.ts';
import type { Note } from './notes.ts';
import type { WordRun } from './wordChanges.ts';

/** How a block changed. A moved block is `moved` at its new place, and `moved-away` at its old one. */
export type ChangeKind = 'same' | 'changed' | 'added' | 'removed' | 'moved' | 'moved-away';

/** A block before and after a change, with the differences; one side is undefined for an added or removed block. */
export interface BlockChange {
  kind: ChangeKind;
  before?: Block | undefined;
  after?: Block | undefined;
  /** Differences that text cannot show, including those of its inline content. */
  notes: readonly Note[];
  /** Only for a block with text. */
  words?: readonly WordRun[];
  /** Only for a picture: true if it was replaced by another one. */
  isReplaced?: boolean;
  /** Only for code: the differences by line. */
  lines?: readonly LineChange[];
  /** For a table row its cells; for a table the titles of its columns. */
  cells?: readonly CellChange[];
  children: readonly BlockChange[];
  /** For a block whose kind changed, such as a paragraph that became a table: each version, rendered by itself. */
  forms?: Readonly<Record<'before' | 'after', BlockChange>>;
  /** Only for a moved block. */
  move?: Move;
}

export interface LineChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export interface CellChange {
  kind: 'same' | 'changed' | 'added' | 'removed';
  words: readonly WordRun[];
}

/** The movement of a block, with the headings above its old and new place if they differ. */
export interface Move {
  direction: 'up' | 'down';
  from?: string;
  to?: string;
}

/** Returns true if only invisible parts of a block have changed. Its children are not checked. */
export function hasOnlyInvisibleChanges({ kind, notes, words = [], lines = [], cells = [] }: BlockChange): boolean {
  const parts = [...words, ...lines, ...cells, ...cells.flatMap(cell => cell.words)];
  if (kind !== 'changed' || parts.some(part => part.kind !== 'same')) return false;
  return notes.every(note => note.kind === 'spelling');
}

/** Returns these changes and all changes inside, parents before children. */
export function allChanges(changes: readonly BlockChange[]): BlockChange[] {
  return changes.flatMap(change => [
    change,
    ...allChanges(Object.values(change.forms ?? {})),
    ...allChanges(change.children),
  ]);
}
