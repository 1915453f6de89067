import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { mapItems, filterItems, type ListPage } from '../../api/listings.ts';
import { normalizeResources } from '../../api/normalize.ts';
import { type InOrganization, type Organization, listOverOrganizations } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import { type Space, spacesOf } from '../../model/spaces.ts';
import { type Choice, type PickPrompt, pickFrom } from '../../ui/prompts.ts';

/** Lets the user pick an item from the lists of all organizations of a connection. */
export function pickOverOrganizations<T, U>(
  connection: Connection,
  prompt: PickPrompt,
  list: (organization: Organization, signal: AbortSignal) => AsyncIterable<ListPage<T>>,
  choiceOf: (entry: InOrganization<T>) => Choice<U>,
): Promise<U> {
  const readable = (organization: Organization, signal: AbortSignal) =>
    skipForbidden(normalizeItems(list(organization, signal)));
  return pickFrom(prompt, (_, signal) =>
    mapItems(
      listOverOrganizations(connection, organization => readable(organization, signal), signal),
      choiceOf,
    ),
  );
}

/** Repairs the items of a list, so that a malformed one does not hide the others. */
export async function* normalizeItems<T>(pages: AsyncIterable<ListPage<T>>): AsyncGenerator<ListPage<T>> {
  for await (const { items, hasMore } of pages) {
    // An undefined item stands for a new one.
    const isNew = (item: T) => item === undefined;
    yield { items: items.flatMap(item => (isNew(item) ? [item] : normalizeResources([item]))), hasMore };
  }
}

/** Ends the list where the user lacks permission, as a guest of an organization does, so that other lists go on. */
export async function* skipForbidden<T>(pages: AsyncIterable<ListPage<T>>): AsyncGenerator<ListPage<T>> {
  try {
    yield* pages;
  } catch (error) {
    if (!isApiError(error, 'forbidden')) throw error;
  }
}

/** The spaces that a picker offers, and the message if there are none. */
interface SuitableSpaces {
  isSuitable: (space: Space) => boolean;
  empty: string;
}

/** Lets the user pick a space. Also works with servers that do not list all spaces. */
export function pickSpace(
  connection: Connection,
  title: string,
  { isSuitable, empty }: SuitableSpaces,
): Promise<InOrganization<Space>> {
  const prompt = { title, placeHolder: t('In which space?'), empty };
  const list = ({ id }: Organization, signal: AbortSignal) => filterItems(spacesOf(connection, id, signal), isSuitable);
  return pickOverOrganizations(connection, prompt, list, entry => ({
    label: entry.item.title,
    description: [entry.organization.title, entry.item.editMode === 'locked' ? t('locked') : '']
      .filter(Boolean)
      .join(' · '),
    value: entry,
  }));
}

/**
 * Splits the pages of a list into pages of at most `maxItems` items, because a page of the service may be too large to
 * show.
 */
export async function* splitPages<T>(pages: AsyncIterable<ListPage<T>>, maxItems: number): AsyncGenerator<ListPage<T>> {
  for await (const { items, hasMore } of pages) {
    let start = 0;
    do {
      const end = start + maxItems;
      yield { items: items.slice(start, end), hasMore: hasMore || end < items.length };
      start = end;
    } while (start < items.length);
  }
}
