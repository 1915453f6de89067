import { textOfNodes, type Document, type DocumentNode } from '../document.ts';
import { anchorOf } from '../anchors.ts';
import { allBlocks, type Block } from '../block.ts';
import { parseBlocks } from '../blocks.ts';
import { type Definitions, definitionsOf } from '../inlines.ts';
import { paragraphOf, readInlines, refOf, textNode } from './readInlines.ts';
import { hashKey } from './blockKeys.ts';

/** Converts the Markdown of a page to a JSON document. Each block gets its key from `blockKeys`. */
export function toDocument(markdown: string, keys: readonly string[]): Document {
  const blocks = parseBlocks(markdown);
  const all = allBlocks(blocks);
  const keyOfBlock = new Map(all.map((block, index) => [block, keys[index] ?? hashKey(index)]));
  const context: Context = {
    keyOf: block => keyOfBlock.get(block) ?? '',
    definitions: definitionsOf(all),
  };
  return { object: 'document', data: { schemaVersion: 1 }, nodes: nodesOf(context, blocks) };
}

interface Context {
  keyOf: (block: Block) => string;
  definitions: Definitions;
}

function nodesOf(context: Context, blocks: readonly Block[]): DocumentNode[] {
  return blocks.flatMap(block =>
    block.type === 'markup' && !block.text ? commentNodes(context, block) : (nodeOf(context, block) ?? []),
  );
}

function nodeOf(context: Context, block: Block): DocumentNode | undefined {
  switch (block.type) {
    case 'definition':
    case 'footnote':
      return undefined;
    case 'heading':
      return headingNode(context, block);
    case 'markup':
    case 'paragraph':
      return leaf(context, block, 'paragraph');
    case 'code':
      return codeNode(context, block);
    case 'table':
      return tableNode(context, block);
    case 'expandable':
      return expandableNode(context, block);
    case 'image':
      return imageNode(context, block);
    case 'integration':
      return integrationNode(context, block);
    default:
      return voidNode(context, block) ?? container(context, block);
  }
}

/** Returns the node of a block that refers to other content; `undefined` for other blocks. */
function voidNode(context: Context, block: Block): DocumentNode | undefined {
  const { type, attributes, source } = block;
  switch (type) {
    case 'divider':
      return empty(context, block, {});
    case 'math':
      return empty(context, block, { formula: source });
    case 'embed':
      return captioned(context, block, { url: attributes['url'] ?? '' });
    case 'file':
      return captioned(context, block, { ref: refOf(attributes['src'] ?? '') });
    case 'content-ref':
      return withBody(context, block, { ref: refOf(attributes['url'] ?? '') });
    case 'reusable-content':
      return empty(context, block, { ref: { kind: 'reusable-content', reusableContent: attributes['src'] ?? '' } });
    case 'swagger':
      return {
        ...withBody(context, block, { ...attributes, ref: refOf(attributes['src'] ?? '') }),
        ...(block.tag && block.tag !== 'openapi' && { meta: { tag: block.tag } }),
      };
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return withBody(context, block, { ...attributes, ref: { kind: 'openapi', spec: attributes['spec'] ?? '' } });
    default:
      return undefined;
  }
}

function leaf(context: Context, block: Block, type: string): DocumentNode {
  return {
    object: 'block',
    type,
    key: context.keyOf(block),
    data: {},
    nodes: readInlines(context.definitions, block.source),
  };
}

/** Returns a block node that has data in place of child nodes. */
function empty(context: Context, block: Block, data: Record<string, unknown>): DocumentNode {
  return { object: 'block', type: block.type, key: context.keyOf(block), data, isVoid: true };
}

/** Returns a heading node. Documents have three levels; a deeper heading keeps its level in its data. */
function headingNode(context: Context, block: Block): DocumentNode {
  const { depth = 1, text } = block;
  const node = leaf(context, block, `heading-${Math.min(depth, 3)}`);
  return { ...node, data: depth > 3 ? { level: depth } : {}, meta: { id: anchorOf(text) } };
}

/** Returns the comments of HTML that has no visible text. */
function commentNodes(context: Context, block: Block): DocumentNode[] {
  const key = context.keyOf(block);
  return [...block.source.matchAll(/<!--([\s\S]*?)-->/g)].map(([, text = ''], index) => ({
    object: 'block',
    type: 'html-comment',
    key: index === 0 ? key : hashKey(key, index),
    data: { text },
    isVoid: true,
  }));
}

