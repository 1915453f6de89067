import * as vscode from 'vscode';
import { only } from '../../api/listings.ts';
import { words } from '../../api/words.ts';
import { resourceUri } from '../../model/resources/address.ts';
import { type Item, pathOf } from '../../model/resources/items.ts';
import {
  capital,
  labelOf,
  type Noun,
  nounOf,
  pluralOf,
  remarksOf,
  type Resource,
} from '../../model/resources/nouns.ts';
import { itemIn, readResource, resourcesIn } from '../../model/resources/reading.ts';
import { addressOn, type Connection, type ResourceAddress } from '../../model/session/connection.ts';
import { type Children, type Node, nodesOf, rowsOf } from '../../ui/tree/node.ts';

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
        return nodesOf(noun.standsIn ? only(pages, isListed) : pages, make(place, noun));
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
      ...(noun.about?.(given) ?? []),
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
    const rows = rowsOf([...inside.resources], make({ ...place, parameters }, nounOf(inside.kind)));
    return listOf(rows, `No ${pluralOf(nounOf(inside.kind))}`);
  }
  const [first, ...others] = noun.holds ?? [];
  if (first === undefined) return undefined;
  if (others.length > 0) return listOf(heldNodes(place, item, id), '');
  return listNode({ ...place, parameters }, nounOf(first), id).children;
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
