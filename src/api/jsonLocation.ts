import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** A range of a text. */
export interface TextRange {
  offset: number;
  length: number;
}

/**
 * Returns where the value at a path is written, with its name if it is a member of an object. A value that is missing has
 * the range of its nearest ancestor. Returns undefined if there is none. The text may be incomplete or invalid JSON.
 */
export function findJsonRange(text: string, path: readonly (string | number)[]): TextRange | undefined {
  const root = parseTree(text);
  if (!root) return undefined;
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    const target = node?.parent?.type === 'property' ? node.parent : node;
    if (target) return { offset: target.offset, length: target.length };
  }
  return undefined;
}
