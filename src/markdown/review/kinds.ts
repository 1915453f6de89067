import type { Block, BlockType } from '../block.ts';

/** Returns the display name of a kind of block. */
export function kindOf({ type, tag, children = [] }: Pick<Block, 'type' | 'tag'> & Partial<Block>): string {
  const [only, ...others] = type === 'group' ? children : [];
  if (only && !others.length) return kindOf(only);
  return type === 'integration' && tag ? tag : (kinds.get(type) ?? type);
}

export const kinds: ReadonlyMap<BlockType, string> = new Map<BlockType, string>([
  ['list-ordered', 'numbered list'],
  ['list-unordered', 'list'],
  ['list-tasks', 'task list'],
  ['list-item', 'list item'],
  ['blockquote', 'quote'],
  ['images', 'images'],
  ['math', 'formula'],
  ['table-row', 'row'],
  ['tabs-item', 'tab'],
  ['expandable-title', 'title'],
  ['stepper', 'steps'],
  ['stepper-step', 'step'],
  ['content-ref', 'link to a page'],
  ['reusable-content', 'reusable content'],
  ['swagger', 'API operation'],
  ['openapi-operation', 'API operation'],
  ['openapi-schemas', 'API schemas'],
  ['openapi-webhook', 'API webhook'],
  ['definition', 'target of links'],
  ['markup', 'HTML'],
  ['group', 'blocks'],
]);
