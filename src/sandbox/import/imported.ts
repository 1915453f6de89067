import type { Destination } from '../../markdown/destinations.ts';
import type { Folder } from '../gitSync/folder.ts';

/** Pages and files to be created, as read from an import source. */
export type Imported = ImportedPage | ImportedFolder;

export interface ImportedPage {
  kind: 'page';
  title: string;
  markdown: string;
  pictures: readonly Picture[];
  /** The number of pages and files, including those that could not be read. */
  totalCount: number;
}

/** A picture that a page shows by a relative path. */
export interface Picture {
  /** The path as written in the page. */
  target: string;
  name: string;
  bytes: Buffer;
}

export interface ImportedFolder {
  kind: 'folder';
  folder: Folder;
  /** Link destinations, by the Markdown of a page. */
  destinations: ReadonlyMap<string, readonly Destination[]>;
  totalCount: number;
}
