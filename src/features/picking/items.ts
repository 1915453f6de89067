import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { mapped, only } from '../../api/listings.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseResourceUri } from '../../model/resources/address.ts';
import { type Item, itemAt } from '../../model/resources/items.ts';
import {
  capital,
  inTitle,
  labelOf,
  type Noun,
  nounOf,
  nouns,
  pluralOf,
  remarksOf,
  type Resource,
} from '../../model/resources/nouns.ts';
import { itemIn, readResource, resourcesIn } from '../../model/resources/reading.ts';
import type { Connection } from '../../model/session/connection.ts';
import { spacesOf } from '../../model/spaces.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { isOwn } from '../../ui/own.ts';
import { type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { addressOf, isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import { shownPages } from './pick.ts';
import type { ItemResource, ListResource } from '../resources/node.ts';

/** A resource that something is done with. */
export interface Found {
  connection: Connection;
  item: Item;
  /** What it is called, where that is known. */
  label?: string | undefined;
}

/** The resource of a row or a document, or else the one that the user picks of those that can be meant and fit. */
export async function findItem(
  app: App,
  target: unknown,
  title: string,
  isMeant: (noun: Noun) => boolean,
  fits?: (resource: Resource) => boolean,
): Promise<Found> {
  const given = await itemOf(app, target);
  if (given) return demandMeant(given, isMeant, title);
  const connection = await app.session.require();
  const meant = nouns.filter(noun => isMeant(noun) && noun.list);
  const noun = meant.length === 1 ? meant[0] : await pickNoun(title, meant);
  if (!noun) throw new Failure('There is nothing that this can be done with.');
  return pickItem(connection, noun, title, fits);
}

/** The same of each selected row, where several are. */
export async function findItems(
  app: App,
  { target, selected }: { target: unknown; selected: unknown },
  title: string,
  isMeant: (noun: Noun) => boolean,
  fits?: (resource: Resource) => boolean,
): Promise<Found[]> {
  const rows = Array.isArray(selected) ? selected.filter(isOwn) : [];
  const found = rows.length > 1 ? await Promise.all(rows.map(row => itemOf(app, row))) : [];
  const meant = found.filter(one => one !== undefined && isMeant(one.item.noun)) as Found[];
  return meant.length > 0 ? meant : [await findItem(app, target, title, isMeant, fits)];
}

/** What a resource is called; it is asked for where that is not known. */
export async function nameOf({ connection, item, label }: Found): Promise<string> {
  return label ?? labelOf(item.noun, await readResource(connection, item));
}

/** What a command was called on: a row, a document of a resource, or the document in the editor. */
export async function itemOf(app: App, target: unknown): Promise<Found | undefined> {
  const resource = resourceOf<ItemResource>(target, 'item');
  if (resource) return resource;
  if (isNode(target)) return itemOfRow(app, target);
  const uri = target instanceof vscode.Uri ? target : activeUri();
  const document = uri && parseResourceUri(uri);
  if (!document || document.view === 'new') return undefined;
  const connection = await app.session.find(document.connection);
  if (!connection) throw app.session.signedOut(document.connection);
  return { connection, item: document.item };
}

/** Where something is created: in the list of a row, in what a row stands for, or in what the user picks. */
export async function findPlace(
  app: App,
  noun: Noun,
  target: unknown,
): Promise<{ connection: Connection; parameters: Readonly<Record<string, string>>; parent?: string | undefined }> {
  const wanted = [...(noun.create ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const list = resourceOf<ListResource>(target, 'list');
  if (list) return list;
  const given = isNode(target) ? await itemOf(app, target) : undefined;
  const isThere = given && wanted.every(name => name in given.item.parameters);
  if (isThere) return { connection: given.connection, parameters: given.item.parameters };
  if (given?.item.noun.kind === 'collection' && noun.refersTo?.['parent'] === 'collection') {
    const { organization } = await readResource(given.connection, given.item);
    const parameters = { organizationId: String(organization) };
    return { connection: given.connection, parameters, parent: given.item.parameters['collectionId'] };
  }
  const connection = given?.connection ?? (await app.session.require());
  const isSite = wanted.includes('siteId');
  const { item } = await pickItem(connection, nounOf(isSite ? 'site' : 'organization'), words`New ${inTitle(noun)}`);
  return { connection, parameters: item.parameters };
}

/** Lets the user pick one resource of a kind, after what it lies in. */
export async function pickItem(
  connection: Connection,
  noun: Noun,
  title: string,
  fits?: (resource: Resource) => boolean,
): Promise<Found> {
  let parameters: Readonly<Record<string, string>> = {};
  const owner = ownerOf(noun);
  if (owner) ({ parameters } = (await pickItem(connection, owner, title)).item);
  return pickIn(connection, noun, parameters, title, fits);
}

/** Lets the user pick one of a list. */
export async function pickIn(
  connection: Connection,
  noun: Noun,
  parameters: Readonly<Record<string, string>>,
  title: string,
  fits: (resource: Resource) => boolean = () => true,
): Promise<Found> {
  const prompt = { title, placeHolder: words`Which ${noun.name}?`, empty: words`There are no ${pluralOf(noun)}.` };
  const found = await pickFrom(prompt, (_, signal) =>
    mapped(
      only(shownPages(pagesOf(connection, noun, parameters, { signal })), fits),
      (resource): Choice<Found | undefined> => {
        const item = itemIn(noun, parameters, resource);
        const label = labelOf(noun, resource);
        return {
          label,
          description: remarksOf(noun, resource).join(' · '),
          value: item && { connection, item, label },
        };
      },
    ),
  );
  if (found) return found;
  throw new Failure(words`The service gave this ${noun.name} an ID that cannot be one.`);
}

/** The resources of a kind in a list, page by page, whether or not the server lists them. */
export function pagesOf(
  connection: Connection,
  noun: Noun,
  parameters: Readonly<Record<string, string>>,
  { signal, ...options }: { signal: AbortSignal; query?: object },
): ReturnType<typeof resourcesIn> {
  if (noun.kind !== 'space') return resourcesIn(connection, noun, parameters, { signal, ...options });
  const spaces = spacesOf(connection, parameters['organizationId'] ?? '', signal);
  return spaces as unknown as ReturnType<typeof resourcesIn>;
}

async function itemOfRow(app: App, row: Node): Promise<Found | undefined> {
  const { label } = row;
  const [, authority = '', path = ''] = /^\/\/([^/]+)(\/[^#]*)$/.exec(addressOf(row)) ?? [];
  const item = itemAt(path);
  const connection = await app.session.find(authority);
  return item && connection && { connection, item, label };
}

function demandMeant(found: Found, isMeant: (noun: Noun) => boolean, title: string): Found {
  const { noun } = found.item;
  if (isMeant(noun)) return found;
  throw new Failure(words`"${title}" cannot be done with ${pluralOf(noun)}.`);
}

function pickNoun(title: string, among: readonly Noun[]): Promise<Noun> {
  const choices = among.map(noun => ({
    label: capital(noun.name),
    iconPath: new vscode.ThemeIcon(noun.icon),
    value: noun,
  }));
  return pick({ title, placeHolder: 'Of which kind?', empty: 'There is nothing to pick from.' }, choices);
}

/** What the list of a kind lies in. */
function ownerOf({ list = 'GET /' }: Noun): Noun | undefined {
  const path = list.slice('GET '.length);
  const owner = path.slice(0, path.lastIndexOf('/'));
  return nouns.find(noun => noun.path === owner);
}
