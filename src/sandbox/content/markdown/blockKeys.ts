import { createHash } from 'node:crypto';
import { matchTrees } from '../../../markdown/matchTrees.ts';
import { parseBlocks, type Block } from '../../../markdown/blocks.ts';
import { blockItems } from '../../../markdown/blockItems.ts';

/** A version of a page with the keys of its blocks, in the order in which `walk` meets them. */
export interface KeyedMarkdown {
  markdown: string;
  keys: readonly string[];
}

/**
 * Gives every block of a page its key, in the order of `walk`. A block that is in an earlier version (unchanged, moved,
 * or edited between the same neighbours) keeps the key it has there; where several versions are given, the first that
 * knows the block decides. A new block's key follows from the seed (the page's ID, say) and from what it says, so
 * that the same edit made in two change requests gives the same keys.
 */
export function assignKeys(
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
  return walk(blocks).map(block => keys.get(block) ?? freshKey(block, seed, known));
}

/** All blocks of a page, each before those inside it: the order of keys. */
export function walk(blocks: readonly Block[]): Block[] {
  return blocks.flatMap(block => [block, ...walk(block.children)]);
}

/** Makes a key that always follows from the same words. */
export function keyOf(...words: readonly (string | number)[]): string {
  return createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 24);
}

function keptKeys(blocks: readonly Block[], { markdown, keys }: KeyedMarkdown): Map<Block, string> {
  const before = parseBlocks(markdown);
  const keyOfBlock = new Map(walk(before).map((block, index) => [block, keys[index]]));
  const kept = new Map<Block, string>();
  const matches = matchTrees(blockItems(before), blockItems(blocks), { similarity: 0.3, inPlace: true });
  for (const [from, to] of matches) {
    const key = keyOfBlock.get(from);
    if (key !== undefined) kept.set(to, key);
  }
  return kept;
}

function freshKey({ type, text, source, attributes }: Block, seed: string, taken: Set<string>): string {
  const words = [seed, type, text, source, JSON.stringify(attributes)];
  for (let occurrence = 0; ; occurrence++) {
    const key = keyOf(...words, occurrence);
    if (taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}
