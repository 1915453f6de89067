import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ContentAddress, headAddress } from '../../model/content/address.ts';
import { isDocument, type Page, type PageLayout, withChildren } from '../../model/content/layout.ts';
import type { ChosenPages } from '../picking/choosePages.ts';

/** The pages of a change request, with their folders. */
export interface PageTree extends ChosenPages {
  folders: ReadonlyMap<string, Page>;
}

/** Returns the folder of a path; empty at the top level. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

export function addressIn(uri: vscode.Uri) {
  const address = headAddress(uri);
  if (address) return address;
  throw vscode.FileSystemError.FileNotFound(uri);
}

/** Returns the page of a file or folder. Throws a Failure if there is none. */
export function pageAtPath({ layout, folders }: PageTree, path: string): Page {
  const page = layout.byPath.get(path)?.page ?? folders.get(path);
  if (page) return page;
  throw new Failure(t('There is no page at this path. Refresh the explorer, then try again.'));
}

/** Returns the ID of the page or group whose folder contains a path; null at the top level. */
export function parentIn({ folders }: PageTree, path: string): string | null {
  const folder = folderOf(path);
  if (folder === '') return null;
  const page = folders.get(folder);
  if (page && (isDocument(page) || page.type === 'group')) return page.id;
  throw new Failure(tEscaped`There is no page for the folder "${folder}". Create it first.`);
}

export function childrenOf({ layout }: PageTree, parent: string | null): readonly Page[] {
  if (parent === null) return layout.pages;
  return [...withChildren(layout.pages)].find(({ id }) => id === parent)?.pages ?? [];
}

/** Returns the pages of the version that an address belongs to. */
export async function layoutAt({ content }: App, address: ContentAddress): Promise<PageLayout> {
  return (await content.snapshot(await content.place(address))).pages();
}
