import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { isDocument, type PageEntry } from '../../model/content/layout.ts';
import { type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import {
  areGone,
  assertUnchanged,
  changePages,
  pagesById,
  siblingsOf,
  stateOfPage,
} from '../../model/writing/pageOperations.ts';
import { demandEditable, readOnlySentence } from '../../model/writing/readOnlyReasons.ts';
import { retryableButton } from '../../ui/command.ts';
import { askText } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { PagesResource } from '../content/node.ts';
import {
  assertSaved,
  confirmUnlessRow,
  demandPage,
  type EditablePage,
  nameUnsentPages,
} from '../picking/editablePages.ts';

export type NewPage = Omit<Schema<'InsertPageEdit'>, 'operation'> & { title: string };

/** Creates a page behind the one that the command was called on, or behind all others. */
export async function createPage(app: App, target: unknown): Promise<void> {
  const all = resourceOf<PagesResource>(target, 'pages');
  const [place, position] = all ? [await demandPlace(app, all), {}] : await placeBehind(await demandPage(app, target));
  await insertPage(app, place, { title: await askTitle(), document: { markdown: '' }, ...position });
}

export async function createPageBelow(app: App, target: unknown): Promise<void> {
  const editable = await demandPage(app, target);
  const { place, page } = editable;
  // A page that gets its first page below it gets another address.
  if (!page.pages?.some(isDocument)) assertSaved(editable, [page]);
  await insertPage(app, place, { title: await askTitle(), document: { markdown: '' }, into: page.id });
}

/** Copies a page, without those below it. The blocks are copied as such: in Markdown, links depend on where a page is. */
export async function duplicatePage(app: App, target: unknown): Promise<void> {
  const editable = await demandPage(app, target);
  const { page, snapshot } = editable;
  assertSaved(editable, [page]);
  const unsent = await nameUnsentPages(app, editable, [page]);
  const document = await snapshot.document(page.id);
  if (!document) {
    throw new Failure(
      words`Could not duplicate "${page.title}": the server sent no content for it. Refresh, then try again.`,
    );
  }
  const { title, emoji, icon, description, condition, hidden, noIndex, noRobotsIndex } = page;
  const texts = Object.entries({ emoji, icon, description, condition }).filter(([, text]) => text);
  const flags = Object.entries({ hidden, noIndex, noRobotsIndex }).filter(([, flag]) => flag === true);
  await confirmUnlessRow(target, 'Duplicate', [page]);
  const [place, position] = await placeBehind(editable);
  const remarks = [
    page.pages?.length ? 'The pages below it are not copied.' : '',
    page.cover || Object.keys(page.variables ?? {}).length > 0 ? 'Its cover and variables are not copied.' : '',
    unsent ? 'Your unsent text of it is not copied.' : '',
  ];
  await insertPage(
    app,
    place,
    { title: `${title} (copy)`, document: { document }, ...Object.fromEntries([...texts, ...flags]), ...position },
    { remarks: remarks.filter(Boolean) },
  );
}

/** Inserts a page, opens it and offers to undo that. Returns the page where it can be seen already. */
export async function insertPage(
  app: App,
  place: ChangeRequestPlace,
  page: NewPage,
  { remarks = [], isOpened = true }: { remarks?: readonly string[]; isOpened?: boolean } = {},
): Promise<PageEntry | undefined> {
  const { title } = page;
  const createdIn = async (after: Snapshot, before: Snapshot) => {
    const [pages, earlier] = await Promise.all([pagesById(after), pagesById(before)]);
    return [...pages.values()].find(one => one.title === title && !earlier.has(one.id));
  };
  const isDone = async (after: Snapshot, before: Snapshot) => (await createdIn(after, before)) !== undefined;
  const { snapshot, before } = await changePages(app.content, place, [{ operation: 'insert_page', ...page }], isDone);
  const created = await createdIn(snapshot, before);
  const layout = await snapshot.pages();
  const entry = created && layout.byId.get(created.id);
  if (!entry) {
    say.info(words`Created "${title}". Refresh to see it.`);
    return undefined;
  }
  if (isOpened) await vscode.commands.executeCommand('marginalia.document.open', uriOf(snapshot.place, entry));
  const createdState = await stateOfPage(snapshot, created.id);
  const undo = async () => {
    assertSaved({ place, pages: [created], snapshot, layout }, [created]);
    await assertUnchanged(app.content, place, created, createdState);
    await changePages(app.content, place, [{ operation: 'delete_page', page: created.id }], areGone);
    say.info(words`Deleted "${title}" again.`);
  };
  const sentence = [words`Created "${title}".`, ...remarks].join(' ');
  say.info(sentence, retryableButton(app, 'Undo', { action: 'delete the page again', run: undo }));
  return entry;
}

/** Where a page stands that comes behind another one. */
async function placeBehind({
  place,
  page,
  layout,
}: EditablePage): Promise<[ChangeRequestPlace, Pick<NewPage, 'into' | 'at'>]> {
  const { siblings, parent } = siblingsOf(layout.pages, page.id);
  const at = siblings.findIndex(({ id }) => id === page.id) + 1;
  return [place, { at, ...(parent && { into: parent.id }) }];
}

function askTitle(): Promise<string> {
  return askText({
    title: 'New Page',
    prompt: 'The title of the page',
    violation: text => (text === '' ? 'Enter a title.' : undefined),
  });
}

/** The change request whose pages a row lists. Throws Failure where they cannot be changed. */
async function demandPlace(app: App, { place }: PagesResource): Promise<ChangeRequestPlace> {
  const { connection, space, version } = place;
  if (version.kind !== 'changeRequest') throw new Failure(readOnlySentence('mainContent'));
  const changeRequest = { connection, space, number: version.number };
  await demandEditable((await app.writing.load()).editing, changeRequest);
  return changeRequest;
}
