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

/** A version of a space's content on a connection. */
export interface Place {
  connection: Connection;
  space: string;
  version: Version;
}

/** Returns the parts of a place that the addresses of its documents share. */
export function versionAddress({ connection, space, version }: Place): Omit<ContentAddress, 'path'> {
  return { connection: connection.id, space, version };
}

/** Returns a key that is equal only for equal places. */
export function keyOfPlace(place: Place): string {
  return keyOfAddress(versionAddress(place));
}

export function keyOfAddress({ connection, space, version }: Omit<ContentAddress, 'path'>): string {
  const name = version.kind === 'changeRequest' ? version.number : version.kind === 'revision' ? version.revision : '';
  return `${connection}/${space}/${version.kind}/${name}`;
}

/** Returns whether content is cached on disk. A sandbox may reuse the same IDs for other content, so it is not. */
export function isCachedOnDisk({ connection }: Place): boolean {
  return connection.id !== 'sandbox';
}

/** Returns the key under which data of a place at a revision is cached on disk. */
export function diskKeyOf(place: Place, { revision }: Head, key: string): readonly [string, ...string[]] {
  return [place.connection.id, keyOfPlace(place), revision, key];
}

/** Returns the address under which a page or file is shown. */
export function uriOf(place: Place, entry: PageEntry | FileEntry): vscode.Uri {
  const title = 'page' in entry ? entry.page.title : undefined;
  return contentUri({ ...versionAddress(place), path: entry.path }, title);
}

export interface Head {
  revision: string;
  /** Milliseconds since 1970, for the file system. */
  mtime: number;
}

/** The content of one revision. It never changes, so each part is fetched once, on demand. */
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
      return layoutPages(await (await fetching()).evaluatePageTitles(pages, this));
    });
  }

  files(): Promise<FileLayout> {
    // The list is not cached on disk, because the download addresses of files may expire.
    return this.#once('files', async () => layoutFiles(await (await fetching()).fetchFiles(this.place)));
  }

  /** Returns the text of a page, with its settings as front matter; empty if the server sends none. */
  async markdown(page: string): Promise<string> {
    return (await this.#markdown(page)) ?? '';
  }

  /**
   * Returns the text of a page for editing. Throws a Failure if the server sends none, because saving an empty text would
   * delete it.
   */
  async editableMarkdown(page: string): Promise<string> {
    const text = await this.#markdown(page);
    if (text !== null) return text;
    throw new Failure(t('The server sent no text for this page, so it cannot be edited. Refresh, then try again.'));
  }

  /** Stores the text of a page in this revision, so that it is not fetched again. */
  async setMarkdown(page: string, text: string): Promise<void> {
    const key = markdownKey(page);
    await this.#once(key, async () => openableText(await this.#cachedOnDisk(key, isTextOrNull, async () => text)));
  }

  /** Returns the text of a page; null if the server sends none. */
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

  /** Returns the blocks of a page, with the keys to which comments are anchored. */
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

  /** Reads other data of the revision once and caches it. */
  read<T>(key: string, isValid: (value: unknown) => value is T, fetch: () => Promise<T>): Promise<T> {
    return this.#once(key, () => this.#cachedOnDisk(key, isValid, fetch));
  }

  bytes(file: Schema<'File'>): Promise<Uint8Array> {
    const { connection, space } = this.place;
    const key = JSON.stringify([connection.id, space, this.head.revision, file.id]);
    return this.#files.get(key, () => connection.api.download(file.downloadURL));
  }

  /**
   * Caches immutable data on disk. The content of a change request or of the main content may be newer than the known
   * head, so its key differs from that of a revision.
   */
  async #cachedOnDisk<T>(key: string, isValid: (value: unknown) => value is T, fetch: () => Promise<T>): Promise<T> {
    const { place, head } = this;
    if (!isCachedOnDisk(place)) return fetch();
    return this.#disk.getOrFetch(diskKeyOf(place, head, key), isValid, fetch);
  }

  #once<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const known = this.#fetched.get(key);
    // The key determines the type of the value.
    if (known) return known as Promise<T>;
    const fetched = fetch();
    this.#fetched.set(key, fetched);
    // A failure is not cached: it goes to the caller, and the next call sends the request again.
    fetched.catch(() => this.#fetched.delete(key));
    return fetched;
  }
}

/**
 * Returns the key under which the text of a page is cached. Earlier versions used other keys and stored texts without
 * settings.
 */
export function markdownKey(page: string): string {
  return `text with settings ${page}`;
}

function isTextOrNull(stored: unknown): stored is string | null {
  return typeof stored === 'string' || stored === null;
}

function isOfDocument(value: unknown): value is { document: Schema<'Document'> | undefined } {
  return typeof value === 'object' && value !== null;
}

/** Replaces NUL characters, because VS Code takes a text with one for a binary file. */
function openableText(text: string | null): string | null {
  return text && text.replaceAll('\0', '\ufffd');
}

/** Loads the code that sends requests, on first use. */
function fetching() {
  return import('./fetching.ts');
}
