import * as vscode from 'vscode';
import { Failure, Remark } from '../../api/failure.ts';
import { mapped, preceded } from '../../api/listings.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type Filter, labelOf, type Noun, nounOf, nouns, type Resource } from '../../model/resources/nouns.ts';
import { idOf } from '../../model/resources/reading.ts';
import { type Connection, type Filtered, resourceAddress } from '../../model/session/connection.ts';
import { askText, type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import { pagesOf, pickItem } from '../picking/items.ts';
import { shownPages } from '../picking/pick.ts';
import type { ListResource } from './node.ts';

/** What the user has picked of a value; nothing where any will do. */
type Picked = Omit<Filtered, 'parameter'> | undefined;

/** Lists only what fits, as the service finds it, in what can be filtered by several things one after the other. */
export async function filter(app: App, target: unknown): Promise<void> {
  const { row, list } = await listOf(app, target, 'Filter List');
  const { connection, noun } = list;
  const before = connection.filters?.get(row.id) ?? [];
  const title = `Filter ${noun.plural}`;
  const choices = (noun.filters ?? []).map((value): Choice<Filter> => {
    const now = before.find(({ parameter }) => parameter === value.parameter);
    return { label: value.name, ...(now && { description: words`now: ${now.label}` }), value };
  });
  const by = await pick({ title, placeHolder: 'By what?', empty: 'The service filters this by nothing.' }, choices);
  const { parameter } = by;
  const now = before.find(one => one.parameter === parameter);
  const picked = await pickValue(list, by, { title, now: now?.label });
  const others = before.filter(one => one.parameter !== parameter);
  await show(app, row, connection, picked ? [...others, { parameter, ...picked }] : others);
}

export async function clearFilter(app: App, target: unknown): Promise<void> {
  const { row, list } = await listOf(app, target, 'Clear Filter');
  if (!list.connection.filters?.has(row.id)) {
    throw new Remark('No filter is set for this list.');
  }
  await show(app, row, list.connection, []);
}

async function pickValue(list: ListResource, by: Filter, prompt: { title: string; now?: string | undefined }) {
  const { title, now } = prompt;
  const { parameter, name, values = {}, kind } = by;
  if (kind !== undefined) return pickResource(list, nounOf(kind), { title, name });
  // The whole contract is loaded with it.
  const { querySchema } = await import('../../api/requestDocuments.ts');
  const { type, enum: known = type === 'boolean' ? [true, false] : undefined } = querySchema(
    list.noun.list ?? 'GET /orgs',
    parameter,
  );
  if (known) {
    const choices = known.map(String).map((value): Choice<Picked> => {
      const label = values[value] ?? value;
      return { label, value: { value, label } };
    });
    return pick<Picked>({ title, placeHolder: name, empty: '' }, [any, ...choices]);
  }
  const value = await askText({ title, prompt: `${name}; leave it empty for all`, value: now });
  return value === '' ? undefined : { value, label: value };
}

const any: Choice<Picked> = { label: 'Any', iconPath: new vscode.ThemeIcon('clear-all'), value: undefined };

function pickResource(
  { connection, parameters }: ListResource,
  noun: Noun,
  { title, name }: { title: string; name: string },
): Promise<Picked> {
  return pickFrom<Picked>({ title, placeHolder: name, empty: '' }, (_, signal) => {
    const pages = preceded<Resource | undefined>([undefined], pagesOf(connection, noun, parameters, { signal }));
    return mapped(shownPages(pages), resource => {
      if (!resource) return any;
      const label = labelOf(noun, resource);
      return { label, value: { value: String(idOf(noun, resource)), label } };
    });
  });
}

/** Keeps the filter as long as the window is there, and shows the row of the list with what it lists. */
async function show(app: App, row: Node, connection: Connection, filtered: readonly Filtered[]): Promise<void> {
  const others = [...(connection.filters ?? [])].filter(([id]) => id !== row.id);
  connection.filters = new Map(filtered.length > 0 ? [...others, [row.id, filtered]] : others);
  const fresh = await row.recall?.();
  if (!fresh) return;
  const { description, contextValue, children } = fresh;
  // VS Code knows rows by their objects.
  app.tree.refresh(Object.assign(row, { description, contextValue, children }));
}

/** The row on which a command was called, or that of the list that the user picks. */
async function listOf(app: App, target: unknown, title: string): Promise<{ row: Node; list: ListResource }> {
  const given = resourceOf<ListResource>(target, 'list');
  if (given && isNode(target)) return { row: target, list: given };
  const connection = await app.session.require();
  const choices = nouns
    .filter(({ filters }) => filters)
    .map(value => ({ label: value.plural, iconPath: new vscode.ThemeIcon(value.icon), value }));
  const noun = await pick({ title, placeHolder: 'Of what?', empty: '' }, choices);
  const owner = nounOf('organization');
  const { item } = await pickItem(connection, owner, title);
  const { organizationId = '' } = item.parameters;
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const parent = owner.holds?.includes(noun.kind) ? `${organization}#administration` : organization;
  const row = await app.tree.reveal(...new Set([organization, parent, `${parent}#${noun.kind}s`]));
  const list = resourceOf<ListResource>(row, 'list');
  if (!row || !list) throw new Failure(words`You may not see the ${noun.plural} of this organization.`);
  return { row, list };
}
