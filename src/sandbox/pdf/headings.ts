import type { DocumentNode } from '../../markdown/document.ts';
import type { ReadPage } from './readPage.ts';
import { anchorTarget, pageTarget } from './context.ts';
import type { HeadingPlace } from './context.ts';

/** Returns the outline position of each heading, below its parent heading or page. */
export function bookHeadings(pages: readonly ReadPage[]): Map<DocumentNode, HeadingPlace> {
  return new Map(pages.flatMap(headingsOfPage));
}

function headingsOfPage(page: ReadPage): [DocumentNode, HeadingPlace][] {
  const used = new Set<string>();
  const above: { level: number; id: string }[] = [];
  return headingNodes(page.nodes).map(node => {
    const level = headingLevel(node);
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const place = { id: uniqueTarget(page, node, used), parent: above.at(-1)?.id ?? pageTarget(page.id) };
    above.push({ level, id: place.id });
    return [node, place];
  });
}

/** Returns 1 to 3 for a heading, and 0 for other nodes. */
export function headingLevel(node: DocumentNode): number {
  return node.object === 'block' ? Number(/^heading-(\d)$/.exec(node.type ?? '')?.[1] ?? 0) : 0;
}

function headingNodes(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap(node => {
    if (headingLevel(node) > 0) return [node];
    return node.object === 'text' ? [] : headingNodes([...(node.nodes ?? []), ...(node.fragments ?? [])]);
  });
}

/** Returns a unique link target. Of several headings with one text, the first gets the target that links use. */
function uniqueTarget(page: ReadPage, node: DocumentNode, used: Set<string>): string {
  const anchor = String(node.meta?.['id'] ?? '');
  for (let count = 0; ; count++) {
    const target = anchorTarget(page.id, count === 0 ? anchor : `${anchor}-${count}`);
    if (used.has(target)) continue;
    used.add(target);
    return target;
  }
}
