import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { mapItems, filterItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseResourceUri } from '../../model/resources/address.ts';
import { type Item, itemAt } from '../../model/resources/items.ts';
import {
  capitalize,
  nameInTitleCase,
  resourceLabel,
  type ResourceDefinition,
  resourceDefinitionOf,
  resourceDefinitions,
  pluralInSentence,
  remarksOf,
  type Resource,
} from '../../model/resources/resourceDefinitions.ts';
import { itemIn, readResource, resourcesIn } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { spacesOf } from '../../model/spaces.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { nodeAddress, isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import { normalizeItems } from './pick.ts';
import type { ItemResource, ListResource } from '../resources/node.ts';

/** The target of a command: a resource and its connection. */
export interface ResourceTarget {
  connection: Connection;
  item: Item;
  /** Name of the resource, if known. */
  label?: string | undefined;
}

/** Returns the resource of a row or a document, or lets the user pick a suitable one. */
export async function findItem(
  app: App,
  target: unknown,
  title: string,
  isSuitable: (definition: ResourceDefinition) => boolean,
  isSuitableResource?: (resource: Resource) => boolean,
): Promise<ResourceTarget> {
  const targetItem = await itemOf(app, target);
  if (targetItem) return requireSuitable(targetItem, isSuitable, title);
  const connection = await app.session.require();
  const suitableDefinitions = resourceDefinitions.filter(definition => isSuitable(definition) && definition.list);
  const definition =
    suitableDefinitions.length === 1 ? suitableDefinitions[0] : await pickDefinition(title, suitableDefinitions);
  if (!definition) throw new Failure(t('There is nothing that this can be done with.'));
  return pickItem(connection, definition, title, isSuitableResource);
}

/** Returns the resources of all selected rows if there are several, or else the one that `findItem` returns. */
export async function findItems(
  app: App,
  { target, selected }: { target: unknown; selected: unknown },
  title: string,
  isSuitable: (definition: ResourceDefinition) => boolean,
  isSuitableResource?: (resource: Resource) => boolean,
): Promise<ResourceTarget[]> {
  const rows = Array.isArray(selected) ? selected.filter(isTrustedTarget) : [];
  const items = rows.length > 1 ? await Promise.all(rows.map(row => itemOf(app, row))) : [];
  const suitable = items.filter(
    target => target !== undefined && isSuitable(target.item.definition),
  ) as ResourceTarget[];
  return suitable.length > 0 ? suitable : [await findItem(app, target, title, isSuitable, isSuitableResource)];
}

/** Returns the name of a resource. Fetches the resource if the name is not known. */
export async function resourceName({ connection, item, label }: ResourceTarget): Promise<string> {
  return label ?? resourceLabel(item.definition, await readResource(connection, item));
}

