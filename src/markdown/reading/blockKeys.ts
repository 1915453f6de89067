import { createHash } from 'node:crypto';
import { allBlocks, type Block } from '../block.ts';
import { blockItems } from '../placing/blockItems.ts';
import { parseBlocks } from '../blocks.ts';
import { matchTrees, type Tolerance } from '../placing/matchTrees.ts';

/** A version of a page with the keys of its blocks, in the order of `allBlocks`. */
export interface KeyedMarkdown {
  markdown: string;
  keys: readonly string[];
}

/**
 * Returns the key of every block of a page, in the order of `allBlocks`. A block that an earlier version contains
 * (unchanged, moved, or edited between the same neighbours) keeps its key; the first version that contains it wins. A
 * new key is derived from the seed, such as the page's ID, and the text of the block, so that equal edits in two change
 * requests lead to equal keys.
 */
export function blockKeys(
  markdown: string,
  previous: KeyedMarkdown | readonly KeyedMarkdown[] = [],
  seed = '',
): string[] {
  const blocks = parseBlocks(markdown);
  const keys = new Map<Block, string>();
  const used = new Set<string>();
  for (const version of 'markdown' in previous ? [previous] : previous) {
    for (const [block, key] of keptKeys(blocks, version)) {
      if (keys.has(block) || used.has(key)) continue;
      keys.set(block, key);
      used.add(key);
    }
  }
  // The key of a deleted block must not be reused, because comments may still refer to it.
  const known = new Set([previous].flat().flatMap(version => version.keys));
  const occurrences = new Map<string, number>();
  return allBlocks(blocks).map(block => keys.get(block) ?? freshKey(block, seed, { taken: known, occurrences }));
}

/** Returns a key that is always equal for equal words. */
export function hashKey(...words: readonly (string | number)[]): string {
  return createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 24);
}

/** A block between the same neighbours may be rewritten completely, and keeps its comments. */
const sameBlock: Tolerance = { similarity: 0.3, inPlace: true };

function keptKeys(blocks: readonly Block[], { markdown, keys }: KeyedMarkdown): Map<Block, string> {
  const before = parseBlocks(markdown);
  const keyOfBlock = new Map(allBlocks(before).map((block, index) => [block, keys[index]]));
  const matched = new Map<Block, string>();
  const matches = matchTrees(blockItems(before), blockItems(blocks), sameBlock);
  for (const [from, to] of matches) {
    const key = keyOfBlock.get(from);
    if (key !== undefined) matched.set(to, key);
  }
  return matched;
}

interface Known {
  taken: Set<string>;
  /** Number of earlier blocks with the same text. */
  occurrences: Map<string, number>;
}

function freshKey({ type, text, source, attributes }: Block, seed: string, { taken, occurrences }: Known): string {
  const words = [seed, type, text, source, JSON.stringify(attributes)];
  const block = hashKey(...words);
  for (let occurrence = occurrences.get(block) ?? 0; ; occurrence++) {
    const key = hashKey(...words, occurrence);
    if (taken.has(key)) continue;
    taken.add(key);
    occurrences.set(block, occurrence + 1);
    return key;
  }
}
