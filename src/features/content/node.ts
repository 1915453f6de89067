import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isApiError } from '../../api/errors.ts';
import { singlePage } from '../../api/listings.ts';
import { isId } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import { emojiOf } from '../../markdown/document.ts';
import { scheme } from '../../model/content/address.ts';
import { addressOfContent, addressOfMainContent } from '../../model/content/changeRequests.ts';
import {
  type FileEntry,
  isDocument,
  isUnknownPageType,
  type Page,
  type PageEntry,
} from '../../model/content/layout.ts';
import { type Place, type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { addressOfRights } from '../../model/rights.ts';
import { canSupportPageEdits } from '../../model/writing/pageEditing.ts';
import { isPageEditingOn } from '../../model/writing/setting.ts';
import type { Connection } from '../../model/session/connection.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { type Children, type Node, type NodePage, resourceOf } from '../../ui/tree/node.ts';

/** The argument of commands on the row of a page or file. */
export interface DocumentResource {
  kind: 'document';
  uri: vscode.Uri;
  /** The address of the page in the service's own app. */
  link?: string | undefined;
}

/** The argument of commands on the row that lists pages. */
export interface PagesResource {
  kind: 'pages';
  place: Place;
}

/** The argument of commands on the row of a group of pages. */
export interface PageGroupResource {
  kind: 'pageGroup';
  place: Place;
  /** ID of the group. */
  page: string;
}

/** The argument of commands on the row of a page that is only a link. */
export interface LinkResource {
  kind: 'link';
  /** A web address, or a page of another space. */
  leadsTo: string | { connection: Connection; space: string; page: string };
}

type PageResource = DocumentResource | LinkResource | PageGroupResource;

/** Returns the document that a command was called on: that of a row, a given address, or else the one in the editor. */
export function documentOfTarget(target: unknown): vscode.Uri | undefined {
  const candidate = resourceOf<DocumentResource>(target, 'document')?.uri ?? target;
  const uri = candidate instanceof vscode.Uri ? candidate : activeUri();
  return uri?.scheme === scheme ? uri : undefined;
}

/** The zero-based line of an overview document that holds the threads about the change request as a whole. */
export const discussionLine = 11;

/** Creates the row that lists the pages of a version, in the service's order. */
export function pagesNode(app: App, place: Place, parent: string): Node {
  const id = `${parent}#pages`;
  const list = async function* () {
    const snapshot = await app.content.snapshot(place);
    const { pages } = await snapshot.pages();
    const isEditable = await canEditPages(app, place);
    yield* singlePage(await Promise.all(pages.map(page => pageNode(app, snapshot, page, { parent: id, isEditable }))));
  };
  const resource: PagesResource = { kind: 'pages', place };
  const isRefused = app.content.rights.refusedIn(place).includes('edit');
  const isEditable = place.version.kind === 'changeRequest' && !isRefused && canSupportPageEdits(place.connection);
  return {
    id,
    label: place.version.kind === 'main' ? t('Main content') : t('All pages'),
    icon: new vscode.ThemeIcon('book'),
    contextValue: isEditable ? 'pages.changeRequest' : 'pages',
    resource,
    children: {
      list: () => withUnsupportedNote(list(), `${id}/unavailable`),
      empty: t('No pages'),
      dependsOn: [...addressesOf(place), addressOfRights(place)],
    },
  };
}

/** Creates the row that lists the files of a version. */
export function filesNode(app: App, place: Place, parent: string): Node {
  const id = `${parent}#files`;
  const list = async function* () {
    const snapshot = await app.content.snapshot(place);
    const { byPath } = await snapshot.files();
    yield* singlePage([...byPath.values()].map(entry => fileNode(place, entry, id)));
  };
  return {
    id,
    label: t('Files'),
    icon: new vscode.ThemeIcon('file-media'),
    contextValue: 'files',
    children: {
      list: () => withUnsupportedNote(list(), `${id}/unavailable`),
      empty: t('No files'),
      dependsOn: addressesOf(place),
    },
  };
}

/** Returns true if the user may create, rename and delete the pages of a version. */
async function canEditPages(app: App, { connection, space, version }: Place): Promise<boolean> {
  if (version.kind !== 'changeRequest' || !isPageEditingOn()) return false;
  const { editing } = await app.writing.load();
  return (await editing.reasonIn({ connection, space, number: version.number })) === undefined;
}

interface PageRowOptions {
  /** ID of the row above. */
  parent: string;
  isEditable: boolean;
}

async function pageNode(
  app: App,
  snapshot: Snapshot,
  page: Page,
  { parent, isEditable }: PageRowOptions,
): Promise<Node> {
  const { place } = snapshot;
  const id = `${parent}/${page.id}`;
  const { byId } = await snapshot.pages();
  const entry = byId.get(page.id);
  const name = page.emoji ? `${emojiOf(page.emoji)} ${page.title}` : page.title;
  const resource = resourceOfPage(place, page, byId);
  const canComment = !isDocument(page) || !app.content.rights.refusedIn(place).includes('comment');
  const refusal = canComment ? '' : '.noComment';
  const rights = isEditable ? `.editable${page.hidden ? '.hidden' : ''}` : '';
  const type = pageTypes.get(page.type) ?? page.type.replaceAll('_', ' ');
  const remarks = [page.type === 'computed' || isUnknownPageType(page) ? type : '', page.hidden ? t('hidden') : ''];
  return {
    id,
    label: name,
    description: remarks.filter(Boolean).join(' · ') || undefined,
    tooltip: [
      page.description || entry?.path || explanationOf(page, resource),
      canComment ? '' : t('You may not comment on it.'),
    ]
      .filter(Boolean)
      .join('\n'),
    accessibleLabel: page.type === 'document' ? page.title : `${page.title}, ${type}`,
    icon: new vscode.ThemeIcon(iconOf(page, resource)),
    contextValue: isDocument(page)
      ? `page${refusal}${rights}`
      : `page.${page.type}${isEditable && page.type === 'group' ? '.editable' : ''}`,
    resource,
    command: openCommand(resource),
    children: page.pages?.length ? pageChildren(app, snapshot, page.pages, { parent: id, isEditable }) : undefined,
  };
}

function pageChildren(app: App, snapshot: Snapshot, pages: Page[], options: PageRowOptions): Children {
  const list = async function* () {
    yield* singlePage(await Promise.all(pages.map(page => pageNode(app, snapshot, page, options))));
  };
  return { list, isStatic: true, empty: t('No pages'), dependsOn: [addressOfRights(snapshot.place)] };
}

function resourceOfPage(
  place: Place,
  { id, type, urls, target, href, hasNoText }: Page,
  byId: ReadonlyMap<string, PageEntry>,
): PageResource | undefined {
  const { connection, space } = place;
  if (type === 'group') return { kind: 'pageGroup', place, page: id };
  const isInOtherSpace = target?.space !== undefined && target.space !== space;
  const entry = byId.get(type === 'link' && !isInOtherSpace && isId(target?.page) ? target.page : id);
  if (entry) return { kind: 'document', uri: uriOf(place, entry), link: urls?.app };
  const address = href ?? target?.url;
  if (hasNoText && urls?.app) return { kind: 'link', leadsTo: urls.app };
  if (type !== 'link') return undefined;
  if (isInOtherSpace && isId(target.space) && isId(target.page)) {
    return { kind: 'link', leadsTo: { connection, space: target.space, page: target.page } };
  }
  return address ? { kind: 'link', leadsTo: address } : undefined;
}

const pageTypes: ReadonlyMap<string, string> = new Map([
  ['computed', t({ message: 'computed', comment: ['Type of a page'] })],
  ['group', t({ message: 'group', comment: ['Type of a page'] })],
  ['link', t({ message: 'link', comment: ['Type of a page'] })],
]);

/** Returns the tooltip of a page that has no text in Marginalia. */
function explanationOf({ type, computed, hasNoText }: Page, resource: PageResource | undefined) {
  if (type === 'computed') {
    return computed?.type
      ? tEscaped`Made by the service when it is read: ${computed.type}`
      : t('Made by the service when it is read');
  }
  if (hasNoText) {
    return resource?.kind === 'link'
      ? tEscaped`Marginalia cannot show pages of the type "${type}". Open it in the browser.`
      : tEscaped`Marginalia cannot show pages of the type "${type}", and the server gives no address to open it in the browser.`;
  }
  if (resource?.kind !== 'link') return undefined;
  return typeof resource.leadsTo === 'string' ? resource.leadsTo : t('A page of another space');
}

function iconOf(page: Page, resource: PageResource | undefined): string {
  if (isDocument(page)) return 'markdown';
  if (page.type === 'computed') return 'server-process';
  if (page.hasNoText) return 'file';
  if (page.type !== 'link') return 'symbol-folder';
  return resource?.kind === 'document' ? 'link' : 'link-external';
}

function openCommand(resource: PageResource | undefined): vscode.Command | undefined {
  const title = t('Open');
  if (resource?.kind === 'document') return { command: 'marginalia.document.open', title, arguments: [resource.uri] };
  if (resource?.kind !== 'link') return undefined;
  return { command: 'marginalia.address.open', title, arguments: [resource] };
}

function fileNode(place: Place, entry: FileEntry, parent: string): Node {
  const { file, path } = entry;
  const uri = uriOf(place, entry);
  const resource: DocumentResource = { kind: 'document', uri };
  return {
    id: `${parent}/${file.id}`,
    label: path.slice('.assets/'.length),
    description: file.size === undefined ? undefined : formatSize(file.size),
    uri,
    contextValue: 'file',
    resource,
    command: { command: 'marginalia.document.open', title: t('Open'), arguments: [uri] },
  };
}

/** Returns the addresses that writes to the content of a version announce. A revision never changes. */
function addressesOf({ connection, space, version }: Place): string[] {
  if (version.kind === 'revision') return [];
  if (version.kind === 'main') return [addressOfMainContent({ connection, space })];
  return [addressOfContent({ connection, space, number: version.number })];
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return t`${bytes} bytes`;
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  const number = new Intl.NumberFormat(vscode.env.language, options);
  return bytes < 1024 ** 2 ? `${number.format(bytes / 1024)} kB` : `${number.format(bytes / 1024 ** 2)} MB`;
}

async function* withUnsupportedNote(list: AsyncIterable<NodePage>, id: string): AsyncGenerator<NodePage> {
  try {
    yield* list;
  } catch (error) {
    if (!isApiError(error, 'notOffered')) throw error;
    const description = t('This server lets clients read the content of change requests only');
    yield* singlePage([{ id, label: '', description, accessibleLabel: description, contextValue: 'note' }]);
  }
}
