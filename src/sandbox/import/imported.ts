import type { Destination } from '../../markdown/destinations.ts';
import type { Folder } from '../gitSync/folder.ts';

/** What a reader makes of what it was given: pages and files to be created. */
export type Imported = ImportedPage | ImportedFolder;

export interface ImportedPage {
  kind: 'page';
  title: string;
  markdown: string;
  pictures: readonly Picture[];
  /** The number of pages and files, including those that could not be read. */
  totalCount: number;
}

/** A picture that a page shows by a path beside it. */
export interface Picture {
  /** As the page has it. */
  target: string;
  name: string;
  bytes: Buffer;
}

export interface ImportedFolder {
  kind: 'folder';
  folder: Folder;
  /** Where the links of its pages are written, by their Markdown. */
  destinations: ReadonlyMap<string, readonly Destination[]>;
  totalCount: number;
}
