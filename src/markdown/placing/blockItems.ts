import type { Block, BlockType } from '../block.ts';
import type { MatchItem } from './matchTrees.ts';
import { wrapperTags } from '../tags.ts';
import { codeSignature, partSignature, referenceSignature, signatureOf, typeFamilyOf } from './signatures.ts';

/** Blocks that are displayed elsewhere, so that they do not belong to the surrounding blocks. */
const unshown: ReadonlySet<BlockType> = new Set(['definition', 'footnote']);

export function blockItems(blocks: readonly Block[]): MatchItem<Block>[] {
  return blocks.map(blockItem);
}

function blockItem(block: Block): MatchItem<Block> {
  const children = blockItems(block.children);
  const ownText = ownSignature(block);
  const visibleChildren = children.filter(child => !unshown.has(child.value.type));
  const signature = ownText + visibleChildren.map(child => child.signature).join('');
  const type = isWrapper(block) ? block.tag : block.type;
  return { value: block, type, family: isUnseen(block) ? 'unseen' : typeFamilyOf(type), signature, children };
}

/** Invisible HTML, such as a comment, cannot be commented on. */
function isUnseen({ type, text }: Block): boolean {
  return type === 'markup' && text === '';
}

function ownSignature(block: Block): string {
  const { type, text, source, attributes } = block;
  const target = attributes['url'] ?? attributes['src'] ?? attributes['spec'] ?? '';
  if (type === 'code') return codeSignature(source);
  if (type === 'math' || type === 'definition') return codeSignature(source);
  if (type === 'image') return signatureOf(text) || referenceSignature(target);
  if (type === 'table') return signatureOf((block.header ?? []).join(' '));
  if (typeFamilyOf(type) === 'void' && !isWrapper(block)) {
    return referenceSignature(target) + partSignature(type, name => attributes[name] ?? '') || signatureOf(text);
  }
  if (type === 'tabs-item') return signatureOf(attributes['title'] ?? '');
  return block.children.length ? '' : signatureOf(text);
}

function isWrapper(block: Block): block is Block & { tag: string } {
  return block.type === 'integration' && block.tag !== undefined && wrapperTags.has(block.tag);
}
