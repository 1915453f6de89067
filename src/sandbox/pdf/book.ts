/** All that a PDF is made of: plain data, since it is printed in another thread. */
export interface Book {
  title: string;
  subtitle: string;
  pages: BookPage[];
  /** The titles of all pages that links may lead to, also of those that are not printed. */
  titles: Record<string, string>;
  files: Record<string, BookFile>;
}

export interface BookPage {
  id: string;
  /** The printed pages that it lies below, from the top. */
  parents: string[];
  title: string;
  description?: string | undefined;
  /** Where a link among the pages leads. */
  href?: string | undefined;
  /** With links by ID, as it is stored. */
  markdown: string;
}

export interface BookFile {
  name: string;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number } | undefined;
  url: string;
  /** The content of a picture. */
  base64?: string | undefined;
}
