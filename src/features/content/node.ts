import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import { contentUri } from '../../model/content/address.ts';
import { type Children, listed, type Node, type NodePage } from '../../ui/tree.ts';
import { isDocument, type Page } from '../../model/content/layout.ts';
import type { Place, Snapshot } from '../../model/content/snapshot.ts';

type Change = Schema<'Change'>;

/** What the commands of a page or file row are given. */
export interface DocumentResource {
  kind: 'document';
  uri: vscode.Uri;
  /** Where the page is in the service's own app. */
  link?: string | undefined;
}

/** What the commands of a changed page or file are given. */
export interface ChangeResource {
  kind: 'change';
  place: Place;
  change: Change;
}

/** The line of an overview at which the threads about all of the change request stand. */
export const discussionLine = 11;

/** The pages of a version, in the service's order, as rows. */
export function pagesNode(app: App, place: Place, parent: string): Node {
  const id = `${parent}/pages`;
  const list = async function* () {
    const snapshot = await app.content.snapshot(place);
    const { pages } = await snapshot.pages();
    yield* listed(await Promise.all(pages.map(page => pageNode(snapshot, page, id))));
  };
  return {
    id,
    label: place.version.kind === 'main' ? 'Main content' : 'All pages',
    icon: new vscode.ThemeIcon('book'),
    contextValue: 'pages',
    children: { list: () => unlessNotOffered(list(), `${id}/unavailable`), empty: 'No pages' },
  };
}

/** The files of a version as rows. */
export function filesNode(app: App, place: Place, parent: string): Node {
  const id = `${parent}/files`;
  const list = async function* () {
    const snapshot = await app.content.snapshot(place);
    const { byPath } = await snapshot.files();
    yield* listed([...byPath.values()].map(({ file, path }) => fileNode(place, file, path, id)));
  };
  return {
    id,
    label: 'Files',
    icon: new vscode.ThemeIcon('file-media'),
    contextValue: 'files',
    children: { list: () => unlessNotOffered(list(), `${id}/unavailable`), empty: 'No files' },
  };
}

/** What a change request changes, as rows; nothing where the server does not tell. */
export async function* changeNodes(place: Place, parent: string, signal: AbortSignal): AsyncGenerator<NodePage> {
  const { connection, space: spaceId, version } = place;
  if (version.kind !== 'changeRequest') return;
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  const input = { spaceId, changeRequestId: String(version.number), query: { limit: 1000 } };
  try {
    const { changes, more = 0 } = await connection.api.optional(route, input, { signal });
    const items = changes.map((change, index) => changeNode(place, change, index, parent));
    if (more > 0) items.push(cutOffNode(more, parent));
    yield { items, hasMore: false };
  } catch (error) {
    if (!failedAs(error, 'notOffered')) throw error;
  }
}

/** The page that a change is about, or the file, with the name and the kind of the change. */
export function subjectOf(change: Change): { name: string; page?: string; file?: string; detail: string; verb: Verb } {
  const verb = (/_(created|edited|deleted|moved)$/.exec(change.type)?.[1] ?? 'edited') as Verb;
  if ('page' in change) {
    const { id, title, path } = change.page;
    return { name: title, page: id, detail: path ?? '', verb };
  }
  if ('file' in change) return { name: change.file.name, file: change.file.id, detail: 'file', verb };
  if ('reusableContent' in change) return { name: change.reusableContent.title, detail: 'reusable content', verb };
  if ('tag' in change) return { name: change.tag.label, detail: 'tag', verb };
  return { name: Object.keys(change.variables).join(', '), detail: 'variables', verb };
}

export type Verb = 'created' | 'edited' | 'deleted' | 'moved';

