import { allBlocks, type Block } from './block.ts';
import { parseBlocks } from './blocks.ts';
import { tokenizeHtml } from './htmlTokens.ts';

/** Returns the anchor that the service generates for a heading. */
export function anchorOf(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replace(/\s+/g, '-');
}

/**
 * Returns the line of the heading that an anchor names: its explicit ID, the anchor that the service generates, or the
 * anchor that other Markdown tools generate. Repeated headings have a number: the second is `…-1`.
 */
export function lineOfAnchor(markdown: string, anchor: string): number | undefined {
  return linesOfAnchors(allBlocks(parseBlocks(markdown))).get(decodeAnchor(anchor).toLowerCase());
}

/** Returns the lines of headings by their anchors in lower case. */
export function linesOfAnchors(blocks: readonly Block[]): Map<string, number> {
  const headings = blocks.filter(({ type }) => type === 'heading');
  const lines = new Map<string, number>();
  for (const namesOf of [givenNames, (_: string, text: string) => [anchorOf(text)], hyphenated]) {
    const uses = new Map<string, number>();
    for (const { source, text, start } of headings) {
      for (const name of namesOf(source, text).filter(Boolean)) {
        const count = uses.get(name) ?? 0;
        uses.set(name, count + 1);
        const numbered = count === 0 ? name : `${name}-${count}`;
        if (!lines.has(numbered)) lines.set(numbered, start);
      }
    }
  }
  return lines;
}

/** Returns explicit IDs, as Git Sync writes them: `<a href="#name" id="name"></a>`. */
function givenNames(source: string): string[] {
  const attributes = tokenizeHtml(source).flatMap(token => (token.kind === 'start' ? token.attributes : []));
  return attributes.filter(({ name }) => name === 'id').map(({ value = '' }) => value.toLowerCase());
}

/** Returns the anchor with one hyphen for each space, even next to removed characters. */
function hyphenated(_: string, text: string): string[] {
  return [
    text
      .toLowerCase()
      .trim()
      .replace(/\s/g, '-')
      .replace(/[^\p{L}\p{N}_-]/gu, ''),
  ];
}

/** Decodes the percent signs of an anchor. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    // People write pages by hand, so an invalid escape is used as it is.
    return anchor;
  }
}