/**
 * Returns a node that refers to other content, with the body between its tags: a label, or a fallback for older apps.
 */
function withBody(context: Context, block: Block, data: Record<string, unknown>): DocumentNode {
  // Nested tags are read as text, because each level would parse all levels inside it again.
  if (block.source.includes('{%')) return captioned(context, block, data);
  const key = hashKey(context.keyOf(block), 'caption');
  const blocks = parseBlocks(block.source);
  const keys = new Map(allBlocks(blocks).map((inner, index) => [inner, hashKey(key, index)]));
  const nodes = nodesOf({ ...context, keyOf: inner => keys.get(inner) ?? '' }, blocks);
  return { ...empty(context, block, data), fragments: nodes.length > 0 ? [fragment(key, 'caption', nodes)] : [] };
}

function container(context: Context, block: Block): DocumentNode {
  const nodes = nodesOf(context, block.children);
  return { object: 'block', type: block.type, key: context.keyOf(block), data: containerData(block), nodes };
}

function containerData({ type, attributes, first, checked }: Block): Record<string, unknown> {
  switch (type) {
    case 'list-ordered':
      return first === undefined || first === 1 ? {} : { start: first };
    case 'list-item':
      return checked === undefined ? {} : { checked };
    case 'hint':
      return { style: 'info', ...attributes };
    case 'tabs-item':
      return { title: attributes['title'] ?? '' };
    default:
      return attributes;
  }
}

function codeNode(context: Context, block: Block): DocumentNode {
  const { language } = block;
  const { lineNumbers, ...attributes } = block.attributes;
  const key = context.keyOf(block);
  const seen = new Map<string, number>();
  const nodes = block.source.split('\n').map(line => {
    const occurrence = seen.get(line) ?? 0;
    seen.set(line, occurrence + 1);
    const lineKey = hashKey(key, line, occurrence);
    return { object: 'block', type: 'code-line', key: lineKey, data: {}, nodes: [textNode(line)] };
  });
  const data = {
    ...(language && { syntax: language }),
    ...attributes,
    ...(lineNumbers && { lineNumbers: lineNumbers === 'true' }),
  };
  return { object: 'block', type: 'code', key, data, nodes };
}

function fragment(key: string, name: string, nodes: DocumentNode[], type = name): DocumentNode {
  return { object: 'fragment', key, fragment: name, type, nodes };
}

function captionOf(context: Context, block: Block): DocumentNode[] {
  if (!block.source) return [];
  const key = context.keyOf(block);
  const paragraph = paragraphOf(hashKey(key, 'caption', 'paragraph'), readInlines(context.definitions, block.source));
  return [fragment(hashKey(key, 'caption'), 'caption', [paragraph])];
}

function captioned(context: Context, block: Block, data: Record<string, unknown>): DocumentNode {
  return { ...empty(context, block, data), fragments: captionOf(context, block) };
}

function imageNode(context: Context, block: Block): DocumentNode {
  const { src = '', srcDark, alt, width, height, ...others } = block.attributes;
  return captioned(context, block, {
    ref: refOf(src),
    ...(srcDark && { refDark: refOf(srcDark) }),
    ...(alt && { alt }),
    ...(width && { width }),
    ...(height && { height }),
    ...(Object.keys(others).length > 0 && { attributes: others }),
  });
}

function expandableNode(context: Context, block: Block): DocumentNode {
  const key = context.keyOf(block);
  const [first, ...others] = block.children;
  const hasTitle = first?.type === 'expandable-title';
  const titleKey = hasTitle ? context.keyOf(first) : hashKey(key, 'title');
  const title = paragraphOf(
    hashKey(titleKey, 'paragraph'),
    hasTitle ? readInlines(context.definitions, first.source) : [],
  );
  const body = nodesOf(context, hasTitle ? others : block.children);
  return {
    ...empty(context, block, block.attributes),
    fragments: [
      fragment(titleKey, 'expandable-title', [title]),
      fragment(hashKey(key, 'body'), 'expandable-body', body),
    ],
  };
}

