import { t } from '@vscode/l10n';
import type { Block, BlockType } from '../block.ts';

/** Returns the display name of a kind of block. */
export function kindOf({ type, tag, children = [] }: Pick<Block, 'type' | 'tag'> & Partial<Block>): string {
  const [only, ...others] = type === 'group' ? children : [];
  if (only && !others.length) return kindOf(only);
  return type === 'integration' && tag ? tag : (kinds.get(type) ?? type);
}

export const kinds: ReadonlyMap<BlockType, string> = new Map<BlockType, string>([
  ['list-ordered', t('numbered list')],
  ['list-unordered', 'list'],
  ['list-tasks', t('task list')],
  ['list-item', t('list item')],
  ['blockquote', 'quote'],
  ['images', 'images'],
  ['math', 'formula'],
  ['table-row', 'row'],
  ['tabs-item', 'tab'],
  ['expandable-title', 'title'],
  ['stepper', 'steps'],
  ['stepper-step', 'step'],
  ['content-ref', t('link to a page')],
  ['reusable-content', t('reusable content')],
  ['swagger', t('API operation')],
  ['openapi-operation', t('API operation')],
  ['openapi-schemas', t('API schemas')],
  ['openapi-webhook', t('API webhook')],
  ['definition', t('target of links')],
  ['markup', 'HTML'],
  ['group', 'blocks'],
]);
