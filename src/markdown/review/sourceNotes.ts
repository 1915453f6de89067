import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { bodyAfterFrontMatter } from '../frontMatter.ts';
import type { Resumable } from '../resumable.ts';
import { allChanges, type BlockChange } from './change.ts';
import { resolveSource, type PageContext } from './context.ts';
import { kindOf } from './kinds.ts';
import type { Note } from './notes.ts';
import { hasSameMarks, withoutMarkers } from './spelling.ts';
import { textOfWords } from './words.ts';

/*
 * The last step of a comparison: notes differences in the source that are visible nowhere else, so that no change of a
 * page is hidden, however it was parsed.
 */

/** The source of a page, and the resolver of its references. */
interface WrittenPage {
  markdown: string;
  context: PageContext | undefined;
}

/** Adds a note to each change whose source differs without a visible difference. */
export function* withSourceNotes(
  changes: readonly BlockChange[],
  before: WrittenPage,
  after: WrittenPage,
): Resumable<BlockChange[]> {
  const net = new SafetyNet(before, after, changes);
  const result: BlockChange[] = [];
  for (const [index, change] of changes.entries()) {
    yield;
    const noted = yield* net.noted(change);
    const replaced = replacedBy(changes, index);
    if (replaced && !noted.notes.length) {
      result.push(withNotes(noted, kindNotes(replaced, noted.after)));
      continue;
    }
    const beside = net.between(changes, index);
    result.push(isSilent(noted) ? withNotes(noted, [...net.exactly(noted), ...beside]) : withNotes(noted, beside));
  }
  const ofPage = net.ofPage();
  if (!changes.length) return net.withoutBlocks(ofPage);
  return result.map((change, index) => (index === 0 ? withNotes(change, ofPage) : change));
}

/** Returns a note with two sources. If only blanks and line ends differ, they are shown as signs. */
export function sourceNote(before: string, after: string, what = t('Written as')): Note {
  const [was, is] =
    collapsed(before) === collapsed(after) ? [visibleBlanks(before), visibleBlanks(after)] : [before, after];
  const [from, to] = aroundDifference(was, is);
  return { kind: 'source', what, was: from, is: to };
}

/** Returns a note with two sources that look equal to readers. */
export function spellingNote(before: string, after: string, what?: string): Note {
  return { ...sourceNote(before, after, what), kind: 'spelling' };
}

/** Returns a note on a block's own lines, which may differ only in the spelling of marks. */
function ownNote(before: string, after: string): Note {
  return hasSameMarks(before, after) ? spellingNote(before, after) : sourceNote(before, after);
}

/** The lines and line ends of one side of a page. */
class Side {
  readonly lines: string[];
  readonly ends: string[];
  readonly bodyLine: number;
  readonly areSettingsListed: boolean;
  readonly #context: PageContext | undefined;

  constructor({ markdown, context }: WrittenPage) {
    this.#context = context;
    this.areSettingsListed = context?.areSettingsListed === true;
    this.ends = markdown.match(/\r\n?|\n/g) ?? [];
    this.lines = markdown.split(/\r\n?|\n/);
    this.bodyLine = bodyAfterFrontMatter(this.lines.join('\n')).line;
  }

  /** Returns a text with targets replaced by their meanings, for comparing. */
  resolveTargets(text: string): string {
    return resolveSource(text, this.#context);
  }

  /** Returns the lines from `start` to `end`, inclusive. */
  text(start: number, end: number): string {
    return this.lines.slice(start, end + 1).join('\n');
  }

  /** Returns the lines of a block that contain none of its children. */
  ownText({ start, end }: Block, inside: readonly Block[]): string {
    const lines: string[] = [];
    let next = start;
    for (const block of inside) {
      lines.push(...this.lines.slice(next, block.start));
      next = Math.max(next, block.end + 1);
    }
    return [...lines, ...this.lines.slice(next, end + 1)].join('\n');
  }

  /** Returns the kind of the line ends, or `mixed`. */
  get lineEnds(): string {
    const kinds = [...new Set(this.ends)].map(end => endNames.get(end) ?? end);
    return kinds.length > 1 ? 'mixed' : (kinds[0] ?? 'none');
  }
}

const endNames: ReadonlyMap<string, string> = new Map([
  ['\n', 'LF'],
  ['\r\n', 'CRLF'],
  ['\r', 'CR'],
]);

function lineEndsName(ends: string): string {
  return ends === 'mixed' ? t({ message: 'mixed', comment: ['kind of line ends'] }) : ends;
}

class SafetyNet {
  readonly #before: Side;
  readonly #after: Side;
  /** Removed blocks, by their text. */
  readonly #removed = new Map<string, Block>();

