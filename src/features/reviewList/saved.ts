import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import { singlePage, mapItems, prependItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { describeStatus } from '../../model/content/changeRequests.ts';
import { type QueryPerson, type Query, type Status, statuses } from '../../model/reviews/queries.ts';
import type { Connection } from '../../model/session/connection.ts';
import { spacesOf } from '../../model/spaces.ts';
import { askText, type Choice, confirm, pick, pickFrom, pickMany } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickOverOrganizations } from '../picking/pick.ts';
import { describeQuery, type ReviewListResource } from './node.ts';
import { peopleOf } from './people.ts';

type Condition = 'statuses' | 'space' | 'author' | 'reviewer' | 'text';

const conditions: Choice<Condition>[] = [
  { label: t('Status'), detail: t('Open, draft, merged or archived; without it, open ones'), value: 'statuses' },
  { label: t('Space'), value: 'space' },
  { label: t('Author'), value: 'author' },
  { label: t('Reviewer'), detail: t('Who was asked to review it'), value: 'reviewer' },
  { label: t('Words in the subject'), value: 'text' },
];

/** Asks for the conditions of a query, and saves it as a list of the review view. */
export async function saveQuery({ session, inbox, reviewLists }: App): Promise<void> {
  const connection = await session.require();
  const title = t('Save Query');
  const selectedConditions = await pickMany<Condition>(
    { title, placeHolder: t('What are the change requests chosen by?'), empty: '', idOf: value => value },
    () => singlePage(conditions.map(choice => ({ ...choice }))),
    [],
  );
  const isSelected = (condition: Condition) => selectedConditions.includes(condition);
  const query: Omit<Query, 'id' | 'name'> = {
    statuses: isSelected('statuses') ? await pickStatuses(title) : ['open'],
    ...(isSelected('space') && { space: await pickSpace(connection, title) }),
    ...(isSelected('author') && { author: await pickPerson(connection, title, t('Who made them?')) }),
    ...(isSelected('reviewer') && {
      reviewer: await pickPerson(connection, title, t('Who was asked to review them?')),
    }),
    ...(isSelected('text') && {
      text: await askText({ title, prompt: t('Words in the subject, or its number'), violation: emptyViolation }),
    }),
  };
  const name = await askName(title, describeQuery(query));
  await inbox.settings.saveQuery(connection, { name, ...query });
  reviewLists.refresh();
}

export async function renameQuery(app: App, target: unknown): Promise<void> {
  const { connection, query } = await findSaved(app, target, t('Rename Query'));
  const name = await askName(tEscaped`Rename "${query.name}"`, query.name);
  await app.inbox.settings.renameQuery(connection, query, name);
  app.reviewLists.refresh();
}

export async function deleteQuery(app: App, target: unknown): Promise<void> {
  const { connection, query } = await findSaved(app, target, t('Delete Query'));
  const detail = t('The list goes from the view; its change requests stay as they are.');
  await confirm(tEscaped`Delete the query "${query.name}"?`, detail, t('Delete'));
  await app.inbox.settings.renameQuery(connection, query, undefined);
  app.reviewLists.refresh();
}

/** Returns the saved query of a row, or lets the user pick one. */
async function findSaved({ session, inbox }: App, target: unknown, title: string) {
  const targetList = resourceOf<ReviewListResource>(target, 'reviewList');
  const connection = targetList?.connection ?? (await session.require());
  const saved = inbox.settings.savedQueries(connection);
  if (targetList) {
    const query = saved.find(({ id }) => id === targetList.query.id);
    if (query) return { connection, query };
    throw new Failure(tEscaped`"${targetList.query.name}" is no query that you have saved.`);
  }
  if (saved.length === 0) throw new Failure(t('You have saved no query. "Save Query..." makes one.'));
  const choices = saved.map(value => ({ label: value.name, description: describeQuery(value), value }));
  return { connection, query: await pick({ title, placeHolder: t('Which query?'), empty: '' }, choices) };
}

async function pickStatuses(title: string): Promise<readonly Status[]> {
  const choices = statuses.map(value => ({ label: describeStatus(value), value }));
  const prompt = { title, placeHolder: t('Select statuses (none = any)'), empty: '', idOf: String };
  const picked = await pickMany<Status>(prompt, () => singlePage(choices), []);
  return picked.length > 0 ? picked : statuses;
}

async function pickSpace(connection: Connection, title: string): Promise<NonNullable<Query['space']>> {
  return pickOverOrganizations(
    connection,
    { title, placeHolder: t('In which space?'), empty: t('There are no spaces.') },
    ({ id }, signal) => spacesOf(connection, id, signal),
    ({ item: { id, title: label }, organization }) => ({
      label,
      description: organization.title,
      value: { id, title: label },
    }),
  );
}

function pickPerson(connection: Connection, title: string, placeHolder: string): Promise<QueryPerson | 'me'> {
  const prompt = { title, placeHolder, empty: t('No member found'), isSearchedByServer: true };
  return pickFrom<QueryPerson | 'me'>(prompt, (search, signal) => {
    const people = mapItems(peopleOf(connection, search, signal), (one): Choice<QueryPerson | 'me'> => one);
    return search
      ? people
      : prependItems([{ label: t('Me'), description: t('whoever is signed in'), value: 'me' }], people);
  });
}

function askName(title: string, value: string): Promise<string> {
  return askText({ title, prompt: t('What is the list called?'), value, violation: emptyViolation });
}

function emptyViolation(text: string): string | undefined {
  return text === '' ? t('Type something.') : undefined;
}
