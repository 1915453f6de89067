import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { baseSnapshot } from '../../model/content/comparison.ts';
import { withChildren } from '../../model/content/layout.ts';
import { assertUnchanged, pagesById, stateOfPage } from '../../model/writing/pageOperations.ts';
import { retryableButton, type Commands } from '../../ui/command.ts';
import { askText, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { changeWithProgress } from '../moving/changeWithProgress.ts';
import { movePagesByOne, movePagesTo } from '../moving/movePages.ts';
import {
  assertSaved,
  requirePage,
  requirePages,
  nameOfPages,
  nameUnsentPages,
  outermost,
} from '../picking/choosePages.ts';
import { focusedRows } from '../picking/focusedRows.ts';
import { createPage, createPageBelow, duplicatePage } from './newPages.ts';
import { setHidden } from './pageVisibility.ts';
import { relocatePage } from './relocatePage.ts';
import { confirmRemoval, removePages } from './removePages.ts';

export const commands: Commands<App> = {
  'marginalia.page.create': { action: t('create the page'), run: createPage },
  'marginalia.page.createBelow': { action: t('create the page'), run: createPageBelow },
  'marginalia.page.duplicate': { action: t('duplicate the page'), run: duplicatePage },
  'marginalia.page.rename': { action: t('rename the page'), run: rename },
  'marginalia.page.renameFocused': { action: t('rename the page'), run: renameFocused },
  'marginalia.page.moveUp': {
    action: t('move the page'),
    run: (app, ...rows) => movePagesByOne(app, 'up', ...both(rows)),
  },
  'marginalia.page.moveDown': {
    action: t('move the page'),
    run: (app, ...rows) => movePagesByOne(app, 'down', ...both(rows)),
  },
  'marginalia.page.moveTo': { action: t('move the page'), run: movePagesTo },
  'marginalia.page.hide': { action: t('hide the page'), run: (app, ...rows) => setHidden(app, true, ...both(rows)) },
  'marginalia.page.show': { action: t('show the page'), run: (app, ...rows) => setHidden(app, false, ...both(rows)) },
  'marginalia.page.delete': { action: t('delete the page'), run: deletePages },
  'marginalia.page.deleteFocused': { action: t('delete the page'), run: deleteFocused },
  'marginalia.page.revert': { action: t('revert the page'), run: revert },
};

async function rename(app: App, target: unknown): Promise<void> {
  const editable = await requirePage(app, target);
  const { page } = editable;
  assertSaved(editable, [page]);
  const hasUnsentText = (await nameUnsentPages(app, editable, [page])) !== undefined;
  const title = await askText({
    title: t('Rename Page'),
    prompt: hasUnsentText ? t('The new title. Your unsent text on this computer stays as it is.') : t('The new title'),
    value: page.title,
    violation: text => (text === '' ? t('Enter a title.') : undefined),
  });
  const slug = await askText({
    title: t('Rename Page'),
    prompt: t('The last part of the address of the page'),
    value: page.slug ?? '',
    violation: text => (/^[^\s/?#]*$/.test(text) ? undefined : t('Enter a slug without spaces, "/", "?" and "#".')),
  });
  const changed = { ...(title !== page.title && { title }), ...(slug && slug !== page.slug && { slug }) };
  if (Object.keys(changed).length === 0) return say.status(tEscaped`"${page.title}" stays as it is`);
  await relocatePage(app, editable, changed);
}

async function renameFocused(app: App): Promise<void> {
  const rows = focusedRows(app);
  const [row] = rows;
  if (rows.length !== 1 || !row) {
    throw new Failure(t('Select one page of a change request in the Marginalia view to rename it.'));
  }
  if (!row.contextValue.startsWith('changeRequest.')) return rename(app, row);
  await vscode.commands.executeCommand('marginalia.changeRequest.setSubject', row);
}

/** Deletes pages and all their descendants. */
async function deletePages(app: App, target: unknown, selected: unknown): Promise<void> {
  const editable = await requirePages(app, target, selected);
  const pages = outermost(editable.pages);
  assertSaved(editable, [...withChildren(pages)]);
  await confirmRemoval(app, editable, pages);
  await removePages(app, editable, pages);
}

async function deleteFocused(app: App): Promise<void> {
  const rows = focusedRows(app);
  if (rows.length === 0)
    throw new Failure(t('Select pages of a change request in the Marginalia view to delete them.'));
  await deletePages(app, rows[0], rows);
}

/** Restores a page to its version in the main content. */
async function revert(app: App, target: unknown): Promise<void> {
  const editable = await requirePage(app, target);
  const { place, page } = editable;
  assertSaved(editable, [page]);
  const { content } = app;
  const base = await baseSnapshot(content, place, undefined);
  if (!(await pagesById(base.snapshot)).has(page.id)) {
    throw new Failure(
      tEscaped`"${page.title}" is new in this change request, so there is no earlier version. Delete it instead.`,
    );
  }
  const unsent = await nameUnsentPages(app, editable, [page]);
  const detail = t('This replaces its text and settings with those that it has without this change request.');
  const remark = unsent && tEscaped`Your unsent text of ${unsent} on this computer is not reverted.`;
  await confirm(tEscaped`Revert "${page.title}"?`, [detail, remark].filter(Boolean).join(' '), t('Revert'));
  const revertTo = (title: string, revision: string) =>
    changeWithProgress(app, place, {
      title,
      plan: [{ operation: 'revert_page', page: page.id, revision }],
      isDone: async (after, before) =>
        !isDeepStrictEqual(await stateOfPage(after, page.id), await stateOfPage(before, page.id)),
    });
  const { snapshot, revisionBefore } = await revertTo(tEscaped`Reverting "${page.title}"`, base.revision);
  const revertedState = await stateOfPage(snapshot, page.id);
  const undo = async () => {
    assertSaved({ ...editable, snapshot, layout: await snapshot.pages() }, [page]);
    await assertUnchanged(content, place, page, revertedState);
    await revertTo(tEscaped`Restoring ${nameOfPages([page])}`, revisionBefore);
    say.status(tEscaped`"${page.title}" has its changes again.`);
  };
  say.info(
    tEscaped`Reverted "${page.title}".`,
    retryableButton(app, t('Undo'), { action: t('undo the change'), run: undo }),
  );
}

/** Returns the row that a command was called on, and all selected rows. */
function both(rows: readonly unknown[]): [target: unknown, selected: unknown] {
  return [rows[0], rows[1]];
}
