import { allBlocks, type Block } from './block.ts';
import { parseBlocks } from './blocks.ts';
import { tokenizeHtml } from './htmlTokens.ts';

/** The anchor that the service gives a heading in the address of its page. */
export function anchorOf(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replace(/\s+/g, '-');
}

/**
 * The line of the heading that an anchor names: by the name that somebody gave it, by that of the service, or by that
 * which links in Markdown are written with elsewhere. Of headings that say the same, the second is `…-1`.
 */
export function lineOfAnchor(markdown: string, anchor: string): number | undefined {
  return linesOfAnchors(allBlocks(parseBlocks(markdown))).get(decodeAnchor(anchor).toLowerCase());
}

/** The lines of the headings among the blocks of a page, by their anchors in lower case. */
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

/** `<a href="#name" id="name"></a>`, as Git sync writes it. */
function givenNames(source: string): string[] {
  const attributes = tokenizeHtml(source).flatMap(token => (token.kind === 'start' ? token.attributes : []));
  return attributes.filter(({ name }) => name === 'id').map(({ value = '' }) => value.toLowerCase());
}

/** A hyphen for each space, also beside what is left out. */
function hyphenated(_: string, text: string): string[] {
  return [
    text
      .toLowerCase()
      .trim()
      .replace(/\s/g, '-')
      .replace(/[^\p{L}\p{N}_-]/gu, ''),
  ];
}

/** Takes an anchor of an address to what it stands for. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    // Pages are written by hand: what stands for nothing is taken as it is.
    return anchor;
  }
}
