import * as vscode from 'vscode';
import { fillPath } from '../../api/resources.ts';
import { escapeLine } from '../../api/escape.ts';
import { parseContentUri, scheme } from '../content/address.ts';
import { type Item, itemAt, pathOf } from './items.ts';
import { type ResourceDefinition, resourceDefinitions } from './resourceDefinitions.ts';

/** The resource that the address of a document names. */
export interface ResourceDocument {
  /** ID of the connection. */
  connection: string;
  /** The resource; of a new one, the parameters name its parent. */
  item: Item;
  view: View;
}

/**
 * How a resource is shown: `fields` has the editable fields, `whole` all fields, `current` the editable fields on the
 * service while they are edited here, and `new` a resource to be created.
 */
export type View = 'fields' | 'whole' | 'current' | 'new';

/** Authority in the addresses of JSON schemas, in place of a connection. */
const schemasAuthority = 'schemas';

/** Prefix in the addresses of documents with all fields, which the schemas of editable fields must not match. */
const wholeFolder = '/all';

/** Last part of the path of a new resource. No ID begins with a dot in an address, see `pathIn`. */
const newName = '.new';

/** Returns the address of a resource's document. The title is only the label of tabs. */
export function resourceUri({ connection, item, view }: ResourceDocument, title: string): vscode.Uri {
  const path =
    view === 'new' ? `${listPath(item)}/${newName}` : `${view === 'whole' ? wholeFolder : ''}${pathIn(item)}`;
  const name = escapeLine(title, 80).replaceAll('/', '\u2215').replaceAll('\\', '\u2216');
  const query = { ...(view === 'current' && { view }), name: `/${name}` };
  return vscode.Uri.from({ scheme, authority: connection, path: `${path}.json`, query: JSON.stringify(query) });
}

/** Parses the address of a resource's document; undefined for other addresses. */
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

/** Returns true for the address of a resource's document or of a JSON schema. */
export function isResourceUri(uri: vscode.Uri): boolean {
  return schemaOf(uri) !== undefined || parseResourceUri(uri) !== undefined;
}

/** Returns true if an address may be a folder of resource documents, which VS Code checks before it saves. */
export function isResourceFolder(uri: vscode.Uri): boolean {
  const { path } = uri;
  const isOne =
    /^\/(orgs|spaces|collections|integrations)(\/[^./][^/]*)*$/.test(path) && !/\.(json|md|yaml)$/.test(path);
  return isOne && !parseContentUri(uri);
}

/**
 * Returns which documents a schema is for, such as `marginalia://schemas/new/team.json`; undefined for other addresses.
 */
export function schemaOf({ authority, path }: vscode.Uri): { kind: string; isNew: boolean } | undefined {
  const [, isNew, kind] = /^\/(new\/)?(\w+)\.json$/.exec(path) ?? [];
  if (authority !== schemasAuthority || !kind || !resourceDefinitions.some(definition => definition.kind === kind))
    return undefined;
  return { kind, isNew: isNew !== undefined };
}

/** Returns a key that is equal for all addresses of a document, whatever title they have. */
export function keyOfDocument(uri: vscode.Uri): string {
  return `//${uri.authority}${uri.path}?${viewIn(uri)}`;
}

function pathIn(item: Item): string {
  return pathOf(item).replaceAll('/.', '/%2E');
}

function listPath({ definition, parameters }: Item): string {
  return fillPath(pathOfList(definition), parameters);
}

function pathOfList({ create }: ResourceDefinition): string {
  return create?.slice(create.indexOf(' ') + 1) ?? '';
}

/** Returns the definition and the parent of a resource that is created at the path of a list. */
function newAt(path: string): Item | undefined {
  for (const definition of resourceDefinitions.filter(({ create }) => create)) {
    const parent = itemAt(path.split('/').slice(0, -1).join('/'));
    if (parent && fillPath(pathOfList(definition), parent.parameters) === path)
      return { definition, parameters: parent.parameters };
  }
  return undefined;
}
