import type { Schema } from '../api/routes.ts';
import { hasVisibleText } from '../api/escape.ts';

/** The content of a page or a comment as the service's JSON document (`format=document`). */
export type Document = Schema<'Document'>;
export type DocumentNode = Schema<'DocumentNode'>;
export type DocumentMark = Schema<'DocumentMark'>;

/** Returns the children of a node, captions and cells included. */
export function childNodesOf({ nodes = [], fragments }: DocumentNode): readonly DocumentNode[] {
  return fragments ? [...nodes, ...fragments] : nodes;
}

/** Returns the visible text of nodes on one line. */
export function textOfNodes(nodes: readonly DocumentNode[]): string {
  return rawTextOfNodes(nodes).replace(/\s+/g, ' ').trim();
}

/** Returns the visible text of nodes with all its white space, for callers that ignore white space. */
export function rawTextOfNodes(nodes: readonly DocumentNode[]): string {
  let text = '';
  visitTexts(nodes, one => {
    text += one;
    return true;
  });
  return text;
}

/** Visits the texts of nodes in order until `visit` returns false. Returns true if none did. */
export function visitTexts(nodes: readonly DocumentNode[] | undefined, visit: (text: string) => boolean): boolean {
  if (nodes) for (const node of nodes) if (!everyTextOf(node, visit)) return false;
  return true;
}

function everyTextOf(node: DocumentNode, visit: (text: string) => boolean): boolean {
  const { object } = node;
  if (object === 'text') return (node.leaves ?? []).every(({ text }) => visit(text));
  if (object === 'inline') {
    const renderedText = renderedTextOf(node);
    return renderedText === undefined ? visitTexts(node.nodes, visit) : visit(renderedText);
  }
  const isBlock = object === 'block';
  if (isBlock && !visit(ownText(node))) return false;
  if (!visitTexts(node.nodes, visit) || !visitTexts(node.fragments, visit)) return false;
  // A line break keeps the words of neighbouring blocks apart.
  return !isBlock || visit('\n');
}

/** Returns true if nodes show anything: text, or content without text, such as an image. */
export function hasContent(nodes: readonly DocumentNode[] = []): boolean {
  return nodes.some(node => {
    if (node.object === 'text') return (node.leaves ?? []).some(({ text }) => hasVisibleText(text));
    if (standsForItself(node)) return true;
    const children = childNodesOf(node);
    if (children.length > 0) return hasContent(children);
    return node.object === 'inline' || (node.object === 'block' && !textBlocks.test(node.type ?? ''));
  });
}

/** Returns true if a node shows something even if it has no children, such as an image without a caption. */
function standsForItself(node: DocumentNode): boolean {
  const { object, type = '' } = node;
  if (object === 'text' || object === 'fragment') return false;
  return selfContained.test(type) || (type === 'tabs-item' && hasVisibleText(dataText(node, 'title')));
}

const selfContained =
  /^(image|inline-image|file|embed|table|divider|math|content-ref|reusable-content|swagger|openapi-.*|integration)$/;

/** Blocks that show nothing if they are empty. */
const textBlocks = /^(paragraph|heading-\d|list-.*|blockquote|code|code-line)$/;

/** Removes null members and items, which some servers send for missing values. Changes the document in place. */
export function withoutNulls<T>(document: T): T {
  const open: unknown[] = [document];
  for (let value = open.pop(); typeof value === 'object' && value !== null; value = open.pop()) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (member === null) delete members[name];
      else if (Array.isArray(member)) open.push((members[name] = present(member)));
      else if (typeof member === 'object') open.push(member);
    }
  }
  return document;
}

function present(items: unknown[]): unknown[] {
  return items.includes(null) ? items.filter(item => item !== null) : items;
}

/** Returns the well-formed nodes in data from a server. */
export function normalizeNodes(sent: unknown, depth = 0): DocumentNode[] {
  if (!Array.isArray(sent) || depth > deepest) return [];
  return sent.filter(isRecord).map(({ object, type, key, data, nodes, fragments, fragment, leaves }) => ({
    object: typeof object === 'string' ? object : 'block',
    ...(typeof type === 'string' && { type }),
    ...(typeof key === 'string' && { key }),
    ...(isRecord(data) && { data }),
    ...(Array.isArray(nodes) && { nodes: normalizeNodes(nodes, depth + 1) }),
    ...(Array.isArray(fragments) && { fragments: normalizeNodes(fragments, depth + 1) }),
    ...(typeof fragment === 'string' && { fragment }),
    ...(Array.isArray(leaves) && { leaves: leaves.filter(isRecord).map(readableLeaf) }),
  }));
}

/** Maximum depth of nodes, because all code that walks documents is recursive. */
const deepest = 100;

function readableLeaf({ text, marks }: Readonly<Record<string, unknown>>): Schema<'DocumentLeaf'> {
  const known = Array.isArray(marks) ? marks.filter(isRecord) : [];
  return { object: 'leaf', text: typeof text === 'string' ? text : '', marks: known as DocumentMark[] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the visible text of an inline node that has no text nodes. */
function renderedTextOf(node: DocumentNode): string | undefined {
  switch (node.type) {
    case 'emoji':
      return emojiOf(dataText(node, 'code'));
    case 'inline-math':
      return dataText(node, 'formula');
    case 'button':
      return dataText(node, 'label');
    case 'expression':
      return dataText(node, 'expression');
    default:
      return undefined;
  }
}

function ownText(node: DocumentNode): string {
  const isCaptioned = node.fragments?.some(fragment => fragment.nodes?.length);
  if (node.type === 'math') return dataText(node, 'formula');
  if (node.type === 'tabs-item') return `${dataText(node, 'title')}\n`;
  if (node.type === 'image' && !isCaptioned) return dataText(node, 'alt');
  return '';
}

/** Returns a text from the data of a node, or an empty text if there is none of this name. */
export function dataText(node: DocumentNode, name: string): string {
  const value = node.data?.[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the character of an emoji, which the service sends as code points (`1f44d`, `1f468-200d-1f4bb`) or as itself.
 */
export function emojiOf(code: string): string {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(code)) return code;
  const codes = code.split('-').map(part => parseInt(part, 16));
  return codes.every(part => part <= 0x10ffff) ? String.fromCodePoint(...codes) : code;
}

/** Returns true if a text consists of emoji only, as characters or as code points. */
export function isEmoji(text: string): boolean {
  const emoji = emojiOf(text);
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(emoji) && !/[\p{L}\s]/u.test(emoji);
}