  constructor(before: WrittenPage, after: WrittenPage, changes: readonly BlockChange[]) {
    [this.#before, this.#after] = [new Side(before), new Side(after)];
    for (const change of changes) this.#collectRemoved(change);
  }

  /** Compares the sources of a change and of everything inside it. */
  *noted(change: BlockChange, isReframed = false): Resumable<BlockChange> {
    const { before, after } = change;
    if (change.kind === 'added' && after) return withNotes(change, this.#sameAsRemoved(after));
    if (!before || !after || change.kind === 'removed') return change;
    const insides = [blocksIn(change, 'before'), blocksIn(change, 'after')] as const;
    // Included content is not in the page's source, and blocks that share a line cannot be compared by lines.
    const isIncluded = before.type === 'reusable-content' && after.type === before.type;
    if (isIncluded || !insides.every(isOneBelowTheOther)) return this.#withOwnNotes(change, [], [], isReframed);
    const isInside = isReframed || before.type === 'group' || after.type === 'group' || before.type !== after.type;
    const children: BlockChange[] = [];
    for (const child of change.children) {
      yield;
      children.push(yield* this.noted(child, isInside));
    }
    const isChanged = change.kind === 'same' && !children.every(isSilent);
    const noted = { ...change, children, ...(isChanged && { kind: 'changed' as const }) };
    return this.#withEqualTextNote(this.#withOwnNotes(noted, ...insides, isReframed));
  }

  #withOwnNotes(
    change: BlockChange,
    before: readonly Block[],
    after: readonly Block[],
    isReframed: boolean,
  ): BlockChange {
    const [old, now] = [change.before, change.after];
    if (!old || !now || (isReframed && (old.type === 'group' || now.type === 'group'))) return change;
    const texts = [this.#before.ownText(old, before), this.#after.ownText(now, after)];
    const [was = '', is = ''] = isReframed ? texts.map(withoutMarkers) : texts;
    if (this.#isSame(was, is)) return change;
    const isSaid = before.length > 0 || after.length > 0 ? saysItself(change) : !isSilent(change);
    if (!isSaid) return withNotes(change, [ownNote(was, is)]);
    // The visible changes in the cells of a row do not show hidden differences beside the cells.
    if (change.children.some(({ kind }) => kind !== 'same' && kind !== 'changed')) return change;
    const [oldRest, newRest] = [withoutCells(was, old), withoutCells(is, now)];
    if (oldRest === undefined || newRest === undefined || this.#isSame(oldRest, newRest)) return change;
    return change.notes.length > 0 ? change : withNotes(change, [ownNote(oldRest, newRest)]);
  }

  /** Adds a note to a block in which the same words are removed and added, if nothing else says what has changed. */
  #withEqualTextNote(change: BlockChange): BlockChange {
    const { kind, before, after } = change;
    if (kind !== 'changed' || !before || !after || before.text !== after.text) return change;
    if (allChanges([change]).some(({ notes, move }) => notes.length > 0 || move)) return change;
    const [removed, added] = [wordsIn(change, 'removed'), wordsIn(change, 'added')];
    if (!removed || removed !== added) return change;
    const [was, is] = [this.#before.text(before.start, before.end), this.#after.text(after.start, after.end)];
    return was === is ? change : withNotes(change, [sourceNote(was, is)]);
  }

  #isSame(was: string, is: string): boolean {
    return collapsed(this.#before.resolveTargets(was)) === collapsed(this.#after.resolveTargets(is));
  }

  /** Returns a note on blanks and line ends if these are the only difference of a change. */
  exactly({ before, after }: BlockChange): Note[] {
    if (!before || !after) return [];
    const [was, is] = [this.#before.text(before.start, before.end), this.#after.text(after.start, after.end)];
    return this.#before.resolveTargets(was) === this.#after.resolveTargets(is) ? [] : [spellingNote(was, is)];
  }

  /** Returns notes on differences between a change and its neighbours that belong to no block. */
  between(changes: readonly BlockChange[], index: number): Note[] {
    const change = changes[index];
    if (!change || !isInPlace(change)) return [];
    const previous = changes[index - 1];
    const notes: Note[] = [];
    if (!previous || isInPlace(previous)) {
      const [was, is] = [this.#gap('before', previous, change), this.#gap('after', previous, change)];
      if (was !== is) notes.push(gapNote(was, is, t('Lines above')));
    }
    if (index === changes.length - 1) {
      const [was, is] = [this.#gap('before', change, undefined), this.#gap('after', change, undefined)];
      if (was !== is) notes.push(gapNote(was, is, t('Lines below')));
    }
    return notes;
  }

  #gap(name: 'before' | 'after', previous: BlockChange | undefined, next: BlockChange | undefined): string {
    const side = name === 'before' ? this.#before : this.#after;
    const start = (previous?.[name]?.end ?? side.bodyLine - 1) + 1;
    const lines = side.lines.slice(start, next?.[name]?.start ?? side.lines.length);
    return lines.map(line => `${line}\n`).join('');
  }

  /** Returns the differences of two pages without blocks, which have only front matter and blank lines. */
  withoutBlocks(ofPage: readonly Note[]): BlockChange[] {
    const [was, is] = [this.#gap('before', undefined, undefined), this.#gap('after', undefined, undefined)];
    const notes = was === is ? ofPage : [...ofPage, gapNote(was, is, t('Lines below'))];
    const [before, after] = [this.#before, this.#after].map(({ lines }) => emptyBlock(lines.length - 1));
    return notes.length > 0 ? [{ kind: 'changed', before, after, notes, children: [] }] : [];
  }

  /** Returns notes on the page as a whole: line ends and front matter. */
  ofPage(): Note[] {
    const [before, after] = [this.#before, this.#after];
    const [was, is] = [before.lineEnds, after.lineEnds];
    const notes: Note[] = [];
    const [head, newHead] = [before.text(0, before.bodyLine - 1), after.text(0, after.bodyLine - 1)];
    if (head !== newHead && !after.areSettingsListed) notes.push(sourceNote(head, newHead, t('Front matter')));
    const isMixedOtherwise = was === 'mixed' && is === 'mixed' && before.ends.join() !== after.ends.join();
    const isOneLine = was === 'none' || is === 'none';
    if ((was !== is && !isOneLine) || isMixedOtherwise) {
      const [old, now] = [lineEndsName(was), lineEndsName(is)];
      notes.push({ kind: 'spelling', what: t('Line ends'), was: old, is: now, icon: 'code' });
    }
    return notes;
  }

  #collectRemoved(change: BlockChange): void {
    const { kind, before, children } = change;
    if (kind === 'removed' && before?.text) this.#removed.set(before.text, before);
    else for (const child of children) this.#collectRemoved(child);
  }

  /** Returns notes on an added block with the text of a removed one, to show the difference in form. */
  #sameAsRemoved(after: Block): Note[] {
    const before = after.text ? this.#removed.get(after.text) : undefined;
    if (!before) return [];
    const kinds = kindNotes(before, after);
    if (kinds.length > 0) return kinds;
    const [was, is] = [this.#before.text(before.start, before.end), this.#after.text(after.start, after.end)];
    return was === is ? [] : [sourceNote(was, is)];
  }
}

function gapNote(before: string, after: string, what: string): Note {
  const isBlank = !before.trim() && !after.trim();
  const note = isBlank ? spellingNote(before, after, what) : sourceNote(before, after, what);
  return { ...note, icon: 'code' };
}

function emptyBlock(end: number): Block {
  return { type: 'markup', start: 0, end, text: '', source: '', attributes: {}, children: [] };
}

/** Returns the single removed block that a single added block replaced. */
function replacedBy(changes: readonly BlockChange[], index: number): Block | undefined {
  if (changes[index]?.kind !== 'added') return undefined;
  const [last, previous, next] = [changes[index - 2], changes[index - 1], changes[index + 1]];
  const isAlone = next?.kind !== 'added' && last?.kind !== 'removed' && last?.kind !== 'added';
  return isAlone && previous?.kind === 'removed' ? previous.before : undefined;
}

function kindNotes(before: Block, after: Block | undefined): Note[] {
  const [was, is] = [kindOf(before), after ? kindOf(after) : ''];
  return was === is ? [] : [{ what: t('Kind'), was, is }];
}

function withNotes(change: BlockChange, notes: readonly Note[]): BlockChange {
  if (!notes.length) return change;
  return { ...change, kind: change.kind === 'same' ? 'changed' : change.kind, notes: [...change.notes, ...notes] };
}

function isSilent({ kind }: BlockChange): boolean {
  return kind === 'same';
}

/** Returns the words that are removed or added in a change, without blanks. */
function wordsIn({ kind, before, after, words = [], children }: BlockChange, wanted: 'removed' | 'added'): string {
  const block = wanted === 'removed' ? before : after;
  if (kind === 'removed' || kind === 'added') return kind === wanted ? withoutBlanks(block?.text ?? '') : '';
  const runs = words.map(run =>
    run.kind === wanted ? textOfWords(run.kind === 'removed' ? run.before : run.after) : '',
  );
  return withoutBlanks(runs.join('')) + children.map(child => wordsIn(child, wanted)).join('');
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns true if a block itself has visible changes, apart from its children. */
function saysItself({ notes, words = [], lines = [], cells = [] }: BlockChange): boolean {
  return notes.length > 0 || [words, lines, cells].some(parts => parts.some(({ kind }) => kind !== 'same'));
}

function isInPlace({ kind }: BlockChange): boolean {
  return kind === 'same' || kind === 'changed';
}

function blocksIn({ children }: BlockChange, side: 'before' | 'after'): Block[] {
  const isHere = (change: BlockChange) => (side === 'before' ? change.kind !== 'moved' : change.kind !== 'moved-away');
  return children.flatMap(child => (isHere(child) ? (child[side] ?? []) : []));
}

function isOneBelowTheOther(blocks: readonly Block[]): boolean {
  return blocks.every(({ start }, index) => start > (blocks[index - 1]?.end ?? -1));
}

/** Returns the source of a table or a row without the texts of its cells; undefined if these are not found in it. */
function withoutCells(source: string, { header = [], cells = [], children }: Block): string | undefined {
  const texts = [...header, ...cells, ...children.flatMap(child => child.cells ?? [])];
  if (!texts.length) return undefined;
  let rest = '';
  let from = 0;
  for (const text of texts) {
    const at = source.indexOf(text, from);
    if (at < 0) return undefined;
    rest += `${source.slice(from, at)}…`;
    from = at + text.length;
  }
  return rest + source.slice(from);
}

/** Returns a text with equal spaces, tabs and line ends. Other blanks, such as U+00A0, stay. */
function collapsed(text: string): string {
  return text.replace(/[ \t\n\r]+/g, ' ').trim();
}

/** Replaces spaces, tabs and line ends by signs. */
export function visibleBlanks(text: string): string {
  return text.replace(/ /g, '·').replace(/\t/g, '→').replace(/\r/g, '␍').replace(/\n/g, '⏎');
}

/** The number of common characters shown on both sides of a difference. */
const context = 40;

/** Shortens two texts to their difference. */
function aroundDifference(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const [from, behind] = [Math.max(0, first - context), Math.max(0, last - context)];
  const part = (text: string) => {
    const end = text.length - behind;
    const middle = text.slice(from, end);
    const isLong = middle.length > 10 * context;
    const shortened = isLong ? `${middle.slice(0, 5 * context)}…${middle.slice(-5 * context)}` : middle;
    return `${from > 0 ? '…' : ''}${shortened}${behind > 0 ? '…' : ''}`.toWellFormed();
  };
  return [part(before), part(after)];
}
