import { textOfNodes } from '../api/document.ts';
import type { DocumentNode } from '../api/document.ts';
import { parseBlocks } from '../api/markdown/blocks.ts';
import { documentOf, keysOf } from './documents.ts';
import { walk } from './keys.ts';
import type { DocumentRow } from './rows.ts';
import type { State } from './state.ts';

const previewLength = 160;

/** The words in a node of a page, cut where they go on for long; undefined where the page has no such node. */
export function nodeIn(state: State, document: DocumentRow, key: string): string | undefined {
  const node = findNode(documentOf(state, document).nodes, candidate => candidate.key === key);
  return node && shorten(textOfNodes([node]));
}

/** The key of the innermost node that holds some words. */
export function keyOfQuote(state: State, document: DocumentRow, quote: string): string | undefined {
  const words = quote.replace(/\s+/g, ' ').trim();
  const blocks = walk(parseBlocks(document.markdown));
  const index = blocks.findLastIndex(({ text }) => text.includes(words));
  if (blocks[index]?.type !== 'code') return keysOf(state, document)[index];
  const isLine = (node: DocumentNode) => node.object === 'block' && node.type === 'code-line';
  const line = findNode(documentOf(state, document).nodes, node => isLine(node) && textOfNodes([node]).includes(words));
  return line?.key ?? keysOf(state, document)[index];
}

export function shorten(text: string): string {
  return text.length > previewLength ? `${text.slice(0, previewLength - 1).trimEnd()}…` : text;
}

function findNode(nodes: readonly DocumentNode[], matches: (node: DocumentNode) => boolean): DocumentNode | undefined {
  for (const node of nodes) {
    const found = matches(node) ? node : findNode(childrenOf(node), matches);
    if (found) return found;
  }
  return undefined;
}

function childrenOf(node: DocumentNode): readonly DocumentNode[] {
  if (node.object === 'text') return [];
  const fragments = node.object === 'fragment' ? [] : (node.fragments ?? []);
  return [...(node.nodes ?? []), ...fragments];
}
