/** The input of a PDF, as plain data, because another thread prints it. */
export interface Book {
  title: string;
  subtitle: string;
  pages: BookPage[];
  /** The titles of all pages that links may lead to, including pages that are not printed. */
  titles: Record<string, string>;
  files: Record<string, BookFile>;
}

export interface BookPage {
  id: string;
  /** The IDs of the printed ancestors, outermost first. */
  parents: string[];
  title: string;
  description?: string | undefined;
  /** The target of a link page. */
  href?: string | undefined;
  /** The Markdown as it is stored, with links by ID. */
  markdown: string;
}

export interface BookFile {
  name: string;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number } | undefined;
  url: string;
  /** The bytes of a picture. */
  base64?: string | undefined;
}
