import { textOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { toDocument } from '../../markdown/reading/toDocument.ts';
import type { BookPage } from './book.ts';

export interface ReadPage extends BookPage {
  nodes: DocumentNode[];
}

export function readBookPage(page: BookPage): ReadPage {
  // The keys of the nodes are not needed.
  const { nodes } = toDocument(page.markdown, []);
  const [first, ...others] = nodes;
  // The title is printed separately, so a first heading with the same text is removed.
  const isTitle = first?.type === 'heading-1' && textOfNodes([first]) === page.title.trim();
  return { ...page, nodes: isTitle ? others : nodes };
}
