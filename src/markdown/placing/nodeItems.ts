import { t } from '@vscode/l10n';
import { dataText, childNodesOf, rawTextOfNodes, textOfNodes, type DocumentNode } from '../document.ts';
import type { MatchItem } from './matchTrees.ts';
import { wrapperTags } from '../tags.ts';
import { codeSignature, partSignature, referenceSignature, signatureOf, typeFamilyOf } from './signatures.ts';

/** A cell of a table, by the IDs of its row and its column. */
export interface TableCell {
  record: string;
  definition: string;
}

/** Converts the blocks of a document to items that can be matched with blocks of Markdown. */
export function nodeItems(nodes: readonly DocumentNode[]): MatchItem<DocumentNode>[] {
  return nodes.filter(node => node.object === 'block').map(nodeItem);
}

function nodeItem(node: DocumentNode): MatchItem<DocumentNode> {
  const type = typeOf(node);
  const children = childItems(node, type);
  const ownText = ownSignature(node, type, children.length > 0);
  return itemOf(node, type, ownText + children.map(child => child.signature).join(''), children);
}

/** Returns the text of a node or a cell in the form for comparing it with another version. */
export function signatureOfNode(node: DocumentNode, cell?: TableCell): string {
  if (cell) return signatureOf(textOfCell(node, cell));
  const [item] = nodeItems([node]);
  const signature = item ? item.signature : signatureOf(rawTextOfNodes([node]));
  return signature || imagesIn(node).join('');
}

/** Returns the captions and targets of the inline images in a node. */
function imagesIn(node: DocumentNode): string[] {
  if (node.type !== 'inline-image') return childNodesOf(node).flatMap(imagesIn);
  return [signatureOf(dataText(node, 'caption')) + referenceSignature(targetOf(node))];
}

function textOfCell(table: DocumentNode, { record, definition }: TableCell): string {
  const column = columnsOf(table).findIndex(({ id }) => id === definition);
  const row = tableOf(table).records.find(({ node }) => node.key === record);
  const cell = row?.cells[column];
  return cell === undefined ? '' : textOfCells([cell]);
}

function typeOf(node: DocumentNode): string {
  const integration = node.type === 'integration' ? dataText(node, 'integration') : '';
  return wrapperTags.has(integration) ? integration : (node.type ?? '');
}

function itemOf(
  value: DocumentNode,
  type: string,
  signature: string,
  children: MatchItem<DocumentNode>[] = [],
): MatchItem<DocumentNode> {
  return { value, type, family: typeFamilyOf(type), signature, children };
}

function childItems(node: DocumentNode, type: string): MatchItem<DocumentNode>[] {
  if (type === 'table') return rowItems(node);
  if (type === 'code') return [];
  if (type !== 'expandable') return nodeItems(node.nodes ?? []);
  const [title, body] = ['expandable-title', 'expandable-body'].map(name => fragmentOf(node, name));
  const titles = title ? [itemOf(title, 'expandable-title', signatureOf(rawTextOfNodes([title])))] : [];
  return [...titles, ...nodeItems(body?.nodes ?? [])];
}

function ownSignature(node: DocumentNode, type: string, hasChildren: boolean): string {
  switch (type) {
    case 'code':
      return codeSignature(rawTextOfNodes(node.nodes ?? []));
    case 'math':
      return codeSignature(dataText(node, 'formula'));
    case 'table':
      return signatureOf(columnsOf(node).map(titleOf).join(' '));
    case 'image':
      return signatureOf(rawTextOfNodes([node])) || referenceSignature(targetOf(node));
    case 'tabs-item':
      return signatureOf(dataText(node, 'title'));
  }
  if (typeFamilyOf(type) === 'void') {
    const reference = referenceSignature(targetOf(node)) + partSignature(type, name => dataText(node, name));
    return reference || leafSignature(node, hasChildren);
  }
  return leafSignature(node, hasChildren);
}

function leafSignature(node: DocumentNode, hasChildren: boolean): string {
  return hasChildren ? '' : signatureOf(rawTextOfNodes([node]));
}

