import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { mapItems, prependItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  type ResourceFilter,
  resourceLabel,
  type ResourceDefinition,
  resourceDefinitionOf,
  resourceDefinitions,
  type Resource,
  pluralInSentence,
} from '../../model/resources/resourceDefinitions.ts';
import { idOf } from '../../model/resources/readResources.ts';
import { type Connection, type ActiveFilter, resourceAddress } from '../../model/session/connection.ts';
import { askText, type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import { listResources, pickItem } from '../picking/items.ts';
import { normalizeItems } from '../picking/pick.ts';
import type { ListResource } from './node.ts';

/** The value that the user picked; undefined for any value. */
type FilterValue = Omit<ActiveFilter, 'parameter'> | undefined;

/** Filters a list by values that the user picks. Several filters of a list are combined. */
export async function filterList(app: App, target: unknown): Promise<void> {
  const { row, list } = await listOf(app, target, t('Filter List'));
  const { connection, definition } = list;
  const before = connection.filters?.get(row.id) ?? [];
  const title = t`Filter ${definition.plural}`;
  const choices = (definition.filters ?? []).map((value): Choice<ResourceFilter> => {
    const activeFilter = before.find(({ parameter }) => parameter === value.parameter);
    return { label: value.name, ...(activeFilter && { description: tEscaped`now: ${activeFilter.label}` }), value };
  });
  const filter = await pick(
    { title, placeHolder: t('By what?'), empty: t('The service filters this by nothing.') },
    choices,
  );
  const { parameter } = filter;
  const now = before.find(one => one.parameter === parameter);
  const picked = await pickValue(list, filter, { title, now: now?.label });
  const others = before.filter(one => one.parameter !== parameter);
  await applyFilters(app, row, connection, picked ? [...others, { parameter, ...picked }] : others);
}

export async function clearListFilter(app: App, target: unknown): Promise<void> {
  const targetList = resourceOf<ListResource>(target, 'list');
  if (!targetList || !isNode(target)) return clearPickedFilter(app);
  const { connection } = targetList;
  if (!connection.filters?.has(target.id)) throw new Notice(t('No filter is set for this list.'));
  await applyFilters(app, target, connection, []);
}

/** Clears the only filter of the account, or the one that the user picks. */
async function clearPickedFilter(app: App): Promise<void> {
  const connection = await app.session.require();
  const [onlyId, ...others] = [...(connection.filters?.keys() ?? [])];
  if (onlyId === undefined) throw new Notice(t('No list is filtered.'));
  const id = others.length === 0 ? onlyId : await pickFiltered(connection);
  const parts = id.split('#');
  const row = await app.tree.reveal(...parts.map((_, index) => parts.slice(0, index + 1).join('#')));
  if (!row) throw new Failure(t('The list is gone. Refresh to see what is there now.'));
  await applyFilters(app, row, connection, []);
}

async function pickFiltered(connection: Connection): Promise<string> {
  const organizations = await connection.api.listAll('GET /orgs', {});
  const choices = [...(connection.filters ?? [])].map(([id, filtered]): Choice<string> => {
    const [address = '', ...inOrganization] = id.split('#');
    const definition = resourceDefinitions.find(({ kind }) => `${kind}s` === inOrganization.at(-1));
    const organization = organizations.find(organization => addressOf(connection, organization) === address);
    const description = [organization?.title, ...filtered.map(({ label }) => label)].filter(Boolean).join(' · ');
    return { label: definition?.plural ?? id, description, value: id };
  });
  return pick({ title: t('Clear Filter'), placeHolder: t('Of what?'), empty: '' }, choices);
}

function addressOf(connection: Connection, { id: organizationId }: { id: string }): string {
  return resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
}

async function pickValue(
  list: ListResource,
  filter: ResourceFilter,
  prompt: { title: string; now?: string | undefined },
) {
  const { title, now } = prompt;
  const { parameter, name, values = {}, kind } = filter;
  if (kind !== undefined) return pickResource(list, resourceDefinitionOf(kind), { title, name });
  // The module is loaded on demand, because it includes the whole contract.
  const { querySchema } = await import('../../api/requestDocuments.ts');
  const { type, enum: known = type === 'boolean' ? [true, false] : undefined } = querySchema(
    list.definition.list ?? 'GET /orgs',
    parameter,
  );
  if (known) {
    const choices = known.map(String).map((value): Choice<FilterValue> => {
      const label = values[value] ?? value;
      return { label, value: { value, label } };
    });
    return pick<FilterValue>({ title, placeHolder: name, empty: '' }, [anyChoice, ...choices]);
  }
  const value = await askText({ title, prompt: t`${name}; leave it empty for all`, value: now });
  return value === '' ? undefined : { value, label: value };
}

const anyChoice: Choice<FilterValue> = {
  label: t('Any'),
  iconPath: new vscode.ThemeIcon('clear-all'),
  value: undefined,
};

function pickResource(
  { connection, parameters }: ListResource,
  definition: ResourceDefinition,
  { title, name }: { title: string; name: string },
): Promise<FilterValue> {
  return pickFrom<FilterValue>({ title, placeHolder: name, empty: '' }, (_, signal) => {
    const pages = prependItems<Resource | undefined>(
      [undefined],
      listResources(connection, definition, parameters, { signal }),
    );
    return mapItems(normalizeItems(pages), resource => {
      if (!resource) return anyChoice;
      const label = resourceLabel(definition, resource);
      return { label, value: { value: String(idOf(definition, resource)), label } };
    });
  });
}

/** Stores the filter until the window closes, and refreshes the list. */
async function applyFilters(
  app: App,
  row: Node,
  connection: Connection,
  filtered: readonly ActiveFilter[],
): Promise<void> {
  const others = [...(connection.filters ?? [])].filter(([id]) => id !== row.id);
  connection.filters = new Map(filtered.length > 0 ? [...others, [row.id, filtered]] : others);
  void vscode.commands.executeCommand('setContext', 'marginalia.filtered', connection.filters.size > 0);
  const fresh = await row.fromCache?.();
  if (!fresh) return;
  const { description, contextValue, children } = fresh;
  // VS Code identifies rows by object identity.
  app.tree.refresh(Object.assign(row, { description, contextValue, children }));
}

/** Returns the row that a command was called on, or that of the list that the user picks. */
async function listOf(app: App, target: unknown, title: string): Promise<{ row: Node; list: ListResource }> {
  const targetList = resourceOf<ListResource>(target, 'list');
  if (targetList && isNode(target)) return { row: target, list: targetList };
  const connection = await app.session.require();
  const choices = resourceDefinitions
    .filter(({ filters }) => filters)
    .map(value => ({ label: value.plural, iconPath: new vscode.ThemeIcon(value.icon), value }));
  const definition = await pick({ title, placeHolder: t('Of what?'), empty: '' }, choices);
  const owner = resourceDefinitionOf('organization');
  const { item } = await pickItem(connection, owner, title);
  const organization = addressOf(connection, { id: item.parameters['organizationId'] ?? '' });
  const parent = owner.childKinds?.includes(definition.kind) ? `${organization}#administration` : organization;
  const row = await app.tree.reveal(...new Set([organization, parent, `${parent}#${definition.kind}s`]));
  const list = resourceOf<ListResource>(row, 'list');
  if (!row || !list) throw new Failure(tEscaped`You may not see ${pluralInSentence(definition)} of this organization.`);
  return { row, list };
}
