import { textOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { toDocument } from '../../markdown/reading/toDocument.ts';
import type { BookPage } from './book.ts';

export interface ReadPage extends BookPage {
  nodes: DocumentNode[];
}

export function readPage(page: BookPage): ReadPage {
  // Nobody asks for the keys of its nodes.
  const { nodes } = toDocument(page.markdown, []);
  const [first, ...others] = nodes;
  // Many pages begin with their title once more.
  const isTitle = first?.type === 'heading-1' && textOfNodes([first]) === page.title.trim();
  return { ...page, nodes: isTitle ? others : nodes };
}
