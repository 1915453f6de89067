import type { Block } from '../block.ts';
import type { Resumable } from '../resumable.ts';
import type { CellChange, BlockChange, LineChange } from './change.ts';
import { resolveBlock, resolveSource } from './context.ts';
import { compareForms } from './comparison/forms.ts';
import { linesBetween } from './comparison/lines.ts';
import { contentFormOf } from './comparison/editedBlocks.ts';
import { escapeHtml } from './element.ts';
import { linkAlphabetNotes } from './linkComparison.ts';
import { attributeAlphabetNotes, blockNotes, newTextAlphabetNotes, type Note } from './notes.ts';
import { sourceNote, spellingNote } from './sourceNotes.ts';
import { hiddenNotes, hasOnlySpellingChanges } from './spelling.ts';
import type { Columns } from './tables.ts';
import { compareWords, newWordNotes, type WordChanges, unchangedWords } from './wordChanges.ts';
import { plainWords, readHtml, readWords, type Word, type WordContext } from './words.ts';

/** The text of a block or a cell. */
interface Written {
  source: string;
  block: Block;
}

type Parts = Pick<BlockChange, 'notes' | 'words' | 'lines' | 'cells' | 'isReplaced' | 'forms'>;

/**
 * Compares the content of blocks, without their children. The targets of links may be defined elsewhere on the page.
 */
export class ContentComparison {
  readonly #before: WordContext;
  readonly #after: WordContext;
  /** True if equal sources have equal meaning, because both sides define equal links. */
  readonly #areSame: boolean;
  readonly #reader = {
    text: (block: Block, side: 'before' | 'after') => this.#words(block, this.#definitions(side)),
    cell: (markdown: string, side: 'before' | 'after') => readWords(this.#definitions(side), markdown),
  };

