import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { concatLists, filterItems } from '../../api/listings.ts';
import type { Route } from '../../api/routes.ts';
import { escapeLine, hasVisibleText, tEscaped } from '../../api/escape.ts';
import { resourceUri } from '../../model/resources/address.ts';
import { type Item, pathOf } from '../../model/resources/items.ts';
import {
  capitalize,
  resourceLabel,
  type ResourceDefinition,
  resourceDefinitionOf,
  otherNavigationItems,
  pluralInSentence,
  remarksOf,
  type Resource,
  visibilityOf,
} from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, itemIn, readResource, resourcesIn } from '../../model/resources/readResources.ts';
import { addressOfPath, type Connection, type ResourceAddress } from '../../model/session/connection.ts';
import { type Children, type Node, type NodePage, toRowPages, toRows } from '../../ui/tree/node.ts';
import type { LinkResource } from '../content/node.ts';

/** The argument of commands on the row of any resource. */
export interface ItemResource {
  kind: 'item';
  connection: Connection;
  item: Item;
  label: string;
  link: string | undefined;
}

/** The argument of commands on the row of a list of resources. */
export interface ListResource {
  kind: 'list';
  connection: Connection;
  definition: ResourceDefinition;
  /** The parameters of the operation that lists. */
  parameters: Readonly<Record<string, string>>;
}

/** The connection and rights that the rows below one resource share. */
interface Place {
  connection: Connection;
  /** True if the account may change the parent resource. Otherwise nothing can be created in its lists. */
  canChange: boolean;
}

/** The parent and parameters of a list. */
interface ListPlace extends Place {
  parameters: Readonly<Record<string, string>>;
}

/** Returns the rows below a resource: one for each list, and one for each single part. */
export function childNodes(place: Place, { definition, parameters }: Item, parent: string): Node[] {
  return (definition.childKinds ?? []).map(kind => {
    const child = resourceDefinitionOf(kind);
    if (child.list) return listNode({ ...place, parameters }, child, parent);
    return resourceNode(place, { definition: child, parameters }, { title: capitalize(child.name) });
  });
}

/** Creates a row that lists the resources of a kind. */
export function listNode(place: ListPlace, definition: ResourceDefinition, parent: string): Node {
  const { connection, parameters, canChange } = place;
  const resource: ListResource = { kind: 'list', connection, definition, parameters };
  const id = `${parent}#${definition.kind}s`;
  const { query, ...filterFields } = filterOf(connection, id, definition);
  return {
    id,
    label: definition.plural,
    ...filterFields,
    icon: new vscode.ThemeIcon(definition.icon),
    contextValue: filterFields.contextValue + (canChange ? '' : '.noEdit'),
    resource,
    fromCache: async () => listNode(place, definition, parent),
    children: {
      list: signal => {
        const pages = resourcesIn(connection, definition, parameters, { signal, ...(query && { query }) });
        const isListed = (resource: Resource) => definition.parentOf?.(resource) === undefined;
        const rows = toRowPages(
          definition.parentOf ? filterItems(pages, isListed) : pages,
          nodeFactory(place, definition),
        );
        return definition.structure
          ? concatLists([rows, otherParts(place, definition.structure, { parent: id, signal })])
          : rows;
      },
      empty: query ? t`No such ${pluralInSentence(definition)}` : t`No ${pluralInSentence(definition)}`,
      dependsOn: [addressOfList(connection, definition, parameters)],
    },
  };
}

/** Returns the filter of a list as a query, with the description and context value of its row. */
export function filterOf({ filters }: Connection, id: string, { kind }: ResourceDefinition) {
  const filtered = filters?.get(id);
  return {
    query: filtered && Object.fromEntries(filtered.map(({ parameter, value }) => [parameter, value])),
    description: filtered && tEscaped`only ${filtered.map(({ label }) => label).join(' · ')}`,
    contextValue: filtered ? `${kind}s.filtered` : `${kind}s`,
  };
}

