import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { chained, only } from '../../api/listings.ts';
import type { Route } from '../../api/routes.ts';
import { isSeen, words } from '../../api/words.ts';
import { resourceUri } from '../../model/resources/address.ts';
import { type Item, pathOf } from '../../model/resources/items.ts';
import {
  capital,
  labelOf,
  type Noun,
  nounOf,
  othersInNavigation,
  pluralOf,
  remarksOf,
  type Resource,
  visibilityOf,
} from '../../model/resources/nouns.ts';
import { ask, itemIn, readResource, resourcesIn } from '../../model/resources/reading.ts';
import { addressOn, type Connection, type ResourceAddress } from '../../model/session/connection.ts';
import { type Children, type Node, type NodePage, nodesOf, rowsOf } from '../../ui/tree/node.ts';
import type { LinkResource } from '../content/node.ts';

/** What the commands of any resource are given. */
export interface ItemResource {
  kind: 'item';
  connection: Connection;
  item: Item;
  label: string;
  link: string | undefined;
}

/** What the commands of a list of resources are given. */
export interface ListResource {
  kind: 'list';
  connection: Connection;
  noun: Noun;
  /** Where the list is. */
  parameters: Readonly<Record<string, string>>;
}

/** What rows stand for that belong to the same. */
interface Place {
  connection: Connection;
  /** Whether the account may change what they belong to; in lists that it may not change, nothing is created. */
  mayChange: boolean;
}

/** Where a list is. */
interface ListPlace extends Place {
  parameters: Readonly<Record<string, string>>;
}

/** The rows of what something holds: one for each list, and one for each part that there is but one of. */
export function heldNodes(place: Place, { noun, parameters }: Item, parent: string): Node[] {
  return (noun.holds ?? []).map(kind => {
    const held = nounOf(kind);
    if (held.list) return listNode({ ...place, parameters }, held, parent);
    return resourceNode(place, { noun: held, parameters }, { title: capital(held.name) });
  });
}

/** A row that lists the resources of a kind when it is opened. */
export function listNode(place: ListPlace, noun: Noun, parent: string): Node {
  const { connection, parameters, mayChange } = place;
  const resource: ListResource = { kind: 'list', connection, noun, parameters };
  const id = `${parent}#${noun.kind}s`;
  const { query, ...filtered } = filterOf(connection, id, noun);
  return {
    id,
    label: noun.plural,
    ...filtered,
    icon: new vscode.ThemeIcon(noun.icon),
    contextValue: filtered.contextValue + (mayChange ? '' : '.noEdit'),
    resource,
    recall: async () => listNode(place, noun, parent),
    children: {
      list: signal => {
        const pages = resourcesIn(connection, noun, parameters, { signal, ...(query && { query }) });
        const isListed = (one: Resource) => noun.standsIn?.(one) === undefined;
        const rows = nodesOf(noun.standsIn ? only(pages, isListed) : pages, make(place, noun));
        return noun.structure ? chained([rows, othersIn(place, noun.structure, { parent: id, signal })]) : rows;
      },
      empty: query ? `No such ${pluralOf(noun)}` : `No ${pluralOf(noun)}`,
      shows: [addressOfList(connection, noun, parameters)],
    },
  };
}

/** What the user wants to see of the list of a row, and how that row says it. */
export function filterOf({ filters }: Connection, id: string, { kind }: Noun) {
  const filtered = filters?.get(id);
  return {
    query: filtered && Object.fromEntries(filtered.map(({ parameter, value }) => [parameter, value])),
    description: filtered && words`only ${filtered.map(({ label }) => label).join(' · ')}`,
    contextValue: filtered ? `${kind}s.filtered` : `${kind}s`,
  };
}

