import type { App } from '../../app.ts';
import { nounOf } from '../../model/resources/nouns.ts';
import { roles } from '../../model/roles.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { askText, pick } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickItem } from '../items.ts';
import { addressOfList, type ListResource } from '../resources/node.ts';

interface Place {
  connection: Connection;
  organizationId: string;
}

/** Lists only the members of a role, or with a text in their name or email, as the service finds them. */
export async function filterMembers(app: App, target: unknown): Promise<void> {
  const place = await placeOf(app, target);
  const any = { value: 'any', label: 'Any role', detail: 'All members.' };
  const own = roles.map(({ value, label, detail }) => ({ value: value ?? 'guest', label, detail }));
  const prompt = { title: 'Filter Members', placeHolder: 'Of which role?', empty: '' };
  const role = await pick(prompt, [any, ...own]);
  const search = await askText({
    title: 'Filter Members',
    prompt: 'Text in their name or email; leave it empty for all',
  });
  const query = { ...(role !== 'any' && { role }), ...(search !== '' && { search }) };
  await show(app, place, query);
}

export async function clearFilter(app: App, target: unknown): Promise<void> {
  await show(app, await placeOf(app, target), {});
}

/** Keeps the filter as long as the window is there, and shows the row of the list with what it lists. */
async function show(app: App, { connection, organizationId }: Place, query: Record<string, string>): Promise<void> {
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const administration = `${organization}#administration`;
  const noun = nounOf('member');
  const address = addressOfList(connection, noun, { organizationId });
  const others = [...(connection.filters ?? [])].filter(([known]) => known !== address);
  const isSet = Object.keys(query).length > 0;
  connection.filters = new Map(isSet ? [...others, [address, query]] : others);
  const row = await app.tree.reveal(organization, administration, `${administration}#members`);
  const fresh = await row?.recall?.();
  if (!row || !fresh) return;
  const { description, contextValue, children } = fresh;
  // VS Code knows rows by their objects.
  app.tree.refresh(Object.assign(row, { description, contextValue, children }));
}

async function placeOf(app: App, target: unknown): Promise<Place> {
  const list = resourceOf<ListResource>(target, 'list');
  const isMembers = list?.noun.kind === 'member';
  if (isMembers) return { connection: list.connection, organizationId: list.parameters['organizationId'] ?? '' };
  const connection = await app.session.require();
  const { item } = await pickItem(connection, nounOf('organization'), 'Filter Members');
  return { connection, organizationId: item.parameters['organizationId'] ?? '' };
}
