import * as vscode from 'vscode';
import { filledIn } from '../../api/resources.ts';
import { plain } from '../../api/words.ts';
import { parseContentUri, scheme } from '../content/address.ts';
import { type Item, itemAt, pathOf } from './items.ts';
import { type Noun, nouns } from './nouns.ts';

/** What the address of a resource's document names. */
export interface ResourceDocument {
  /** ID of the connection. */
  connection: string;
  /** What it is about; of something new, the parameters say where it will be. */
  item: Item;
  view: View;
}

/**
 * What is shown. `fields`: what can be changed. `whole`: all that the service says. `current`: what can be changed, as it
 * is on the service while somebody changes it here. `new`: what is yet to be created.
 */
export type View = 'fields' | 'whole' | 'current' | 'new';

/** Stands where a connection does in the addresses of what describes documents of resources. */
const schemasAuthority = 'schemas';

/** Stands before the address of what shows all fields, which schemas of what can be changed do not describe. */
const wholeFolder = '/all';

/** No ID begins like this in an address; see `pathIn`. */
const newName = '.new';

/** The address of a document about a resource. The title is what tabs show; it names nothing else. */
export function resourceUri({ connection, item, view }: ResourceDocument, title: string): vscode.Uri {
  const path =
    view === 'new' ? `${listPath(item)}/${newName}` : `${view === 'whole' ? wholeFolder : ''}${pathIn(item)}`;
  const name = plain(title, 80).replaceAll('/', '\u2215').replaceAll('\\', '\u2216');
  const query = { ...(view === 'current' && { view }), name: `/${name}` };
  return vscode.Uri.from({ scheme, authority: connection, path: `${path}.json`, query: JSON.stringify(query) });
}

/** What an address names; undefined where that is no document of a resource. */
export function parseResourceUri(uri: vscode.Uri): ResourceDocument | undefined {
  if (uri.scheme !== scheme || !uri.path.endsWith('.json') || parseContentUri(uri)) return undefined;
  const path = uri.path.slice(0, -'.json'.length);
  const connection = uri.authority;
  if (path.endsWith(`/${newName}`)) {
    const item = newAt(path.slice(0, -newName.length - 1));
    return item && { connection, item, view: 'new' };
  }
  const view = viewIn(uri);
  const item = itemAt((view === 'whole' ? path.slice(wholeFolder.length) : path).replaceAll('/%2E', '/.'));
  return item && { connection, item, view };
}

function viewIn({ path, query }: vscode.Uri): View {
  if (path.startsWith(`${wholeFolder}/`)) return 'whole';
  return query.includes('"view":"current"') ? 'current' : 'fields';
}

/** Whether an address is that of a document about a resource, or of what describes some. */
export function isResourceUri(uri: vscode.Uri): boolean {
  return schemaOf(uri) !== undefined || parseResourceUri(uri) !== undefined;
}

/** Whether an address can be that of a folder which holds documents of resources: VS Code looks for it before it saves. */
export function isResourceFolder(uri: vscode.Uri): boolean {
  const { path } = uri;
  const isOne =
    /^\/(orgs|spaces|collections|integrations)(\/[^./][^/]*)*$/.test(path) && !/\.(json|md|yaml)$/.test(path);
  return isOne && !parseContentUri(uri);
}

/** Which kind of documents a schema describes: `marginalia://schemas/new/team.json`. */
export function schemaOf({ authority, path }: vscode.Uri): { kind: string; isNew: boolean } | undefined {
  const [, isNew, kind] = /^\/(new\/)?(\w+)\.json$/.exec(path) ?? [];
  if (authority !== schemasAuthority || !kind || !nouns.some(noun => noun.kind === kind)) return undefined;
  return { kind, isNew: isNew !== undefined };
}

/** What is the same for all addresses of a document, whatever title each has in it. */
export function keyOfDocument(uri: vscode.Uri): string {
  return `//${uri.authority}${uri.path}?${viewIn(uri)}`;
}

function pathIn(item: Item): string {
  return pathOf(item).replaceAll('/.', '/%2E');
}

function listPath({ noun, parameters }: Item): string {
  return filledIn(pathOfList(noun), parameters);
}

function pathOfList({ create }: Noun): string {
  return create?.slice(create.indexOf(' ') + 1) ?? '';
}

/** What is created in a list: the noun, and where. */
function newAt(path: string): Item | undefined {
  for (const noun of nouns.filter(({ create }) => create)) {
    const parent = itemAt(path.split('/').slice(0, -1).join('/'));
    if (parent && filledIn(pathOfList(noun), parent.parameters) === path)
      return { noun, parameters: parent.parameters };
  }
  return undefined;
}