function integrationNode(context: Context, block: Block): DocumentNode {
  const tag = block.tag ?? '';
  const [, integration = tag, name] = /^@?([^@/]+)\/(.+)$/.exec(tag) ?? [];
  const node = empty(context, block, { integration, ...(name && { block: name }), props: block.attributes });
  return block.children.length ? { ...node, isVoid: false, nodes: nodesOf(context, block.children) } : node;
}

function tableNode(context: Context, block: Block): DocumentNode {
  const key = context.keyOf(block);
  const header = block.header ?? [];
  const width = Math.max(header.length, ...block.children.map(row => row.cells?.length ?? 0));
  const columns = Array.from({ length: width }, (_, index) => hashKey(key, 'column', index));
  const definition = columns.map((id, index) => {
    const title = plainTitle(context, header[index] ?? '');
    const column = columnData(block.columns?.[index]);
    return [id, { id, title, textAlignment: block.align?.[index] ?? 'left', ...column }] as const;
  });
  const rows = block.children.map((row, index) => rowOf(context, row, { columns, index }));
  const view = viewOf(block, columns);
  const records = Object.fromEntries(rows.map(row => [row.id, row.record]));
  const fragments = rows.flatMap(row => row.fragments);
  return { ...empty(context, block, { view, definition: Object.fromEntries(definition), records }), fragments };
}

/** Column attributes that are part of the view. */
const viewAttributes = ['data-hidden', 'width', 'data-card-target', 'data-card-cover', 'data-card-cover-dark'];

/** Returns the type of a column, and the attributes that documents have no field for. */
function columnData({ 'data-type': type = 'text', align: _, ...attributes }: Record<string, string> = {}) {
  const others = Object.entries(attributes).filter(([name]) => !viewAttributes.includes(name));
  return { type, ...(others.length > 0 && { attributes: Object.fromEntries(others) }) };
}

function viewOf(block: Block, columns: readonly string[]): Record<string, unknown> {
  const { header = [], attributes } = block;
  const {
    'data-view': type,
    'data-card-size': cardSize = 'medium',
    'data-header-hidden': headerHidden,
    'data-full-width': fullWidth,
    ...others
  } = attributes;
  const has = (name: string) => (_: string, index: number) => block.columns?.[index]?.[name] !== undefined;
  const widths = columns.map((id, index) => [id, Number(block.columns?.[index]?.['width'])] as const);
  const columnWidths = widths.filter(([, width]) => width > 0);
  const shared = {
    columns: columns.filter((id, index) => !has('data-hidden')(id, index)),
    ...(columnWidths.length > 0 && { columnWidths: Object.fromEntries(columnWidths) }),
    ...(fullWidth !== undefined && { fullWidth: fullWidth !== 'false' }),
    ...(Object.keys(others).length > 0 && { attributes: others }),
  };
  const hideHeader = headerHidden !== undefined || header.every(title => !title);
  if (type !== 'cards') return { type: 'grid', ...shared, hideHeader };
  const definitions = {
    targetDefinition: columns.find(has('data-card-target')),
    coverDefinition: columns.find(has('data-card-cover')),
    coverDefinitionDark: columns.find(has('data-card-cover-dark')),
  };
  const named = Object.entries(definitions).filter(([, id]) => id !== undefined);
  const hidden = headerHidden === undefined ? {} : { hideColumnTitle: true };
  return { type, ...shared, ...hidden, cardSize, ...Object.fromEntries(named) };
}

function rowOf(context: Context, row: Block, { columns, index }: { columns: string[]; index: number }) {
  const id = context.keyOf(row);
  const names = columns.map((_, column) => hashKey(id, 'cell', column));
  const fragments = names.map((name, column) => {
    const nodes = readInlines(context.definitions, row.cells?.[column] ?? '');
    return fragment(name, name, [paragraphOf(hashKey(name, 'paragraph'), nodes)], 'table-cell');
  });
  const values = Object.fromEntries(columns.map((column, at) => [column, names[at] ?? '']));
  return { id, record: { orderIndex: String(index).padStart(6, '0'), values }, fragments };
}

/** Column titles are plain text in documents. */
function plainTitle(context: Context, markdown: string): string {
  return textOfNodes(readInlines(context.definitions, markdown));
}
