import { decodeAnchor, linesOfAnchors } from './anchors.ts';
import { allBlocks, type Block, type BlockType } from './block.ts';
import { parseBlocks } from './blocks.ts';

/**
 * Returns a function that tells whether an anchor certainly leads to nothing on a page. It returns false if the page has
 * content from elsewhere, or if a server may make the anchor of a heading in another way than this extension.
 */
export function createMissingAnchorTest(markdown: string, title: string): (anchor: string) => boolean {
  const blocks = allBlocks(parseBlocks(markdown));
  if (blocks.some(hasUnknownAnchors)) return () => false;
  const lines = linesOfAnchors(blocks);
  const names = [title, ...blocks.flatMap(nameOf)];
  const ids = new Set(Array.from(markdown.matchAll(idAttribute), ([, , id = '']) => id.toLowerCase()));
  return anchor => {
    const written = decodeAnchor(anchor).toLowerCase();
    // Browsers know the top of a page and the words that a link quotes.
    if (written === '' || written === 'top' || written.startsWith(':~:')) return false;
    if (ids.has(written) || lines.has(written)) return false;
    return !names.some(name => mayName(written, name)) && !mayBeRepeated(written, names);
  };
}

const idAttribute = /\s(?:id|name)\s*=\s*(["']?)([^"'\s>]+)\1/gi;

/** Blocks that are made of something else than the text of the page. */
const generated: ReadonlySet<BlockType> = new Set<BlockType>([
  'reusable-content',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
]);

function hasUnknownAnchors({ type, source, tag = '' }: Block): boolean {
  if (type === 'heading') return source.includes('expression');
  if (type === 'integration') return tag !== 'if' && tag !== 'prompt';
  return generated.has(type);
}

/** What a block is called that may have an anchor. */
function nameOf({ type, text, attributes }: Block): string[] {
  if (type === 'heading' || type === 'expandable-title') return [text];
  return type === 'tabs-item' || type === 'stepper-step' ? [attributes['title'] ?? ''].filter(Boolean) : [];
}

/** Whether an anchor may be that of the second (`…-1`) or a later heading with the same name. */
function mayBeRepeated(anchor: string, names: readonly string[]): boolean {
  const [, first, number] = /^(.+)-(\d+)$/.exec(anchor) ?? [];
  return first !== undefined && names.filter(name => mayName(first, name)).length > Number(number);
}

/**
 * Whether an anchor may have been made of a name. Punctuation is left out. Symbols and letters of other scripts may be
 * left out, too, or be written out in Latin letters: `&` as `and`, `ü` as `u` or `ue`. A digit may follow `id-`.
 */
function mayName(anchor: string, name: string): boolean {
  const letters = lettersOf(anchor);
  if (letters === lettersOf(name)) return true;
  if (/[^a-z0-9]/.test(letters)) return false;
  const pieces = name
    .toLowerCase()
    .replace(/:[\w+-]+:/g, '*')
    .replace(/[\s.,:;!?'"()[\]{}/\\`_-]+/g, '')
    .replace(/[^a-z0-9]+/g, '*')
    .split('*');
  return hasPieces(letters, pieces) || hasPieces(lettersOf(anchor.replace(/^id-(?=\d)/, '')), pieces);
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** Whether a text consists of these pieces in their order, with anything in between. */
function hasPieces(text: string, pieces: readonly string[]): boolean {
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
