import { mapped, type Page } from '../api/listings.ts';
import { type InOrganization, type Organization, overOrganizations } from '../model/organizations.ts';
import type { Connection } from '../model/session/connection.ts';
import { type Space, spacesOf } from '../model/spaces.ts';
import { type Choice, type Pick, pickFrom } from '../ui/prompts.ts';

/** Lets the user pick one of what all organizations of a connection have. */
export function pickOverOrganizations<T, U>(
  connection: Connection,
  prompt: Pick,
  list: (organization: Organization, signal: AbortSignal) => AsyncIterable<Page<T>>,
  choiceOf: (found: InOrganization<T>) => Choice<U>,
): Promise<U> {
  return pickFrom(prompt, (_, signal) =>
    mapped(
      overOrganizations(connection, organization => list(organization, signal), signal),
      choiceOf,
    ),
  );
}

/** Lets the user pick a space, whether or not the server offers a list of them. */
export function pickSpace(connection: Connection, title: string): Promise<Space> {
  const prompt = { title, placeHolder: 'In which space?', empty: 'There are no spaces.' };
  const list = ({ id }: Organization, signal: AbortSignal) => spacesOf(connection, id, signal);
  return pickOverOrganizations(connection, prompt, list, ({ item: space, organization }) => ({
    label: space.title,
    description: organization.title,
    value: space,
  }));
}
