import type { DocumentNode } from '../../markdown/document.ts';
import type { Book } from './book.ts';

/** The parts of the book that the blocks of a page depend on. */
export interface PdfContext {
  readonly book: Book;
  /** The ID of the page being printed. */
  readonly page: string;
  /** All destinations for links within the PDF. */
  readonly targets: ReadonlySet<string>;
  readonly headings: ReadonlyMap<DocumentNode, HeadingPlace>;
  /** The file IDs of pictures that can be printed. */
  readonly pictures: ReadonlySet<string>;
}

/** The position of a heading in the outline of the PDF. */
export interface HeadingPlace {
  readonly id: string;
  readonly parent: string;
}

export function pageTarget(pageId: string): string {
  return `page-${pageId}`;
}

export function anchorTarget(pageId: string, anchor: string): string {
  return `page-${pageId}#${anchor}`;
}
