import type { Token, Tokens } from 'marked';
import { bodyLineOf, type BlockLineRange, visibleLinesOf, newlines, type TokenAt } from '../blocks.ts';
import { dataText, type DocumentNode, visitTexts, rawTextOfNodes } from '../document.ts';
import { isCustomBlockToken, type CustomBlockToken } from '../lexer.ts';
import { type Cell, tableOf, textOfCells } from './nodeItems.ts';
import { InlineTextMatcher } from './inlineTextMatcher.ts';

/** Nodes with known placement, and their lines in equal order. */
export class PlacedNodes {
  readonly nodes: DocumentNode[] = [];
  readonly lines: BlockLineRange[] = [];

  add(node: DocumentNode, lines: BlockLineRange): void {
    this.nodes.push(node);
    this.lines.push(lines);
  }

  /** Keeps only the first nodes. */
  truncate(count: number): void {
    this.nodes.length = this.lines.length = count;
  }
}

/**
 * Returns true if a node and a token are obviously equal, with all children, and then adds their lines to `placed`.
 * Returns false if that needs a closer comparison, which is slow; most of a page does not need it.
 */
export function matchesNode(node: DocumentNode, at: TokenAt, placed: PlacedNodes): boolean {
  const before = placed.nodes.length;
  const { token, line } = at;
  const isSame = isCustomBlockToken(token) ? isSameOwn(node, token, line, placed) : isSamePlain(node, at, placed);
  // Nodes placed inside a node that does not match are discarded.
  if (!isSame) placed.truncate(before);
  return isSame;
}

function isSamePlain(node: DocumentNode, { token, line, next }: TokenAt, placed: PlacedNodes): boolean {
  const lines = visibleLinesOf(token, line, next);
  const { type = '' } = node;
  if (!lines) return false;
  placed.add(node, lines);
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return type === 'paragraph' && isSameLeaf(node, token as Tokens.Text);
    case 'heading':
      return type.startsWith('heading') && isSameLeaf(node, token as Tokens.Heading);
    case 'hr':
      return type === 'divider';
    case 'code':
      return type === 'code' && isSameCode(node, token as Tokens.Code, lines, placed);
    case 'list':
      return listTypes.has(type) && isSameList(node, token as Tokens.List, lines, placed);
    case 'table':
      return type === 'table' && isSameTable(node, token as Tokens.Table, lines, placed);
    case 'blockquote':
      return type === 'blockquote' && areInStep(node, token.tokens ?? [], lines.start, placed);
    default:
      return false;
  }
}

const listTypes: ReadonlySet<string> = new Set(['list-ordered', 'list-unordered', 'list-tasks']);

function isSameLeaf({ nodes = [], fragments = [] }: DocumentNode, { text }: { text: string }): boolean {
  if (fragments.length > 0) return false;
  for (const { object } of nodes) if (object === 'block') return false;
  const saying = new InlineTextMatcher(text);
  return (visitTexts(nodes, saying.matchNext) && saying.isAtEnd()) || rawTextOfNodes(nodes) === text;
}

function isSameCode(
  { nodes = [] }: DocumentNode,
  token: Tokens.Code,
  lines: BlockLineRange,
  placed: PlacedNodes,
): boolean {
  const first = lines.start + (token.codeBlockStyle === 'indented' ? 0 : 1);
  const written = token.text.split('\n');
  if (written.length !== nodes.length) return false;
  return nodes.every((node, index) => {
    const line = first + index;
    placed.add(node, { start: line, end: line });
    return rawTextOfNodes(node.nodes ?? []) === written[index];
  });
}

function isSameList(node: DocumentNode, list: Tokens.List, lines: BlockLineRange, placed: PlacedNodes): boolean {
  const { nodes = [] } = node;
  if (list.items.length !== nodes.length) return false;
  let line = lines.start;
  return list.items.every((item, index) => {
    const child = nodes[index];
    if (child?.type !== 'list-item' || item.task) return false;
    const start = line;
    line += newlines(item.raw);
    placed.add(child, { start, end: start + newlines(item.raw.trimEnd()) });
    return areInStep(child, item.tokens, start, placed);
  });
}

function isSameTable(
  node: DocumentNode,
  { header, rows }: Tokens.Table,
  lines: BlockLineRange,
  placed: PlacedNodes,
): boolean {
  const { titles, records } = tableOf(node);
  if (records.length !== rows.length || !isSameRow(titles, header)) return false;
  return records.every((record, index) => {
    const line = lines.start + 2 + index;
    placed.add(record.node, { start: line, end: line });
    return isSameRow(record.cells, rows[index] ?? []);
  });
}

function isSameRow(cells: readonly Cell[], written: readonly Tokens.TableCell[]): boolean {
  const text = written.map(one => one.text).join(' ');
  const saying = new InlineTextMatcher(text);
  const says = (cell: Cell) =>
    typeof cell === 'string' ? saying.matchNext(cell) : visitTexts([cell], saying.matchNext);
  return (cells.every(says) && saying.isAtEnd()) || textOfCells(cells) === text;
}

function areInStep(parent: DocumentNode, tokens: readonly Token[], firstLine: number, placed: PlacedNodes): boolean {
  const { nodes = [], fragments = [] } = parent;
  let index = 0;
  let line = firstLine;
  for (const token of tokens) {
    const end = line + newlines(token.raw);
    if (isVisibleToken(token)) {
      const node = nodes[index++];
      if (node?.object !== 'block' || !matchesNode(node, { token, line, next: end }, placed)) return false;
    }
    line = end;
  }
  return index === nodes.length && fragments.length === 0;
}

/** Returns false for blank lines, which are no blocks, and for definitions and footnotes, which documents omit. */
export function isVisibleToken(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def' && !(isCustomBlockToken(token) && token.kind === 'footnote');
}

function isSameOwn(node: DocumentNode, token: CustomBlockToken, line: number, placed: PlacedNodes): boolean {
  const { kind, block, attributes, tokens } = token;
  if (kind !== 'container' || block === 'integration' || block !== node.type) return false;
  if (block === 'tabs-item' && dataText(node, 'title') !== attributes['title']) return false;
  placed.add(node, { start: line, end: line + newlines(token.raw.trimEnd()) });
  return areInStep(node, tokens, bodyLineOf(token, line), placed);
}
