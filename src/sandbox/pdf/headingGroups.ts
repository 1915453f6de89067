import { rawTextOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { headingLevel } from './headings.ts';

/** Groups headings with the block after them, so that no heading stands alone at the end of a sheet. */
export function headingGroups(nodes: readonly DocumentNode[]): DocumentNode[][] {
  const groups: DocumentNode[][] = [];
  let headings: DocumentNode[] = [];
  for (const node of nodes) {
    if (headingLevel(node) > 0) {
      headings.push(node);
      continue;
    }
    const [first, ...rest] = headings.length > 0 ? beginningOf(node) : [node];
    if (first && isShort(first)) groups.push([...headings, first]);
    else groups.push(...headings.map(heading => [heading]), ...(first ? [[first]] : []));
    groups.push(...rest.map(part => [part]));
    headings = [];
  }
  return [...groups, ...headings.map(heading => [heading])];
}

/** Splits a list after its first items, which are enough to stand on one sheet with the heading. */
function beginningOf(node: DocumentNode): DocumentNode[] {
  const items = node.nodes ?? [];
  if (!node.type?.startsWith('list-') || items.length <= leadingItems + 1) return [node];
  const start = Number(node.data?.['start'] ?? 1) + leadingItems;
  return [
    { ...node, nodes: items.slice(0, leadingItems), data: { ...node.data, goesOn: true } },
    { ...node, nodes: items.slice(leadingItems), data: { ...node.data, start } },
  ];
}

const leadingItems = 2;

/** Returns true if a block fits on one sheet with the headings above it. */
function isShort(node: DocumentNode): boolean {
  const parts = [...(node.nodes ?? []), ...(node.fragments ?? [])];
  return parts.length <= 30 && rawTextOfNodes([node]).length < 1000;
}
