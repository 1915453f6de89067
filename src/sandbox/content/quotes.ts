import { textOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { describeNode } from '../../markdown/placing/nodeAt.ts';
import { documentOf } from './documents.ts';
import type { DocumentRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** The words in a node of a page, cut where they go on for long; undefined where the page has no such node. */
export function quoteOf(state: State, document: DocumentRow, key: string): string | undefined {
  return describeNode(documentOf(state, document), key)?.preview;
}

/** The key of the innermost block that says some words. */
export function keyOfQuote(state: State, document: DocumentRow, quote: string): string | undefined {
  const words = quote.replace(/\s+/g, ' ').trim();
  const search = (nodes: readonly DocumentNode[]): string | undefined => {
    const node = nodes.find(candidate => textOfNodes([candidate]).includes(words));
    if (!node) return undefined;
    const inside = search([...(node.nodes ?? []), ...(node.fragments ?? [])]);
    return inside ?? (node.object === 'block' ? node.key : undefined);
  };
  return search(documentOf(state, document).nodes);
}