export function resourceNode(place: Place, item: Item, fields: Resource): Node {
  const { connection } = place;
  const { definition } = item;
  const label = resourceLabel(definition, fields);
  const remarks = remarksOf(definition, fields);
  const id = addressOfPath(connection, pathOf(item));
  const canChange = place.canChange && (definition.canChange?.(fields) ?? true);
  const uri = resourceUri({ connection: connection.id, item, view: 'fields' }, label);
  const link = (fields['urls'] as { app?: unknown } | null | undefined)?.app;
  const resource: ItemResource = {
    ...{ kind: 'item', connection, item, label },
    link: typeof link === 'string' ? link : undefined,
  };
  return {
    id,
    label,
    description: remarks.join(' · '),
    tooltip: [
      escapeLine(label, 300),
      ...(definition.details?.(fields) ?? []),
      ...remarks,
      canChange ? definition.dragHint : t('You may not change it.'),
    ]
      .filter(Boolean)
      .join('\n'),
    accessibleLabel: [...(definition.list ? [capitalize(definition.name)] : []), label, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(definition.icon),
    contextValue: [definition.kind, definition.state?.(fields), !canChange && 'noEdit'].filter(Boolean).join('.'),
    resource,
    isRunning: definition.isRunning?.(fields) ?? false,
    command: { command: definition.open ?? 'marginalia.item.edit', title: t('Open'), arguments: [uri] },
    fetchAgain: async signal => {
      const fresh = await readResource(connection, item, { signal });
      const isInSameParent = definition.parentOf?.(fresh) === definition.parentOf?.(fields);
      return isInSameParent ? resourceNode(place, item, fresh) : undefined;
    },
    children: childrenOf({ connection, canChange }, item, fields, id),
  };
}

function childrenOf(place: Place, item: Item, fields: Resource, id: string): Children | undefined {
  const { definition, parameters } = item;
  const entries = definition.children?.(fields);
  if (entries) {
    const resources = entries.map(({ resource }) => resource);
    const rows = toRows(resources, (resource, index) => {
      const kind = entries[index]?.kind;
      return kind === undefined
        ? otherNode(resource, id)
        : nodeFactory({ ...place, parameters }, resourceDefinitionOf(kind))(resource);
    });
    return staticChildren(rows, t('This group is empty'));
  }
  const [first, ...others] = definition.childKinds ?? [];
  if (first === undefined) return undefined;
  if (others.length > 0) return staticChildren(childNodes(place, item, id), '');
  return listNode({ ...place, parameters }, resourceDefinitionOf(first), id).children;
}

/** Lists the entries of a list that are no resources of its kind, such as links. Not all servers report them. */
async function* otherParts(
  { connection, parameters }: ListPlace,
  structure: Route,
  { parent, signal }: { parent: string; signal: AbortSignal },
): AsyncGenerator<NodePage> {
  try {
    const reply = (await requestRoute(connection, structure, parameters, undefined, { signal })) as
      Resource | undefined;
    yield { items: toRows(otherNavigationItems(reply?.['structure']), one => otherNode(one, parent)), hasMore: false };
  } catch (error) {
    // The resources themselves are listed anyway.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Creates the read-only row of a navigation entry: a link, or a kind of later servers. */
function otherNode(part: Resource, parent: string): Node {
  const { id, title, object, url } = part;
  const isLink = object === 'site-external-link';
  const remarks = [isLink ? t('external link') : String(object), ...visibilityOf(part)].filter(one => one !== false);
  const label = hasVisibleText(title) ? title : t('Untitled');
  const resource: LinkResource | undefined = hasVisibleText(url) ? { kind: 'link', leadsTo: url } : undefined;
  return {
    id: `${parent}/${String(id)}`,
    label,
    description: remarks.join(' · '),
    tooltip: hasVisibleText(url) ? url : label,
    accessibleLabel: [label, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(isLink ? 'link-external' : 'question'),
    contextValue: 'sitePart',
    resource,
    command: resource && { command: 'marginalia.address.open', title: t('Open'), arguments: [resource] },
  };
}

function nodeFactory(place: ListPlace, definition: ResourceDefinition): (fields: Resource) => Node {
  return fields => {
    const item = itemIn(definition, place.parameters, fields);
    if (!item) throw new Error('The service gave something without an ID that can be one.');
    return resourceNode(place, item, fields);
  };
}

/** Returns children that need no request. */
export function staticChildren(rows: Node[], empty: string): Children {
  return {
    list: async function* () {
      yield { items: rows, hasMore: false };
    },
    isStatic: true,
    empty,
  };
}

/** Returns the address of a list, as announcements of writes name it. */
export function addressOfList(
  connection: Connection,
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
): ResourceAddress {
  return addressOfPath(connection, pathOf({ definition: { ...definition, path: listPath(definition) }, parameters }));
}

function listPath({ list = 'GET /' }: ResourceDefinition): `/${string}` {
  return list.slice('GET '.length) as `/${string}`;
}
