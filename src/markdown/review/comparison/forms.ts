import type { Block } from '../../block.ts';
import type { Resumable } from '../../resumable.ts';
import type { CellChange, BlockChange, LineChange } from '../change.ts';
import type { Note } from '../notes.ts';
import { compareWords, type WordRun } from '../wordChanges.ts';
import { afterBlank, plainWords, type Word } from '../words.ts';

type SideName = 'before' | 'after';

/** The words of one text of a block; `fill` receives the compared words. */
interface Slot {
  words: readonly Word[];
  fill: (runs: WordRun[]) => void;
}

/** Parses the Markdown of one text of a block. */
type Read = (block: Block, side: SideName) => Resumable<Word[]>;
type ReadCell = (markdown: string, side: SideName) => Resumable<Word[]>;

interface Reader {
  text: Read;
  cell: ReadCell;
}

/**
 * Two blocks of different forms, such as a paragraph and a table. Each is rendered separately, with its changed words
 * marked.
 */
export interface ComparedForms {
  forms: Record<SideName, BlockChange>;
  notes: Note[];
}

/** Compares the words of two blocks of different forms. */
export function* compareForms(before: Block, after: Block, reader: Reader): Resumable<ComparedForms> {
  const [leftSlots, rightSlots]: [Slot[], Slot[]] = [[], []];
  const leftForm = yield* formOnSide(before, 'before', reader, leftSlots);
  const rightForm = yield* formOnSide(after, 'after', reader, rightSlots);
  const { runs, notes } = yield* compareWords(wordsIn(leftSlots), wordsIn(rightSlots));
  fillSlots(leftSlots, runs, 'before');
  fillSlots(rightSlots, runs, 'after');
  return { forms: { before: withKinds(leftForm), after: withKinds(rightForm) }, notes };
}

/** Returns a block of one side as it is rendered, and adds the slots of its words in reading order. */
function* formOnSide(block: Block, side: SideName, reader: Reader, slots: Slot[]): Resumable<BlockChange> {
  yield;
  const change: BlockChange = { kind: 'changed', [side]: block, notes: [], children: [] };
  const texts = block.cells ?? block.header;
  if (block.type === 'code') {
    const lines = block.source.split('\n').map((text): LineChange => ({ kind: 'same', text }));
    change.lines = lines;
    for (const line of lines) {
      const fill = (runs: WordRun[]) => {
        if (runs.some(({ kind }) => kind !== 'same')) line.kind = side === 'before' ? 'removed' : 'added';
      };
      slots.push({ words: plainWords(line.text), fill });
    }
  } else if (texts) {
    const cells = texts.map((): CellChange => ({ kind: 'same', words: [] }));
    for (const [index, text] of texts.entries()) {
      const fill = (words: WordRun[]) => {
        cells[index] = { kind: words.every(({ kind }) => kind === 'same') ? 'same' : 'changed', words };
      };
      slots.push({ words: yield* reader.cell(text, side), fill });
    }
    change.cells = cells;
  } else if (block.source) {
    slots.push({ words: yield* reader.text(block, side), fill: runs => (change.words = runs) });
  }
  const children: BlockChange[] = [];
  for (const child of block.children) children.push(yield* formOnSide(child, side, reader, slots));
  return Object.assign(change, { children });
}

/** The texts of slots are separate, so the first word of each counts as following a blank. */
function wordsIn(slots: readonly Slot[]): Word[] {
  return slots.flatMap(({ words }) => words.map((word, index) => (index === 0 ? afterBlank(word) : word)));
}

/** Divides the compared words of a side among the texts of its slots. */
function fillSlots(slots: readonly Slot[], runs: readonly WordRun[], side: SideName): void {
  const sideWords = runs.flatMap(run => {
    const words = side in run ? (run as Record<SideName, readonly Word[]>)[side] : [];
    return words.map(word => ({ word, isSame: run.kind === 'same' }));
  });
  let next = 0;
  for (const { words, fill } of slots) {
    const filled: WordRun[] = [];
    let run: { words: Word[]; isSame: boolean } | undefined;
    for (const { word, isSame } of sideWords.slice(next, next + words.length)) {
      if (run?.isSame !== isSame) filled.push(runOf((run = { words: [], isSame }), side));
      run.words.push(word);
    }
    next += words.length;
    fill(filled);
  }
}

function runOf({ words, isSame }: { words: Word[]; isSame: boolean }, side: SideName): WordRun {
  if (isSame) return { kind: 'same', before: words, after: words };
  return side === 'before' ? { kind: 'removed', before: words } : { kind: 'added', after: words };
}

/** Sets the kind of each nested change by whether anything in it has changed. */
function withKinds(change: BlockChange): BlockChange {
  const children = change.children.map(child => {
    const known = withKinds(child);
    const parts = [known.words ?? [], known.lines ?? [], known.cells ?? [], known.children];
    return {
      ...known,
      kind: parts.some(list => list.some(({ kind }) => kind !== 'same')) ? 'changed' : 'same',
    } as BlockChange;
  });
  return { ...change, children };
}
