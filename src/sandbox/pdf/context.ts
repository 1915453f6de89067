import type { DocumentNode } from '../../markdown/document.ts';
import type { Book } from './book.ts';

/** What the blocks of a page need to know about the rest of the book. */
export interface Context {
  readonly book: Book;
  /** The page that is being printed. */
  readonly page: string;
  /** All places that links can lead to. */
  readonly targets: ReadonlySet<string>;
  readonly headings: ReadonlyMap<DocumentNode, HeadingPlace>;
  /** The pictures that can be printed. */
  readonly pictures: ReadonlySet<string>;
}

/** Where a heading is in the outline of the PDF. */
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
