import type { Document, DocumentNode } from '../../src/markdown/document.ts';

// Nodes of documents as a server returns them, with keys that say nothing about the order.
export function document(...nodes: DocumentNode[]): Document {
  return { object: 'document', data: {}, nodes };
}

export function block(
  type: string,
  key: string,
  nodes: DocumentNode[] = [],
  data: Record<string, unknown> = {},
): DocumentNode {
  return { object: 'block', type, key, data, nodes };
}

export function textNode(text: string, ...marks: string[]): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: marks.map(type => ({ type })) }] };
}

export function paragraph(key: string, text: string): DocumentNode {
  return block('paragraph', key, [textNode(text)]);
}

export function item(key: string, text: string, ...inside: DocumentNode[]): DocumentNode {
  return block('list-item', key, [paragraph(`${key}-text`, text), ...inside]);
}
