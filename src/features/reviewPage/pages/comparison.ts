import type * as vscode from 'vscode';
import { uriOf } from '../../../model/content/snapshot.ts';
import type { Highlightable, PageText, Side, RenderContext } from '../../../markdown/review/index.ts';
import { runInSlices } from '../../../markdown/slices.ts';
import type { LayoutMode, ComparisonRow } from '../../../webview/reviewPage/messages.ts';
import { createTargetResolver, findFile, nameOfResolvedTarget } from './references.ts';
import type { ReadSide } from './sides.ts';

/** Both sides of a page or text. A side is undefined if it does not exist or cannot be read. */
export interface ComparedSides {
  before: ReadSide | undefined;
  after: ReadSide | undefined;
  /**
   * True if there was no previous version. If false, an undefined `before` is unknown, and nothing counts as changed.
   */
  isNew?: boolean;
}

export interface ComparisonOptions {
  mode: LayoutMode;
  /** The prefix of element IDs, which must be unique for each page. */
  prefix: string;
  /** Returns the coloured code and formulas. */
  coloursOf: (colourable: Highlightable) => Promise<Pick<RenderContext, 'code' | 'formula'>>;
  /** Returns the address of a file for the webview. */
  addressIn: (uri: vscode.Uri) => string;
  signal: AbortSignal;
}

/** Loads the code that compares and renders pages. It is large, and only needed by review pages. */
export const loadRenderer = () => import('../../../markdown/review/index.ts');

/** Compares both sides of a page or text, and renders the rows of the comparison. */
export async function compareSides(
  { before, after, isNew = false }: ComparedSides,
  { mode, prefix, coloursOf, addressIn, signal }: ComparisonOptions,
): Promise<ComparisonRow[]> {
  const { BlocksHtml, highlightableIn, comparePagesResumable, lineOf, rowsHtml, rowsOf } = await loadRenderer();
  const changes = await runInSlices(comparePagesResumable(...comparableTexts({ before, after, isNew })), signal);
  // A row of a single column may contain images of either side.
  const sides = { before: [before], after: [after ?? before], both: [after, before] };
  const imageOn = (target: string, side: ReadSide | undefined) => {
    if (/^data:image\//i.test(target)) return target;
    const file = side && findFile(target, side);
    return file && addressIn(uriOf(side.snapshot.place, file));
  };
  const image = (target: string, side: Side) => sides[side].flatMap(one => imageOn(target, one) ?? [])[0];
  const nameOfTarget = (target: string, side: 'before' | 'after') =>
    side === 'before' ? nameOfResolvedTarget(target, before, after) : nameOfResolvedTarget(target, after, before);
  const colours = await coloursOf(highlightableIn(changes));
  const rows = rowsOf(changes);
  const html = await runInSlices(
    rowsHtml(new BlocksHtml({ image, page: nameOfTarget, ...colours }, prefix, { isFolding: true }), rows, mode),
    signal,
  );
  return rows.map((row, index): ComparisonRow => {
    const { kind, label, count, spellings } = row;
    const line = lineOf(rows, index);
    const [lineBefore] = row.lines.before ?? [];
    const lines = { ...(line !== undefined && { line }), ...(lineBefore !== undefined && { lineBefore }) };
    return { kind, label, count, spellings, ...lines, notes: '', ...html[index] };
  });
}

/**
 * Returns the texts of both sides. A cached side has neither included texts nor values of expressions: those of the
 * current side are used, so that they do not count as changed.
 */
export function comparableTexts({ before, after, isNew = false }: ComparedSides): [PageText, PageText] {
  const now = after?.text ?? emptyText;
  if (!before) return [isNew ? emptyText : now, now];
  if (!after || !before.isTextAlone) return [before.text, now];
  const { files, shared } = after;
  const context = { ...before.text.context, ...shared, meaningOf: createTargetResolver({ ...before, files, shared }) };
  return [{ ...before.text, context }, now];
}

const emptyText: PageText = { markdown: '' };
