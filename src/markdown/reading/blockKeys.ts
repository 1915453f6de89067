import { createHash } from 'node:crypto';
import { allBlocks, type Block } from '../block.ts';
import { blockItems } from '../placing/blockItems.ts';
import { parseBlocks } from '../blocks.ts';
import { matchTrees, type Tolerance } from '../placing/matchTrees.ts';

/** A version of a page with the keys of its blocks, in the order in which `allBlocks` meets them. */
export interface KeyedMarkdown {
  markdown: string;
  keys: readonly string[];
}

/**
 * Gives every block of a page its key, in the order of `allBlocks`. A block that is in an earlier version (unchanged,
 * moved, or edited between the same neighbours) keeps the key it has there; where several versions are given, the first
 * that knows the block decides. A new block's key follows from the seed (the page's ID, say) and from what it says, so
 * that the same edit made in two change requests gives the same keys.
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
  // A key of a block that is gone must not come back on another one: comments may still hang on it.
  const known = new Set([previous].flat().flatMap(version => version.keys));
  const occurrences = new Map<string, number>();
  return allBlocks(blocks).map(block => keys.get(block) ?? freshKey(block, seed, { taken: known, occurrences }));
}

/** Makes a key that always follows from the same words. */
export function keyOf(...words: readonly (string | number)[]): string {
  return createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 24);
}

/** Between the same neighbours a block may be written anew as a whole: what hung on it hangs on what replaced it. */
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
  /** How many there were of the blocks that say the same. */
  occurrences: Map<string, number>;
}

function freshKey({ type, text, source, attributes }: Block, seed: string, { taken, occurrences }: Known): string {
  const words = [seed, type, text, source, JSON.stringify(attributes)];
  const block = keyOf(...words);
  for (let occurrence = occurrences.get(block) ?? 0; ; occurrence++) {
    const key = keyOf(...words, occurrence);
    if (taken.has(key)) continue;
    taken.add(key);
    occurrences.set(block, occurrence + 1);
    return key;
  }
}
