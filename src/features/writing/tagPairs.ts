import * as vscode from 'vscode';
import { type CustomTag, findCustomTags } from '../../markdown/customTags.ts';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import { parseContentUri } from '../../model/content/address.ts';

/** The tags of a custom block, with their offsets in the document. */
interface TagPair {
  opening: CustomTag;
  closing: CustomTag;
}

/** Provides folding ranges for custom blocks. VS Code folds headings, lists and code itself. */
export function provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
  return pairsIn(document).flatMap(({ opening, closing }) => {
    const [start, end] = [document.positionAt(opening.start).line, document.positionAt(closing.start).line];
    // The line of the end tag stays visible, like the end of a function.
    return end - 1 > start ? [new vscode.FoldingRange(start, end - 1)] : [];
  });
}

/** Highlights the start and end tag of a block if the cursor is in one of them. */
export function provideDocumentHighlights(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.DocumentHighlight[] | undefined {
  if (!document.lineAt(position).text.includes('{%')) return undefined;
  const offset = document.offsetAt(position);
  const isIn = ({ start, end }: CustomTag) => start <= offset && offset <= end;
  const pair = pairsIn(document).find(({ opening, closing }) => isIn(opening) || isIn(closing));
  if (!pair) return undefined;
  return [pair.opening, pair.closing].map(({ start, end }) => {
    return new vscode.DocumentHighlight(new vscode.Range(document.positionAt(start), document.positionAt(end)));
  });
}

function pairsIn(document: vscode.TextDocument): TagPair[] {
  const text = document.getText();
  if (!parseContentUri(document.uri) || !text.includes('{%')) return [];
  const body = bodyAfterFrontMatter(text).text;
  const moved = (tag: CustomTag) => {
    const offset = text.length - body.length;
    return { ...tag, start: tag.start + offset, end: tag.end + offset };
  };
  const { blockTags, ends } = findCustomTags(body);
  return blockTags.flatMap(tag => {
    const closing = tag.isEnd ? undefined : ends.get(tag.start);
    return closing ? [{ opening: moved(tag), closing: moved(closing) }] : [];
  });
}
