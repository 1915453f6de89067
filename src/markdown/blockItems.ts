import type { Block, BlockType } from './blocks.ts';

/** Something with a place in a tree that can be told from its neighbours by kind and by what it says. */
export interface Item<V> {
  value: V;
  type: string;
  /** Types that may stand for each other, since Markdown and documents are not cut up in quite the same way. */
  family: string;
  /** What it and everything inside says, without what is written differently in Markdown and in documents. */
  signature: string;
  children: Item<V>[];
}

const families: Record<string, string> = {
  paragraph: 'text',
  heading: 'text',
  markup: 'text',
  'expandable-title': 'text',
  'list-ordered': 'list',
  'list-unordered': 'list',
  'list-tasks': 'list',
  image: 'images',
  embed: 'void',
  file: 'void',
  drawing: 'void',
  'content-ref': 'void',
  'reusable-content': 'void',
  swagger: 'void',
  'openapi-operation': 'void',
  'openapi-schemas': 'void',
  'openapi-webhook': 'void',
  integration: 'void',
};

export function familyOf(type: string): string {
  return families[type] ?? (type.startsWith('heading-') ? 'text' : type);
}

/** Keeps letters and digits: emphasis, escapes, quotes, white space and emojis are written in more than one way. */
export function signatureOf(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.replace(/:[a-z0-9_+-]+:|[^A-Za-z0-9]+/g, '');
  return text.replace(/:[a-z0-9_+-]+:|[0-9#*]\ufe0f?\u20e3|[^\p{L}\p{N}]+/gu, '');
}

/** Code is the same everywhere but for white space. */
export function codeSignature(code: string): string {
  return code.replace(/\s+/g, '');
}

/** Takes the target of a void block to what its written forms have in common. */
export function referenceSignature(target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return signatureOf(target);
  const name = target.replace(/[?#].*$/, '').replace(/(?:\/README)?\.md$/i, '');
  return signatureOf(name.slice(name.lastIndexOf('/', name.length - 2) + 1));
}

/** Blocks that a document does not show where they stand: they are no part of what is around them. */
const unshown: ReadonlySet<BlockType> = new Set(['definition', 'footnote']);

export function blockItems(blocks: readonly Block[]): Item<Block>[] {
  return blocks.map(blockItem);
}

function blockItem(block: Block): Item<Block> {
  const children = blockItems(block.children);
  const own = ownSignature(block);
  const shown = children.filter(child => !unshown.has(child.value.type));
  const signature = own + shown.map(child => child.signature).join('');
  return { value: block, type: block.type, family: familyOf(block.type), signature, children };
}

function ownSignature(block: Block): string {
  const { type, text, source, attributes } = block;
  const target = attributes['url'] ?? attributes['src'] ?? attributes['spec'] ?? '';
  if (type === 'code') return codeSignature(source);
  if (type === 'math' || type === 'definition') return codeSignature(source);
  if (type === 'image') return signatureOf(text) || referenceSignature(target);
  if (type === 'table') return signatureOf((block.header ?? []).join(' '));
  if (familyOf(type) === 'void') return referenceSignature(target) || signatureOf(text);
  if (type === 'tabs-item') return signatureOf(attributes['title'] ?? '');
  return block.children.length ? '' : signatureOf(text);
}