  constructor(before: WordContext, after: WordContext) {
    [this.#before, this.#after] = [before, after];
    this.#areSame = JSON.stringify(before.links) === JSON.stringify(after.links);
  }

  *compare(
    before: Block,
    after: Block,
    columns = inPlace(before, after),
  ): Resumable<{ parts: Parts; isChanged: boolean }> {
    const [was, is] = [resolveBlock(before, this.#before.page), resolveBlock(after, this.#after.page)];
    const notes = blockNotes(was, is);
    if (isOtherForm(before, after)) {
      const { forms, notes: ofWords } = yield* compareForms(before, after, this.#reader);
      return { parts: { notes: [...notes, ...ofWords], forms }, isChanged: true };
    }
    const [code, table] = [isCode(before) && isCode(after), cellsIn(before) && cellsIn(after)];
    const lines = code ? { lines: linesBetween(before.source, after.source) } : {};
    const words = code || table ? undefined : yield* this.#wordsBetween(before, after);
    const cells = table ? yield* this.#cells(before, after, columns) : [];
    const added = (lines.lines ?? []).filter(({ kind }) => kind === 'added');
    const blanks = code && hasOnlyOtherBlanks(lines.lines ?? []) ? [sourceNote(before.source, after.source)] : [];
    const marks = code ? yield* this.#codeMarkNotes(before, after, lines.lines ?? []) : [];
    const ofCode = [...blanks, ...marks, ...codeAlphabetNotes(added)];
    const inside = [...notes, ...ofCode, ...(words?.notes ?? []), ...cells.flatMap(cell => cell.notes)];
    const isChanged =
      inside.length > 0 ||
      [lines.lines ?? [], words?.runs ?? [], cells].some(parts => parts.some(({ kind }) => kind !== 'same'));
    const spelling = isChanged ? yield* this.#hiddenNotes(before, after, inside) : this.#spellingNotes(before, after);
    const isReplaced = was.attributes['src'] !== is.attributes['src'];
    const parts = {
      notes: [...inside, ...spelling],
      ...lines,
      ...(isReplaced && { isReplaced }),
      ...(words?.runs.length && { words: words.runs }),
      ...(table && { cells: cells.map(({ kind, words }) => ({ kind, words })) }),
    };
    return { parts, isChanged: isChanged || spelling.length > 0 };
  }

  /** Returns the content of a block that exists on one side only. */
  *alone(block: Block, kind: 'added' | 'removed', columns = inPlace(block, block)): Resumable<Parts> {
    const isAdded = kind === 'added';
    const definitions = isAdded ? this.#after : this.#before;
    const warnings = isAdded ? attributeAlphabetNotes(block) : [];
    const texts = cellsIn(block);
    if (texts) {
      const places = columns.flatMap(({ before, after }) => (isAdded ? after : before) ?? []);
      const cells: CellChange[] = [];
      const notes = [...warnings];
      for (const place of places) {
        const words = yield* readWords(definitions, texts[place] ?? '');
        cells.push({ kind: 'same', words: unchangedWords(words).runs });
        if (isAdded) notes.push(...newWordNotes(words));
      }
      return { notes, cells };
    }
    if (isCode(block)) {
      const lines = block.source.split('\n').map((text): LineChange => ({ kind: 'same', text }));
      if (!isAdded) return { notes: [], lines };
      const ofLinks = linkAlphabetNotes(yield* readHtml(definitions, block.markedLines?.join('\n') ?? ''));
      return { notes: [...warnings, ...codeAlphabetNotes(lines), ...ofLinks], lines };
    }
    const words = yield* this.#words(block, definitions);
    const { runs } = unchangedWords(words);
    return { notes: isAdded ? [...warnings, ...newWordNotes(words)] : [], ...(runs.length && { words: runs }) };
  }

  *#wordsBetween(before: Block, after: Block): Resumable<WordChanges> {
    if (this.#isSame(before.source, after.source) && before.type === after.type)
      return unchangedWords(yield* this.#words(after, this.#after));
    const isMatch = before.type === 'definition' && after.type === 'definition' && this.#isMeantSame(before, after);
    if (isMatch) return unchangedWords(yield* this.#words(after, this.#after));
    return yield* compareWords(yield* this.#words(before), yield* this.#words(after, this.#after));
  }

  /** Returns a note for different sources that look equal, because every change must be visible. */
  #spellingNotes(before: Block, after: Block): Note[] {
    if (isCode(before) || cellsIn(before)) return [];
    return this.#spelled({ source: before.source, block: before }, { source: after.source, block: after });
  }

  /** Returns notes on changes that the changed words of a block do not show. */
  *#hiddenNotes(before: Block, after: Block, knownNotes: readonly Note[]): Resumable<Note[]> {
    if (isCode(before) || isCode(after) || cellsIn(before) || cellsIn(after)) return [];
    return yield* this.#hidden(
      { source: before.source, block: before },
      { source: after.source, block: after },
      knownNotes,
    );
  }

  *#hidden(before: Written, after: Written, knownNotes: readonly Note[]): Resumable<Note[]> {
    if (knownNotes.some(({ kind }) => kind === 'format')) return [];
    return yield* hiddenNotes(
      { ...before, definitions: this.#before },
      { ...after, definitions: this.#after },
      knownNotes,
    );
  }

  #spelled(before: Written, after: Written): Note[] {
    if (this.#isMeantSame(before, after)) return [];
    const isQuiet = hasOnlySpellingChanges(
      { ...before, definitions: this.#before },
      { ...after, definitions: this.#after },
    );
    return [isQuiet ? spellingNote(before.source, after.source) : sourceNote(before.source, after.source)];
  }

  /** Returns true if two sources differ only in blanks and in the spelling of targets. */
  #isMeantSame(before: Pick<Block, 'source'>, after: Pick<Block, 'source'>): boolean {
    const [was, is] = [resolveSource(before.source, this.#before.page), resolveSource(after.source, this.#after.page)];
    return collapsed(was) === collapsed(is);
  }

  /** Returns true if two sources look equal. References in equal sources may have different meanings. */
  #isSame(before: string, after: string): boolean {
    if (!this.#areSame || before !== after) return false;
    const [was, is] = [this.#before.page, this.#after.page];
    return (!was && !is) || !/[[<]/.test(after);
  }

  #definitions(side: 'before' | 'after'): WordContext {
    return side === 'before' ? this.#before : this.#after;
  }

  *#words(block: Block, definitions = this.#before): Resumable<Word[]> {
    const { type, source } = block;
    if (!source || cellsIn(block)) return [];
    if (type === 'markup') return yield* readHtml(definitions, source);
    return type === 'definition' || isCode(block) ? plainWords(source) : yield* readWords(definitions, source);
  }

  /** Returns notes on changed marks in unchanged lines of code, and warnings of links in added lines. */
  *#codeMarkNotes(before: Block, after: Block, lines: readonly LineChange[]): Resumable<Note[]> {
    const [olds, news] = [before.markedLines ?? [], after.markedLines ?? []];
    if (!olds.length && !news.length) return [];
    const notes: Note[] = [];
    let [b, a] = [0, 0];
    let [was, is, added] = ['', '', ''];
    for (const line of [...lines, undefined]) {
      const [old, now] = [olds[b] ?? '', news[a] ?? ''];
      if (line?.kind === 'added') added += `${now}\n`;
      if (line?.kind === 'same' && old !== now) {
        was += `${old || escapeHtml(line.text)}\n`;
        is += `${now || escapeHtml(line.text)}\n`;
      } else if (was) {
        const words = [yield* readHtml(this.#before, was), yield* readHtml(this.#after, is)] as const;
        notes.push(...(yield* compareWords(...words)).notes);
        [was, is] = ['', ''];
      }
      if (line?.kind !== 'added') b++;
      if (line?.kind !== 'removed') a++;
    }
    return [...notes, ...linkAlphabetNotes(yield* readHtml(this.#after, added))];
  }

  *#cells(before: Block, after: Block, columns: Columns): Resumable<NotedCell[]> {
    const [cellsBefore = [], cellsAfter = []] = [cellsIn(before), cellsIn(after)];
    const cells: NotedCell[] = [];
    for (const place of columns) cells.push(yield* this.#cell(place, [before, cellsBefore], [after, cellsAfter]));
    return cells;
  }

  *#cell(
    place: Columns[number],
    [before, leftCells]: readonly [Block, readonly string[]],
    [after, rightCells]: readonly [Block, readonly string[]],
  ): Resumable<NotedCell> {
    const [was, is] = [leftCells[place.before ?? -1] ?? '', rightCells[place.after ?? -1] ?? ''];
    if (this.#isSame(was, is)) {
      return { kind: 'same', words: unchangedWords(yield* readWords(this.#after, is)).runs, notes: [] };
    }
    const [olds, news] = [yield* readWords(this.#before, was), yield* readWords(this.#after, is)];
    if (place.before === undefined) {
      return { kind: 'added', words: unchangedWords(news).runs, notes: newWordNotes(news) };
    }
    if (place.after === undefined) return { kind: 'removed', words: unchangedWords(olds).runs, notes: [] };
    const { runs, notes } = yield* compareWords(olds, news);
    const isSame = notes.length === 0 && runs.every(({ kind }) => kind === 'same');
    const [old, now] = [
      { source: was, block: before },
      { source: is, block: after },
    ] as const;
    const spelling = isSame ? this.#spelled(old, now) : yield* this.#hidden(old, now, notes);
    const isQuiet = spelling.every(({ kind }) => kind === 'spelling');
    return { kind: isSame && isQuiet ? 'same' : 'changed', words: runs, notes: [...notes, ...spelling] };
  }
}

function collapsed(source: string): string {
  return source.replace(/\s+/g, ' ').trim();
}

type NotedCell = CellChange & { notes: Note[] };

/** Returns the columns of rows that have no common table. */
function inPlace(before: Block, after: Block): Columns {
  const width = Math.max(cellsIn(before)?.length ?? 0, cellsIn(after)?.length ?? 0);
  return Array.from({ length: width }, (_, index) => ({ before: index, after: index }));
}

/** Returns true if two blocks have forms that cannot be merged into one view. */
function isOtherForm(before: Block, after: Block): boolean {
  const [was, is] = [contentFormOf(before), contentFormOf(after)];
  return was !== undefined && is !== undefined && was !== is;
}

function isCode({ type }: Block): boolean {
  return type === 'code' || type === 'math';
}

/** Returns the cells of a row, or the column titles of a table. */
function cellsIn({ cells, header }: Block): string[] | undefined {
  return cells ?? header;
}

/** Returns true if removed and added lines of code differ only in blanks. */
function hasOnlyOtherBlanks(lines: readonly LineChange[]): boolean {
  const textsOf = (kind: LineChange['kind']) =>
    lines.filter(line => line.kind === kind).map(({ text }) => text.replace(/\s+/g, ''));
  const [gone, come] = [textsOf('removed'), textsOf('added')];
  if (!gone.length && !come.length) return false;
  return gone.join('') === come.join('') || gone.some((text, index) => text === come[index]);
}

function codeAlphabetNotes(lines: readonly LineChange[]): Note[] {
  return lines.flatMap(({ text }) => newTextAlphabetNotes(text));
}
