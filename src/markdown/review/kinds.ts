import { t } from '@vscode/l10n';
import type { Block, BlockType } from '../block.ts';

/** Returns the display name of a kind of block. */
export function kindOf({ type, tag, children = [] }: Pick<Block, 'type' | 'tag'> & Partial<Block>): string {
  const [only, ...others] = type === 'group' ? children : [];
  if (only && !others.length) return kindOf(only);
  return type === 'integration' && tag ? tag : kindName(type);
}

/** Returns the display name of a kind of block or inline content. */
export function kindName(kind: string): string {
  return kinds.get(kind)?.() ?? kind;
}

type Inline = 'link' | 'icon';

// The names are looked up when they are shown, because this module is loaded before the translations.
const kinds: ReadonlyMap<string, () => string> = new Map(
  Object.entries<() => string>({
    paragraph: () => t('paragraph'),
    heading: () => t('heading'),
    'list-ordered': () => t('numbered list'),
    'list-unordered': () => t('list'),
    'list-tasks': () => t('task list'),
    'list-item': () => t('list item'),
    blockquote: () => t('quote'),
    hint: () => t('hint'),
    code: () => t('code'),
    divider: () => t('divider'),
    images: () => t('images'),
    image: () => t('image'),
    file: () => t('file'),
    embed: () => t({ message: 'embed', comment: ['kind of block'] }),
    math: () => t('formula'),
    table: () => t('table'),
    'table-row': () => t('row'),
    tabs: () => t('tabs'),
    'tabs-item': () => t('tab'),
    expandable: () => t({ message: 'expandable', comment: ['kind of block'] }),
    'expandable-title': () => t('title'),
    stepper: () => t('steps'),
    'stepper-step': () => t('step'),
    columns: () => t('columns'),
    column: () => t('column'),
    'content-ref': () => t('link to a page'),
    'reusable-content': () => t('reusable content'),
    swagger: () => t('API operation'),
    'openapi-operation': () => t('API operation'),
    'openapi-schemas': () => t('API schemas'),
    'openapi-webhook': () => t('API webhook'),
    integration: () => t('integration'),
    definition: () => t('target of links'),
    footnote: () => t('footnote'),
    markup: () => 'HTML',
    group: () => t('blocks'),
    link: () => t('link'),
    icon: () => t('icon'),
  } satisfies Record<BlockType | Inline, () => string>),
);
