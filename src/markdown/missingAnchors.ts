import { decodeAnchor, linesOfAnchors } from './anchors.ts';
import { allBlocks, type Block, type BlockType } from './block.ts';
import { parseBlocks } from './blocks.ts';

/**
 * Returns a function that tells whether a page certainly has no such anchor. The function returns false if the page
 * includes other content, or if the server may generate the anchor of a heading differently.
 */
export function createMissingAnchorTest(
  markdown: string,
  title: string,
  parsed = parseBlocks(markdown),
): (anchor: string) => boolean {
  const blocks = allBlocks(parsed);
  if (blocks.some(hasUnknownAnchors)) return () => false;
  const lines = linesOfAnchors(blocks);
  const names = namesIn([title, ...blocks.flatMap(nameOf)]);
  const ids = new Set(Array.from(markdown.matchAll(idAttribute), ([, , id = '']) => id.toLowerCase()));
  const isMissing = (written: string) => {
    // Browsers handle the top of a page and text fragments.
    if (written === '' || written === 'top' || written.startsWith(':~:')) return false;
    if (ids.has(written) || lines.has(written)) return false;
    return !canBeAnchorOf(written, names) && !canBeDuplicateAnchor(written, names);
  };
  // Many links may have the same anchor, so results are cached.
  const results = new Map<string, boolean>();
  return anchor => {
    const written = decodeAnchor(anchor).toLowerCase();
    const result = results.get(written) ?? isMissing(written);
    results.set(written, result);
    return result;
  };
}

const idAttribute = /\s(?:id|name)\s*=\s*(["']?)([^"'\s>]+)\1/gi;

/** Blocks whose content is not in the text of the page. */
const generatedBlockTypes: ReadonlySet<BlockType> = new Set<BlockType>([
  'reusable-content',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
]);

function hasUnknownAnchors({ type, source, tag = '' }: Block): boolean {
  if (type === 'heading') return source.includes('expression');
  if (type === 'integration') return tag !== 'if' && tag !== 'prompt';
  return generatedBlockTypes.has(type);
}

/**
 * Returns the titles from which the anchors of a block are generated: of headings, tabs, steps and expandable blocks.
 */
function nameOf({ type, text, attributes }: Block): string[] {
  if (type === 'heading' || type === 'expandable-title') return [text];
  return type === 'tabs-item' || type === 'stepper-step' ? [attributes['title'] ?? ''].filter(Boolean) : [];
}

/** The names on a page, prepared once, because there may be thousands of names and anchors. */
interface Names {
  countByLetters: ReadonlyMap<string, number>;
  /** Names with symbols or letters of other scripts. */
  split: readonly { letters: string; pieces: readonly string[] }[];
}

function namesIn(names: readonly string[]): Names {
  const prepared = names.map(name => ({ letters: lettersOf(name), pieces: piecesOf(name) }));
  const countByLetters = new Map<string, number>();
  for (const { letters } of prepared) countByLetters.set(letters, (countByLetters.get(letters) ?? 0) + 1);
  return { countByLetters, split: prepared.filter(({ pieces }) => pieces.length > 1) };
}

/** Returns the Latin letters and digits of a name, split at symbols and letters of other scripts. */
function piecesOf(name: string): string[] {
  return name
    .toLowerCase()
    .replace(/:[\w+-]+:/g, '*')
    .replace(/[\s.,:;!?'"()[\]{}/\\`_-]+/g, '')
    .replace(/[^a-z0-9]+/g, '*')
    .split('*');
}

/**
 * Returns whether an anchor may be generated from one of the names. Punctuation is left out. Symbols and letters of
 * other scripts may be left out or written in Latin letters: `&` as `and`, `ü` as `u` or `ue`. A digit may follow
 * `id-`.
 */
function canBeAnchorOf(anchor: string, names: Names): boolean {
  return countNamesOf(anchor, names) > 0;
}

/** Returns whether an anchor may belong to the second (`…-1`) or a later heading with the same name. */
function canBeDuplicateAnchor(anchor: string, names: Names): boolean {
  const [, first, number] = /^(.+)-(\d+)$/.exec(anchor) ?? [];
  return first !== undefined && countNamesOf(first, names) > Number(number);
}

/** Returns the number of names from which an anchor may be generated. */
function countNamesOf(anchor: string, { countByLetters, split }: Names): number {
  const letters = lettersOf(anchor);
  if (/[^a-z0-9]/.test(letters)) return countByLetters.get(letters) ?? 0;
  const variants = [...new Set([letters, lettersOf(anchor.replace(/^id-(?=\d)/, ''))])];
  const others = split.filter(name => !variants.includes(name.letters));
  const matching = others.filter(({ pieces }) => variants.some(variant => containsInOrder(variant, pieces)));
  return variants.reduce((count, variant) => count + (countByLetters.get(variant) ?? 0), matching.length);
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** Returns whether a text consists of these pieces in order, with anything in between. */
function containsInOrder(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of others) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