export const verbs: Record<Verb, { word: string; icon: string; color: string; letter: string }> = {
  created: { word: 'added', icon: 'diff-added', color: 'gitDecoration.addedResourceForeground', letter: 'A' },
  edited: { word: 'edited', icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground', letter: 'M' },
  deleted: { word: 'deleted', icon: 'diff-removed', color: 'gitDecoration.deletedResourceForeground', letter: 'D' },
  moved: { word: 'moved', icon: 'diff-renamed', color: 'gitDecoration.renamedResourceForeground', letter: 'R' },
};

function changeNode(place: Place, change: Change, index: number, parent: string): Node {
  const { name, page, file, detail, verb } = subjectOf(change);
  const { word, icon, color } = verbs[verb];
  const resource: ChangeResource = { kind: 'change', place, change };
  const canOpen = page !== undefined || file !== undefined;
  return {
    id: `${parent}/changes/${change.type}/${page ?? file ?? index}`,
    label: name,
    description: [word, detail].filter(Boolean).join(' · '),
    tooltip: `${name} (${word})`,
    spoken: `${name}, ${word}`,
    icon: new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)),
    contextValue: canOpen ? `change.${verb}` : 'change',
    resource,
    command: canOpen ? { command: 'marginalia.change.open', title: 'Open Changes', arguments: [resource] } : undefined,
  };
}

function cutOffNode(more: number, parent: string): Node {
  const label = `${more} more changes are not listed by the server`;
  return { id: `${parent}/changes/more`, label, icon: new vscode.ThemeIcon('warning'), contextValue: 'note' };
}

async function pageNode(snapshot: Snapshot, page: Page, parent: string): Promise<Node> {
  const { place } = snapshot;
  const id = `${parent}/${page.id}`;
  const entry = (await snapshot.pages()).byId.get(page.id);
  const uri = entry && contentUri({ ...addressOf(place), path: entry.path });
  const name = page.emoji ? `${page.emoji} ${page.title}` : page.title;
  const resource: DocumentResource | undefined = uri && { kind: 'document', uri, link: page.urls?.app };
  return {
    id,
    label: name,
    description: page.hidden ? 'hidden' : undefined,
    tooltip: page.description || entry?.path || page.href,
    spoken: page.type === 'document' ? page.title : `${page.title}, ${page.type}`,
    icon: new vscode.ThemeIcon(
      isDocument(page) ? 'markdown' : page.type === 'link' ? 'link-external' : 'symbol-folder',
    ),
    contextValue: isDocument(page) ? 'page' : `page.${page.type}`,
    resource,
    command: openCommand(page, uri),
    children: page.pages?.length ? pageChildren(snapshot, page.pages, id) : undefined,
  };
}

function pageChildren(snapshot: Snapshot, pages: Page[], parent: string): Children {
  const list = async function* () {
    yield* listed(await Promise.all(pages.map(page => pageNode(snapshot, page, parent))));
  };
  return { list, empty: 'No pages' };
}

function openCommand(page: Page, uri: vscode.Uri | undefined): vscode.Command | undefined {
  if (uri) return { command: 'marginalia.document.open', title: 'Open', arguments: [uri] };
  if (page.type !== 'link' || !page.href) return undefined;
  return { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(page.href)] };
}

function fileNode(place: Place, file: Schema<'File'>, path: string, parent: string): Node {
  const uri = contentUri({ ...addressOf(place), path });
  const resource: DocumentResource = { kind: 'document', uri };
  return {
    id: `${parent}/${file.id}`,
    label: path.slice('.assets/'.length),
    description: file.size === undefined ? undefined : sizeInWords(file.size),
    uri,
    contextValue: 'file',
    resource,
    command: { command: 'marginalia.document.open', title: 'Open', arguments: [uri] },
  };
}

export function addressOf({ connection, space, version }: Place) {
  return { connection: connection.id, space, version };
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

async function* unlessNotOffered(list: AsyncIterable<NodePage>, id: string): AsyncGenerator<NodePage> {
  try {
    yield* list;
  } catch (error) {
    if (!failedAs(error, 'notOffered')) throw error;
    const description = 'This server lets clients read the content of change requests only';
    yield* listed([{ id, label: '', description, spoken: description, contextValue: 'note' }]);
  }
}
