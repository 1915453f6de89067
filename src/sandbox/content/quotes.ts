import { textOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { describeNode } from '../../markdown/placing/nodeAt.ts';
import { documentOf } from './documents.ts';
import type { DocumentRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** Returns the text of a node, shortened if it is long, or undefined if the document has no such node. */
export function quoteOf(state: State, document: DocumentRow, key: string): string | undefined {
  return describeNode(documentOf(state, document), key)?.preview;
}

/** Returns the key of the innermost block that contains the quote. */
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
