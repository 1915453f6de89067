import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import type * as vscode from 'vscode';
import { type ContentAddress, contentUri, type Version } from './address.ts';
import type { Connection } from '../session/connection.ts';
import type { DiskCache } from './diskCache.ts';
import {
  type FileEntry,
  type FileLayout,
  layoutFiles,
  layoutPages,
  type PageEntry,
  type PageLayout,
} from './layout.ts';
import type { RecentFiles } from './recentFiles.ts';

/** A version of a space's content, as an address names it. */
export interface Place {
  connection: Connection;
  space: string;
  version: Version;
}

/** The version of a place, as the address of a document in it begins. */
export function addressOf({ connection, space, version }: Place): Omit<ContentAddress, 'path'> {
  return { connection: connection.id, space, version };
}

/** Returns a key that is equal only for equal places. */
export function keyOfPlace(place: Place): string {
  return keyOfAddress(addressOf(place));
}

export function keyOfAddress({ connection, space, version }: Omit<ContentAddress, 'path'>): string {
  const name = version.kind === 'changeRequest' ? version.number : version.kind === 'revision' ? version.revision : '';
  return `${connection}/${space}/${version.kind}/${name}`;
}

/** Whether content is kept on disk; a sandbox may use the same IDs again for other content. */
export function isCachedOnDisk({ connection }: Place): boolean {
  return connection.id !== 'sandbox';
}

/** By what something of a place at a revision is kept on disk. */
export function diskKeyOf(place: Place, { revision }: Head, key: string): readonly [string, ...string[]] {
  return [place.connection.id, keyOfPlace(place), revision, key];
}

/** The address under which a page or file of a place is shown. */
export function uriOf(place: Place, entry: PageEntry | FileEntry): vscode.Uri {
  const title = 'page' in entry ? entry.page.title : undefined;
  return contentUri({ ...addressOf(place), path: entry.path }, title);
}

export interface Head {
  revision: string;
  /** Milliseconds since 1970, for the file system. */
  mtime: number;
}

/** The content of one revision. It never changes, so everything in it is fetched once, when it is needed. */
export class Snapshot {
  readonly place: Place;
  readonly head: Head;
  readonly #disk: DiskCache;
  readonly #files: RecentFiles;
  readonly #fetched = new Map<string, Promise<unknown>>();

  constructor(place: Place, head: Head, { disk, files }: { disk: DiskCache; files: RecentFiles }) {
    this.place = place;
    this.head = head;
    this.#disk = disk;
    this.#files = files;
  }

  pages(): Promise<PageLayout> {
    const fetch = async () => (await fetching()).fetchPages(this.place);
    return this.#once('pages', async () => {
      const pages = await this.#cachedOnDisk('pages', Array.isArray, fetch);
      return layoutPages(await (await fetching()).pagesToShow(pages, this));
    });
  }

  files(): Promise<FileLayout> {
    // Not kept on disk: the addresses that files are downloaded from may expire.
    return this.#once('files', async () => layoutFiles(await (await fetching()).fetchFiles(this.place)));
  }

  /** The text of a page, with its settings as front matter; empty where the server gives none. */
  async markdown(page: string): Promise<string> {
    return (await this.#markdown(page)) ?? '';
  }

  /** The text of a page, to be edited. Throws Failure where the server gives none: an empty text is another thing. */
  async editableMarkdown(page: string): Promise<string> {
    const text = await this.#markdown(page);
    if (text !== null) return text;
    throw new Failure(t('The server sent no text for this page, so it cannot be edited. Refresh, then try again.'));
  }

  /** Takes in what a page says in this revision, so that it is not fetched again. */
  async setMarkdown(page: string, text: string): Promise<void> {
    const key = markdownKey(page);
    await this.#once(key, async () => openableText(await this.#cachedOnDisk(key, isTextOrNull, async () => text)));
  }

  /** The text of a page; null where the server gives none. */
  #markdown(page: string): Promise<string | null> {
    const key = markdownKey(page);
    const fetch = async () => {
      const reply = { ...(await (await fetching()).fetchPage(this.place, page, 'markdown')) };
      if (typeof reply.markdown !== 'string') return null;
      const { textOfPage } = await import('../writing/pageText.ts');
      return textOfPage(reply, reply.markdown);
    };
    return this.#once(key, async () => openableText(await this.#cachedOnDisk(key, isTextOrNull, fetch)));
  }

  /** The blocks of a page, with the keys that comments hang on. */
  document(page: string): Promise<Schema<'Document'> | undefined> {
    const key = `document ${page}`;
    const fetch = async () => ({
      document: (await (await fetching()).fetchPage(this.place, page, 'document')).document,
    });
    return this.#once(key, async () => {
      const { withoutNulls } = await import('../../markdown/document.ts');
      return withoutNulls((await this.#cachedOnDisk(key, isOfDocument, fetch)).document);
    });
  }

  /** Reads something else of the revision, once, and keeps it. */
  read<T>(key: string, fits: (value: unknown) => value is T, fetch: () => Promise<T>): Promise<T> {
    return this.#once(key, () => this.#cachedOnDisk(key, fits, fetch));
  }

  bytes(file: Schema<'File'>): Promise<Uint8Array> {
    const { connection, space } = this.place;
    const key = JSON.stringify([connection.id, space, this.head.revision, file.id]);
    return this.#files.get(key, () => connection.api.download(file.downloadURL));
  }

  /**
   * Keeps on disk what will not change. What is read of a change request or of the main content may be newer than the head
   * that is known: it is apart from what is addressed by its revision.
   */
  async #cachedOnDisk<T>(key: string, fits: (value: unknown) => value is T, fetch: () => Promise<T>): Promise<T> {
    const { place, head } = this;
    if (!isCachedOnDisk(place)) return fetch();
    return this.#disk.getOrFetch(diskKeyOf(place, head, key), fits, fetch);
  }

  #once<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const known = this.#fetched.get(key);
    // The key names what is fetched, and with it the type.
    if (known) return known as Promise<T>;
    const fetched = fetch();
    this.#fetched.set(key, fetched);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    fetched.catch(() => this.#fetched.delete(key));
    return fetched;
  }
}

/** The key by which the text of a page is stored. Earlier versions used others, and stored it without its settings. */
export function markdownKey(page: string): string {
  return `text with settings ${page}`;
}

function isTextOrNull(stored: unknown): stored is string | null {
  return typeof stored === 'string' || stored === null;
}

function isOfDocument(value: unknown): value is { document: Schema<'Document'> | undefined } {
  return typeof value === 'object' && value !== null;
}

/** A text as an editor opens it: one with a NUL would be taken for something else than text. */
function openableText(text: string | null): string | null {
  return text && text.replaceAll('\0', '\ufffd');
}

/** Loads the code that sends requests, on first use. */
function fetching() {
  return import('./fetching.ts');
}
