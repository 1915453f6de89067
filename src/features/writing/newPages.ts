import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { isDocument, type Page, type PageEntry, withChildren } from '../../model/content/layout.ts';
import { type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { splitPage } from '../../model/writing/frontMatter.ts';
import {
  noPagesExist,
  assertUnchanged,
  pagesById,
  siblingsOf,
  stateOfPage,
} from '../../model/writing/pageOperations.ts';
import { requireEditable, readOnlySentence } from '../../model/writing/readOnlyReasons.ts';
import { retryableButton } from '../../ui/command.ts';
import { askText } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { PagesResource } from '../content/node.ts';
import { changeWithProgress } from '../moving/changeWithProgress.ts';
import { showLine } from '../opening/openPage.ts';
import {
  assertSaved,
  confirmUnlessRow,
  requirePage,
  type ChosenPage,
  nameOfPages,
  nameUnsentPages,
} from '../picking/choosePages.ts';

export type NewPage = Omit<Schema<'InsertPageEdit'>, 'operation'> & { title: string };

/** Creates a page after the one that the command was called on, or after all others. */
export async function createPage(app: App, target: unknown): Promise<void> {
  const all = resourceOf<PagesResource>(target, 'pages');
  if (all) {
    const place = await requirePlace(app, all);
    const title = await askTitle();
    const snapshot = await app.content.snapshot(all.place);
    await insertPage(app, place, { title, document: await newDocument(snapshot, undefined, title) });
    return;
  }
  const editable = await requirePage(app, target);
  const [place, position] = await placeBehind(editable);
  const title = await askTitle();
  const document = await newDocument(editable.snapshot, editable.page, title);
  await insertPage(app, place, { title, document, ...position });
}

export async function createPageBelow(app: App, target: unknown): Promise<void> {
  const editable = await requirePage(app, target);
  const { place, page } = editable;
  // The first child page changes the address of its parent.
  if (!page.pages?.some(isDocument)) assertSaved(editable, [page]);
  const title = await askTitle();
  const document = await newDocument(editable.snapshot, page, title);
  await insertPage(app, place, { title, document, into: page.id });
}

/**
 * Returns the document of a new page. It begins with the title as a heading if a page beside it, or else the first
 * page, does.
 */
async function newDocument(snapshot: Snapshot, beside: Page | undefined, title: string): Promise<{ markdown: string }> {
  const { pages } = await snapshot.pages();
  const first = [...withChildren(pages)].find(isDocument);
  for (const page of [beside, first]) {
    // A page that cannot be read does not prevent the creation of another one.
    const text = page && isDocument(page) ? await snapshot.markdown(page.id).catch(() => '') : '';
    if (text.trim() === '' || !page) continue;
    const markdown = `# ${title}\n\n`;
    // A title that contains Markdown would be parsed differently in a heading.
    const isShown = plainTitleInText(splitPage(text).body) === singleLine(page.title);
    return { markdown: isShown && plainTitleInText(markdown) === singleLine(title) ? markdown : '' };
  }
  return { markdown: '' };
}

/**
 * Copies a page without its children. The blocks are copied and not the Markdown, because links in Markdown depend on
 * the path of the page.
 */
export async function duplicatePage(app: App, target: unknown): Promise<void> {
  const editable = await requirePage(app, target);
  const { page, snapshot } = editable;
  assertSaved(editable, [page]);
  const unsent = await nameUnsentPages(app, editable, [page]);
  const document = await snapshot.document(page.id);
  if (!document) {
    throw new Failure(
      tEscaped`Could not duplicate "${page.title}": the server sent no content for it. Refresh, then try again.`,
    );
  }
  const { title, emoji, icon, description, condition, hidden, noIndex, noRobotsIndex } = page;
  const texts = Object.entries({ emoji, icon, description, condition }).filter(([, text]) => text);
  const flags = Object.entries({ hidden, noIndex, noRobotsIndex }).filter(([, flag]) => flag === true);
  await confirmUnlessRow(target, tEscaped`Duplicate "${page.title}"?`, t('Duplicate'));
  const [place, position] = await placeBehind(editable);
  const remarks = [
    page.pages?.length ? t('The pages below it are not copied.') : '',
    page.cover || Object.keys(page.variables ?? {}).length > 0 ? t('Its cover and variables are not copied.') : '',
    unsent ? t('Your unsent text of it is not copied.') : '',
  ];
  await insertPage(
    app,
    place,
    { title: `${title} (copy)`, document: { document }, ...Object.fromEntries([...texts, ...flags]), ...position },
    { remarks: remarks.filter(Boolean) },
  );
}

/**
 * Inserts a page, opens it, and offers to undo that. Returns the page if it can already be read. With
 * `isFileOperation`, VS Code opens the page and shows the progress itself.
 */
export async function insertPage(
  app: App,
  place: ChangeRequestPlace,
  page: NewPage,
  { remarks = [], isFileOperation = false }: { remarks?: readonly string[]; isFileOperation?: boolean } = {},
): Promise<PageEntry | undefined> {
  const { title } = page;
  const createdIn = async (after: Snapshot, before: Snapshot) => {
    const [pages, earlier] = await Promise.all([pagesById(after), pagesById(before)]);
    return [...pages.values()].find(page => page.title === title && !earlier.has(page.id));
  };
  const isDone = async (after: Snapshot, before: Snapshot) => (await createdIn(after, before)) !== undefined;
  const { snapshot, before } = await changeWithProgress(app, place, {
    title: tEscaped`Creating "${title}"`,
    plan: [{ operation: 'insert_page', ...page }],
    isDone,
    isFileOperation,
  });
  const created = await createdIn(snapshot, before);
  const layout = await snapshot.pages();
  const entry = created && layout.byId.get(created.id);
  if (!entry) {
    say.info(tEscaped`Created "${title}". Refresh to see it.`);
    return undefined;
  }
  if (!isFileOperation) await openAtEnd(snapshot, entry);
  const createdState = await stateOfPage(snapshot, created.id);
  const undo = async () => {
    assertSaved({ place, pages: [created], snapshot, layout }, [created]);
    await assertUnchanged(app.content, place, created, createdState);
    await changeWithProgress(app, place, {
      title: tEscaped`Deleting ${nameOfPages([created])}`,
      plan: [{ operation: 'delete_page', page: created.id }],
      isDone: noPagesExist,
    });
    say.status(tEscaped`Deleted "${title}" again.`);
  };
  const sentence = [tEscaped`Created "${title}".`, ...remarks].join(' ');
  say.info(sentence, retryableButton(app, t('Undo'), { action: t('delete the page again'), run: undo }));
  return entry;
}

/** Opens a page with the cursor at the end of its text. */
async function openAtEnd(snapshot: Snapshot, entry: PageEntry): Promise<void> {
  const uri = uriOf(snapshot.place, entry);
  // If the page cannot be read, the command that opens it shows why.
  const text = await snapshot.editableMarkdown(entry.page.id).catch(() => undefined);
  if (text === undefined) await vscode.commands.executeCommand('marginalia.document.open', uri);
  // The line number after the last line selects the end of the text. The cursor must not move once the user types.
  else await showLine(uri, text.split('\n').length);
}

/** Returns the position after another page. */
async function placeBehind({
  place,
  page,
  layout,
}: ChosenPage): Promise<[ChangeRequestPlace, Pick<NewPage, 'into' | 'at'>]> {
  const { siblings, parent } = siblingsOf(layout.pages, page.id);
  const at = siblings.findIndex(({ id }) => id === page.id) + 1;
  return [place, { at, ...(parent && { into: parent.id }) }];
}

function askTitle(): Promise<string> {
  return askText({
    title: t('New Page'),
    prompt: t('The title of the page'),
    violation: text => (text === '' ? t('Enter a title.') : undefined),
  });
}

/** Returns the change request whose pages a row lists. Throws a Failure if they cannot be edited. */
async function requirePlace(app: App, { place }: PagesResource): Promise<ChangeRequestPlace> {
  const { connection, space, version } = place;
  if (version.kind !== 'changeRequest') throw new Failure(readOnlySentence('mainContent'));
  const changeRequest = { connection, space, number: version.number };
  await requireEditable((await app.writing.load()).editing, changeRequest);
  return changeRequest;
}