function fragmentOf({ fragments = [] }: DocumentNode, name: string): DocumentNode | undefined {
  return fragments.find(fragment => fragment.fragment === name || fragment.type === name);
}

/** Returns the target of a void block: a page, a file, an address, a specification. */
function targetOf(node: DocumentNode): string {
  const ref = node.data?.['ref'];
  const names = ['file', 'page', 'url', 'reusableContent', 'spec', 'space', 'collection', 'user'];
  return dataText(node, 'url') || names.map(name => property(ref, name)).find(value => value) || '';
}

/** A column of a table, with its ID. */
interface Column {
  id: string;
  definition: unknown;
}

function columnsOf(table: DocumentNode): Column[] {
  const definitions = entries(table.data?.['definition']);
  const order = member(table.data?.['view'], 'columns');
  const visibleIds = Array.isArray(order) ? order.map(String) : [];
  const rank = new Map(visibleIds.map((id, index) => [id, index]));
  const columns = definitions.map(([id, definition]) => ({ id, definition }));
  return columns.sort((a, b) => (rank.get(a.id) ?? columns.length) - (rank.get(b.id) ?? columns.length));
}

function titleOf({ definition }: Column): string {
  return property(definition, 'title');
}

/** The content of a cell: nodes, or the text of another value. */
export type Cell = DocumentNode | string;

interface Row {
  /** A stand-in block: its key is the ID of the record, its nodes are the cells. */
  node: DocumentNode;
  cells: Cell[];
}

/** Returns the column titles and the rows of a table. */
export function tableOf(table: DocumentNode): { titles: string[]; records: Row[] } {
  const columns = columnsOf(table);
  const fragmentOf = byName(table.fragments ?? []);
  const records = entries(table.data?.['records']).map(([id, record]) => {
    const values = member(record, 'values');
    const cells = columns.map(({ id }) => cellOf(member(values, id), fragmentOf));
    const nodes = cells.filter(cell => typeof cell !== 'string');
    return { node: { object: 'record', key: id, nodes }, cells, index: property(record, 'orderIndex') };
  });
  records.sort((a, b) => (a.index < b.index ? -1 : a.index > b.index ? 1 : 0));
  return { titles: columns.map(titleOf), records };
}

/** Returns a function that finds fragments by name; fast if they are requested in order. */
function byName(fragments: readonly DocumentNode[]): (name: string) => DocumentNode | undefined {
  let next = 0;
  let all: Map<unknown, DocumentNode> | undefined;
  return name => {
    const fragment = fragments[next];
    if (fragment?.fragment === name) return (next++, fragment);
    all ??= new Map(fragments.map(fragment => [fragment.fragment, fragment]));
    return all.get(name);
  };
}

function cellOf(value: unknown, fragmentOf: (name: string) => DocumentNode | undefined): Cell {
  const fragment = typeof value === 'string' ? fragmentOf(value) : undefined;
  return fragment ?? (typeof value === 'object' ? '' : String(value ?? ''));
}

function rowItems(table: DocumentNode): MatchItem<DocumentNode>[] {
  return tableOf(table).records.map(({ node, cells }) => itemOf(node, 'table-row', signatureOf(textOfCells(cells))));
}

export function textOfCells(cells: readonly Cell[]): string {
  return cells.map(cell => (typeof cell === 'string' ? cell : rawTextOfNodes([cell]))).join(' ');
}

/** Returns the display name of a cell: the title of its column and the beginning of its row. */
export function nameOfCell(table: DocumentNode, cell: TableCell): string | undefined {
  const columns = columnsOf(table);
  const column = columns.find(({ id }) => id === cell.definition);
  const row = rowItems(table).find(({ value }) => value.key === cell.record);
  const first = row?.value.nodes?.[0];
  if (!column || !row) return undefined;
  const beginning = first ? textOfNodes([first]) : '';
  const [title = '', start] = [titleOf(column), beginning].map(text => text.slice(0, 60));
  return start ? t`“${title || cell.definition}” of “${start}”` : `“${title || cell.definition}”`;
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function property(value: unknown, name: string): string {
  const field = member(value, name);
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}
