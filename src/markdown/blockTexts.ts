import { parseBlocks } from './blocks.ts';

/** A top-level block of Markdown, without the blank lines around it. */
export interface BlockText {
  text: string;
  /** Number of blank lines above the block. */
  gap: number;
}

/** Splits the body of a page at its top-level blocks. */
export function splitBlocks(markdown: string): BlockText[] {
  const lines = markdown.split('\n');
  const starts = parseBlocks(markdown).map(({ start }) => start);
  return starts.map((start, index) => {
    const end = lastFilled(lines, starts[index + 1] ?? lines.length);
    const above = index === 0 ? 0 : lastFilled(lines, start);
    return { text: lines.slice(start, end).join('\n'), gap: start - above };
  });
}

/** Returns the index after the last non-blank line before `end`. */
function lastFilled(lines: readonly string[], end: number): number {
  let line = end;
  while (line > 0 && !lines[line - 1]?.trim()) line--;
  return line;
}

/**
 * Joins the texts of blocks. Blocks that are adjacent in one of the pages keep their distance in the last of these
 * pages. Other blocks are separated by a blank line.
 */
export class BlockJoiner {
  readonly #gaps: ReadonlyMap<string, number>;

  constructor(pages: readonly (readonly BlockText[])[]) {
    this.#gaps = new Map(pages.flatMap(gapsOf));
  }

  join(texts: readonly string[]): string {
    return texts
      .map((text, index) => {
        const above = texts[index - 1];
        return above === undefined ? text : '\n'.repeat(this.gapBetween(above, text) + 1) + text;
      })
      .join('');
  }

  /** Returns the number of blank lines between two blocks. */
  gapBetween(above: string, below: string): number {
    return this.#gaps.get(pairKey(above, below)) ?? 1;
  }
}

/** Joins the texts of blocks like `BlockJoiner`. */
export function joinBlocks(texts: readonly string[], pages: readonly (readonly BlockText[])[]): string {
  return new BlockJoiner(pages).join(texts);
}

function gapsOf(blocks: readonly BlockText[]): [string, number][] {
  return blocks.map(({ text, gap }, index) => [pairKey(blocks[index - 1]?.text, text), gap]);
}

function pairKey(above: string | undefined, below: string): string {
  return JSON.stringify([above, below]);
}
