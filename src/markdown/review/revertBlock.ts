import { bodyAfterFrontMatter } from '../frontMatter.ts';
import { comparePagesResumable, type PageText } from './compare.ts';
import { type ComparedRow, rowsOf } from './rows.ts';
import type { Resumable } from '../resumable.ts';

/** Identifies a block by one of its lines: in the new page, or in the old one if it was removed or moved away. */
export interface BlockPlace {
  line?: number | undefined;
  lineBefore?: number | undefined;
}

/** The Markdown of a page with one block reverted. */
export interface RevertedBlock {
  text: string;
  kind: Exclude<ComparedRow['kind'], 'same'>;
  /** The Markdown of the block in the new page; `before` is that in the old one. Empty if the block is missing. */
  now: string;
  before: string;
}

/** Lines of a page and their replacement; `end` is exclusive. */
interface Replacement {
  start: number;
  end: number;
  lines: readonly string[];
}

type Lines = readonly [start: number, end: number];

/**
 * Reverts one changed block of a page, in steps; an item of a changed list counts as a block, and a moved block returns
 * to its old place. Returns undefined if the block is unchanged, or cannot be reverted separately.
 */
export function* revertBlockResumable(
  before: PageText,
  after: PageText,
  place: BlockPlace,
): Resumable<RevertedBlock | undefined> {
  const rows = rowsOf(yield* comparePagesResumable(before, after));
  const row = findRow(rows, place);
  if (!row || row.kind === 'same') return undefined;
  const page: Page = { rows, was: before.markdown.split('\n'), is: after.markdown.split('\n') };
  const replacements = replacementsFor(row, page);
  if (!replacements) return undefined;
  const lines = [...page.is];
  // Replacing from the end keeps the line numbers of the remaining replacements valid.
  for (const { start, end, lines: others } of replacements.toSorted((one, other) => other.start - one.start)) {
    lines.splice(start, end - start, ...others);
  }
  const [now, old] = [row.change.after, row.change.before];
  const text = lines.join('\n');
  // Only the list around the item has changed.
  if (text === after.markdown) return undefined;
  return {
    text,
    kind: row.kind,
    now: now ? linesIn(page.is, [now.start, now.end]).join('\n') : '',
    before: old ? linesIn(page.was, [old.start, old.end]).join('\n') : '',
  };
}

interface Page {
  rows: readonly ComparedRow[];
  was: readonly string[];
  is: readonly string[];
}

function findRow(rows: readonly ComparedRow[], { line, lineBefore }: BlockPlace): ComparedRow | undefined {
  const holds = (lines: Lines | undefined, at: number | undefined) =>
    lines !== undefined && at !== undefined && lines[0] <= at && at <= lines[1];
  if (line !== undefined) return rows.find(({ lines }) => holds(lines.after, line));
  return rows.find(({ lines }) => holds(lines.before, lineBefore));
}

function replacementsFor(row: ComparedRow, page: Page): Replacement[] | undefined {
  const { kind, lines, change } = row;
  switch (kind) {
    case 'same':
      return undefined;
    case 'changed':
    case 'spelling': {
      if (!lines.before || !lines.after) return undefined;
      const { start, end } = spanOf(page.is, lines.after);
      return [{ start, end, lines: linesIn(page.was, lines.before) }];
    }
    case 'added':
      return lines.after && [removal(page.is, lines.after)];
    case 'removed':
      return insertion(row, page);
    case 'moved':
    case 'moved-away': {
      const isSame = (row: ComparedRow) => row.change.after === change.after && row.change.before === change.before;
      const [moved] = page.rows.filter(row => row.kind === 'moved' && isSame(row));
      const [movedAway] = page.rows.filter(row => row.kind === 'moved-away' && isSame(row));
      const inserted = movedAway && insertion(movedAway, { ...page, rows: page.rows.filter(row => row !== moved) });
      return moved?.lines.after && inserted && [removal(page.is, moved.lines.after), ...inserted];
    }
  }
}

/** Removes a block with the blank lines below it or, at the end of the page, above it. */
function removal(lines: readonly string[], block: Lines): Replacement {
  const { start, end } = spanOf(lines, block);
  let [from, to] = [start, end];
  while (to < lines.length && !lines[to]?.trim()) to++;
  if (to < lines.length) return { start, end: to, lines: [] };
  while (from > 0 && !lines[from - 1]?.trim()) from--;
  return { start: from, end, lines: [] };
}

/** Inserts a removed block after its former neighbour, with as many blank lines between them as before. */
function insertion(row: ComparedRow, { rows, was, is }: Page): Replacement[] | undefined {
  const { before } = row.lines;
  if (!before) return undefined;
  const block = linesIn(was, before);
  const at = rows.indexOf(row);
  const above = rows.slice(0, at).findLast(({ lines }) => lines.after);
  // The first item of a list is inserted before the next item, not after the block above the list.
  const previous = row.items && !above?.items ? undefined : above?.lines.after;
  const next = rows.slice(at).find(({ lines }) => lines.after)?.lines.after;
  if (previous) {
    const { end } = spanOf(is, previous);
    return [{ start: end, end, lines: [...blanks(gapAbove(was, before)), ...block] }];
  }
  if (!next) {
    const { line: start } = bodyAfterFrontMatter(is.join('\n'));
    const end = is.slice(start).every(line => !line.trim()) ? is.length : start;
    return [{ start, end, lines: [...blanks(start > 0 ? 1 : 0), ...block, ''] }];
  }
  return [{ start: next[0], end: next[0], lines: [...block, ...blanks(gapBelow(was, before))] }];
}

function blanks(count: number): string[] {
  return Array.from({ length: count }, () => '');
}

function gapAbove(lines: readonly string[], [start]: Lines): number {
  let from = start;
  while (from > 0 && !lines[from - 1]?.trim()) from--;
  return from === 0 ? 1 : start - from;
}

function gapBelow(lines: readonly string[], block: Lines): number {
  const { end } = spanOf(lines, block);
  let to = end;
  while (to < lines.length && !lines[to]?.trim()) to++;
  return to === lines.length ? 1 : to - end;
}

function linesIn(lines: readonly string[], block: Lines): string[] {
  const { start, end } = spanOf(lines, block);
  return lines.slice(start, end);
}

/** Returns the lines of a block without blank lines below it; `end` is exclusive. */
function spanOf(lines: readonly string[], [start, last]: Lines): { start: number; end: number } {
  let end = Math.min(last + 1, lines.length);
  while (end > start + 1 && !lines[end - 1]?.trim()) end--;
  return { start, end };
}