export function resourceNode(place: Place, item: Item, given: Resource): Node {
  const { connection } = place;
  const { noun } = item;
  const label = labelOf(noun, given);
  const remarks = remarksOf(noun, given);
  const id = addressOn(connection, pathOf(item));
  const mayChange = place.mayChange && (noun.mayChange?.(given) ?? true);
  const uri = resourceUri({ connection: connection.id, item, view: 'fields' }, label);
  const link = (given['urls'] as { app?: unknown } | null | undefined)?.app;
  const resource: ItemResource = {
    ...{ kind: 'item', connection, item, label },
    link: typeof link === 'string' ? link : undefined,
  };
  return {
    id,
    label,
    description: remarks.join(' · '),
    tooltip: [
      words`${label}`,
      ...(noun.details?.(given) ?? []),
      ...remarks,
      mayChange ? noun.tip : `You may not change this ${noun.name}.`,
    ]
      .filter(Boolean)
      .join('\n'),
    spoken: [...(noun.list ? [capital(noun.name)] : []), label, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(noun.icon),
    contextValue: [noun.kind, noun.state?.(given), !mayChange && 'noEdit'].filter(Boolean).join('.'),
    resource,
    isRunning: noun.isRunning?.(given) ?? false,
    command: { command: noun.open ?? 'marginalia.item.edit', title: 'Open', arguments: [uri] },
    renew: async signal => {
      const fresh = await readResource(connection, item, { signal });
      const isHere = noun.standsIn?.(fresh) === noun.standsIn?.(given);
      return isHere ? resourceNode(place, item, fresh) : undefined;
    },
    children: childrenOf({ connection, mayChange }, item, given, id),
  };
}

function childrenOf(place: Place, item: Item, given: Resource, id: string): Children | undefined {
  const { noun, parameters } = item;
  const inside = noun.inside?.(given);
  if (inside) {
    const resources = inside.map(({ resource }) => resource);
    const rows = rowsOf(resources, (resource, index) => {
      const kind = inside[index]?.kind;
      return kind === undefined ? otherNode(resource, id) : make({ ...place, parameters }, nounOf(kind))(resource);
    });
    return listOf(rows, 'This group is empty');
  }
  const [first, ...others] = noun.holds ?? [];
  if (first === undefined) return undefined;
  if (others.length > 0) return listOf(heldNodes(place, item, id), '');
  return listNode({ ...place, parameters }, nounOf(first), id).children;
}

/** The rows of what stands among the resources of a list and is none of them, on servers that tell it. */
async function* othersIn(
  { connection, parameters }: ListPlace,
  structure: Route,
  { parent, signal }: { parent: string; signal: AbortSignal },
): AsyncGenerator<NodePage> {
  try {
    const reply = (await ask(connection, structure, parameters, undefined, { signal })) as Resource | undefined;
    yield { items: rowsOf(othersInNavigation(reply?.['structure']), one => otherNode(one, parent)), hasMore: false };
  } catch (error) {
    // The resources themselves are listed all the same.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The row of a part of a navigation that can only be looked at: a link, or what later servers have. */
function otherNode(part: Resource, parent: string): Node {
  const { id, title, object, url } = part;
  const isLink = object === 'site-external-link';
  const remarks = [isLink ? 'external link' : String(object), ...visibilityOf(part)].filter(one => one !== false);
  const label = isSeen(title) ? title : 'Untitled';
  const resource: LinkResource | undefined = isSeen(url) ? { kind: 'link', leadsTo: url } : undefined;
  return {
    id: `${parent}/${String(id)}`,
    label,
    description: remarks.join(' · '),
    tooltip: isSeen(url) ? url : label,
    spoken: [label, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(isLink ? 'link-external' : 'question'),
    contextValue: 'sitePart',
    resource,
    command: resource && { command: 'marginalia.address.open', title: 'Open', arguments: [resource] },
  };
}

function make(place: ListPlace, noun: Noun): (given: Resource) => Node {
  return given => {
    const item = itemIn(noun, place.parameters, given);
    if (!item) throw new Error('The service gave something without an ID that can be one.');
    return resourceNode(place, item, given);
  };
}

/** Rows that are at hand. */
export function listOf(rows: Node[], empty: string): Children {
  return {
    list: async function* () {
      yield { items: rows, hasMore: false };
    },
    isAtHand: true,
    empty,
  };
}

/** What a list is called in announcements of writes. */
export function addressOfList(
  connection: Connection,
  noun: Noun,
  parameters: Readonly<Record<string, string>>,
): ResourceAddress {
  return addressOn(connection, pathOf({ noun: { ...noun, path: listPath(noun) }, parameters }));
}

function listPath({ list = 'GET /' }: Noun): `/${string}` {
  return list.slice('GET '.length) as `/${string}`;
}