/** Returns the target of a command: the resource of a row, of a document, or of the document in the editor. */
export async function itemOf(app: App, target: unknown): Promise<ResourceTarget | undefined> {
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

/** Returns the parent of a new resource: from the list of a row, the resource of a row, or the user's choice. */
export async function findPlace(
  app: App,
  definition: ResourceDefinition,
  target: unknown,
): Promise<{ connection: Connection; parameters: Readonly<Record<string, string>>; parent?: string | undefined }> {
  const neededParameters = [...(definition.create ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const list = resourceOf<ListResource>(target, 'list');
  if (list) return list;
  const targetItem = isNode(target) ? await itemOf(app, target) : undefined;
  const hasAllParameters = targetItem && neededParameters.every(name => name in targetItem.item.parameters);
  if (hasAllParameters) return { connection: targetItem.connection, parameters: targetItem.item.parameters };
  if (targetItem?.item.definition.kind === 'collection' && definition.refersTo?.['parent'] === 'collection') {
    const { organization } = await readResource(targetItem.connection, targetItem.item);
    const parameters = { organizationId: String(organization) };
    return { connection: targetItem.connection, parameters, parent: targetItem.item.parameters['collectionId'] };
  }
  const connection = targetItem?.connection ?? (await app.session.require());
  const isSite = neededParameters.includes('siteId');
  const title = tEscaped`New ${nameInTitleCase(definition)}`;
  const { item } = isSite
    ? await pickItem(connection, resourceDefinitionOf('site'), title)
    : await pickItem(connection, resourceDefinitionOf('organization'), title, definition.canCreateIn);
  return { connection, parameters: item.parameters };
}

/** Lets the user pick a resource of a kind, after its parent. */
export async function pickItem(
  connection: Connection,
  definition: ResourceDefinition,
  title: string,
  isSuitableResource?: (resource: Resource) => boolean,
): Promise<ResourceTarget> {
  let parameters: Readonly<Record<string, string>> = {};
  const owner = ownerOf(definition);
  if (owner) ({ parameters } = (await pickItem(connection, owner, title)).item);
  return pickIn(connection, definition, parameters, title, isSuitableResource);
}

/** Lets the user pick a resource of a list. */
export async function pickIn(
  connection: Connection,
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
  title: string,
  isSuitableResource?: (resource: Resource) => boolean,
): Promise<ResourceTarget> {
  const empty = isSuitableResource
    ? tEscaped`There are no ${pluralInSentence(definition)} with which you may do that.`
    : tEscaped`There are no ${pluralInSentence(definition)}.`;
  const prompt = { title, placeHolder: tEscaped`Which ${definition.name}?`, empty };
  const picked = await pickFrom(prompt, (_, signal) =>
    mapItems(
      filterItems(
        normalizeItems(listResources(connection, definition, parameters, { signal })),
        isSuitableResource ?? (() => true),
      ),
      (resource): Choice<ResourceTarget | undefined> => {
        const item = itemIn(definition, parameters, resource);
        const label = resourceLabel(definition, resource);
        return {
          label,
          description: remarksOf(definition, resource).join(' · '),
          value: item && { connection, item, label },
        };
      },
    ),
  );
  if (picked) return picked;
  throw new Failure(t('The service gave it an ID that cannot be one.'));
}

/** Lists the resources of a kind page by page. Works around servers that do not list all spaces. */
export function listResources(
  connection: Connection,
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string>>,
  { signal, ...options }: { signal: AbortSignal; query?: object },
): ReturnType<typeof resourcesIn> {
  if (definition.kind !== 'space') return resourcesIn(connection, definition, parameters, { signal, ...options });
  const spaces = spacesOf(connection, parameters['organizationId'] ?? '', signal);
  return spaces as unknown as ReturnType<typeof resourcesIn>;
}

async function itemOfRow(app: App, row: Node): Promise<ResourceTarget | undefined> {
  const { label } = row;
  const [, authority = '', path = ''] = /^\/\/([^/]+)(\/[^#]*)$/.exec(nodeAddress(row)) ?? [];
  const item = itemAt(path);
  const connection = await app.session.find(authority);
  return item && connection && { connection, item, label };
}

function requireSuitable(
  target: ResourceTarget,
  isSuitable: (definition: ResourceDefinition) => boolean,
  title: string,
): ResourceTarget {
  const { definition } = target.item;
  if (isSuitable(definition)) return target;
  throw new Failure(tEscaped`"${title}" cannot be done with ${pluralInSentence(definition)}.`);
}

function pickDefinition(title: string, among: readonly ResourceDefinition[]): Promise<ResourceDefinition> {
  const choices = among.map(definition => ({
    label: capitalize(definition.name),
    iconPath: new vscode.ThemeIcon(definition.icon),
    value: definition,
  }));
  return pick({ title, placeHolder: t('Of which kind?'), empty: t('There is nothing to pick from.') }, choices);
}

/** Returns the definition of the resources that contain the list of a kind. */
function ownerOf({ list = 'GET /' }: ResourceDefinition): ResourceDefinition | undefined {
  const path = list.slice('GET '.length);
  const owner = path.slice(0, path.lastIndexOf('/'));
  return resourceDefinitions.find(definition => definition.path === owner);
}
