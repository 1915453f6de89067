import type { Block } from '../block.ts';
import type { Note } from './notes.ts';
import type { Run } from './wordChanges.ts';

/** What became of a block. One that was moved stands where it is, and as `moved-away` where it was. */
export type ChangeKind = 'same' | 'changed' | 'added' | 'removed' | 'moved' | 'moved-away';

/** A block before and after, with what is different. A block of one side alone has the other one not. */
export interface Change {
  kind: ChangeKind;
  before?: Block | undefined;
  after?: Block | undefined;
  /** What is different and cannot be seen in words; of what is inside, too, unless that is a block. */
  notes: readonly Note[];
  /** Of what holds a text itself. */
  words?: readonly Run[];
  /** Of a picture: whether it is another one. */
  isReplaced?: boolean;
  /** Of code, by line. */
  lines?: readonly Line[];
  /** Of a row of a table; of a table the titles of its columns. */
  cells?: readonly Cell[];
  children: readonly Change[];
  /** For a block whose kind changed, such as a paragraph that became a table: each version, rendered by itself. */
  forms?: Readonly<Record<'before' | 'after', Change>>;
  /** Of what was moved. */
  move?: Move;
}

export interface Line {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export interface Cell {
  kind: 'same' | 'changed' | 'added' | 'removed';
  words: readonly Run[];
}

/** From where to where a block was moved: the headings above it, where they differ. */
export interface Move {
  direction: 'up' | 'down';
  from?: string;
  to?: string;
}

/** Whether a block itself has changed in nothing but what readers do not see. What is inside is not looked at. */
export function isQuiet({ kind, notes, words = [], lines = [], cells = [] }: Change): boolean {
  const parts = [...words, ...lines, ...cells, ...cells.flatMap(cell => cell.words)];
  if (kind !== 'changed' || parts.some(part => part.kind !== 'same')) return false;
  return notes.every(note => note.kind === 'spelling');
}

/** All changes of these and inside, each before those inside. */
export function allChanges(changes: readonly Change[]): Change[] {
  return changes.flatMap(change => [
    change,
    ...allChanges(Object.values(change.forms ?? {})),
    ...allChanges(change.children),
  ]);
}
