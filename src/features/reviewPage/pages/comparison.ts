import type * as vscode from 'vscode';
import { uriOf } from '../../../model/content/snapshot.ts';
import type { Colourable, PageText, Side, RenderContext } from '../../../markdown/review/index.ts';
import { inSlices } from '../../../markdown/slices.ts';
import type { Mode, ShownRow } from '../../../webview/reviewPage/messages.ts';
import { findFile, meaningsOn, nameOfMeaning } from './references.ts';
import type { ReadSide } from './sides.ts';

/** Both sides of a page or text. One that is not there, or not known, is undefined. */
export interface ComparedSides {
  before: ReadSide | undefined;
  after: ReadSide | undefined;
  /** Whether there was nothing before. Else what is not known of that is taken to be as it is. */
  isNew?: boolean;
}

export interface ComparisonOptions {
  mode: Mode;
  /** The beginning of the IDs of elements, which are no other page's. */
  prefix: string;
  /** Returns how code and formulas are shown. */
  coloursOf: (colourable: Colourable) => Promise<Pick<RenderContext, 'code' | 'formula'>>;
  /** Returns where the webview finds a file. */
  addressIn: (uri: vscode.Uri) => string;
  signal: AbortSignal;
}

/** Compares both sides of a page or text, and makes the rows that show it. */
export async function compareSides(
  { before, after, isNew = false }: ComparedSides,
  { mode, prefix, coloursOf, addressIn, signal }: ComparisonOptions,
): Promise<ShownRow[]> {
  const { BlocksHtml, colourableIn, comparing, lineOf, rowsHtml, rowsOf } =
    await import('../../../markdown/review/index.ts');
  const changes = await inSlices(comparing(...comparableTexts({ before, after, isNew })), signal);
  // In one column a picture may be on either side.
  const sides = { before: [before], after: [after ?? before], both: [after, before] };
  const imageOn = (target: string, side: ReadSide | undefined) => {
    if (/^data:image\//i.test(target)) return target;
    const file = side && findFile(target, side);
    return file && addressIn(uriOf(side.snapshot.place, file));
  };
  const image = (target: string, side: Side) => sides[side].flatMap(one => imageOn(target, one) ?? [])[0];
  const page = (target: string, side: 'before' | 'after') =>
    side === 'before' ? nameOfMeaning(target, before, after) : nameOfMeaning(target, after, before);
  const colours = await coloursOf(colourableIn(changes));
  const rows = rowsOf(changes);
  const html = await inSlices(
    rowsHtml(new BlocksHtml({ image, page, ...colours }, prefix, { isFolding: true }), rows, mode),
    signal,
  );
  return rows.map((row, index): ShownRow => {
    const { kind, label, count, spellings } = row;
    const line = lineOf(rows, index);
    const [lineBefore] = row.lines.before ?? [];
    const lines = { ...(line !== undefined && { line }), ...(lineBefore !== undefined && { lineBefore }) };
    return { kind, label, count, spellings, ...lines, notes: '', ...html[index] };
  });
}

/**
 * Returns the texts of both sides. What one that was kept on this computer includes, and what its expressions were, is not
 * known: it is taken to be as it is.
 */
export function comparableTexts({ before, after, isNew = false }: ComparedSides): [PageText, PageText] {
  const now = after?.text ?? nothing;
  if (!before) return [isNew ? nothing : now, now];
  if (!after || !before.isTextAlone) return [before.text, now];
  const { files, shared } = after;
  const context = { ...before.text.context, ...shared, meaningOf: meaningsOn({ ...before, files, shared }) };
  return [{ ...before.text, context }, now];
}

const nothing: PageText = { markdown: '' };
