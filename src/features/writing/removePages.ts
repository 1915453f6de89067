import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import { tEscaped } from '../../api/escape.ts';
import { changeRequestName } from '../../model/content/changeRequests.ts';
import { type Page, withChildren } from '../../model/content/layout.ts';
import type { ContentEdit } from '../../model/writing/pageEdits.ts';
import { noPagesExist, allPagesExist, type PagesChanged } from '../../model/writing/pageOperations.ts';
import { confirm } from '../../ui/prompts.ts';
import { retryableButton } from '../../ui/command.ts';
import * as say from '../../ui/say.ts';
import { changeWithProgress } from '../moving/changeWithProgress.ts';
import { type ChosenPages, nameOfPages, nameUnsentPages } from '../picking/choosePages.ts';

/** Asks for confirmation before deleting pages, and names what is deleted with them. */
export async function confirmRemoval(app: App, editable: ChosenPages, pages: readonly Page[]): Promise<void> {
  const all = [...withChildren(pages)];
  const changeRequest = changeRequestName(await app.content.changeRequests.get(editable.place));
  const detail =
    pages.length === 1
      ? removalOfOne(changeRequest, all.length - 1)
      : removalOfSeveral(changeRequest, all.length - pages.length);
  const unsent = await nameUnsentPages(app, editable, all);
  const remark = unsent && tEscaped`Your unsent text of ${unsent} stays on this computer, but cannot be sent any more.`;
  await confirm(tEscaped`Delete ${nameOfPages(pages)}?`, [detail, remark].filter(Boolean).join(' '), t('Delete'));
}

function removalOfOne(changeRequest: string, pagesBelow: number): string {
  if (pagesBelow === 0) return tEscaped`It is deleted when ${changeRequest} is merged.`;
  return pagesBelow === 1
    ? tEscaped`It is deleted when ${changeRequest} is merged, with the page below it.`
    : tEscaped`It is deleted when ${changeRequest} is merged, with the ${pagesBelow} pages below it.`;
}

function removalOfSeveral(changeRequest: string, pagesBelow: number): string {
  if (pagesBelow === 0) return tEscaped`They are deleted when ${changeRequest} is merged.`;
  return pagesBelow === 1
    ? tEscaped`They are deleted when ${changeRequest} is merged, with the page below them.`
    : tEscaped`They are deleted when ${changeRequest} is merged, with the ${pagesBelow} pages below them.`;
}

/** Deletes pages and all their descendants, and offers to undo that. */
export async function removePages(
  app: App,
  { place }: ChosenPages,
  pages: readonly Page[],
  { isFileOperation = false } = {},
): Promise<PagesChanged> {
  const name = nameOfPages(pages);
  const edits = pages.map(({ id }): ContentEdit => ({ operation: 'delete_page', page: id }));
  const changed = await changeWithProgress(app, place, {
    title: tEscaped`Deleting ${name}`,
    plan: edits,
    isDone: noPagesExist,
    isFileOperation,
  });
  const restore = async () => {
    const edits = editsToRestore(pages, changed.revisionBefore);
    // An earlier attempt may have restored some pages.
    const missing = (present: readonly Page[]) => {
      const ids = new Set([...withChildren(present)].map(({ id }) => id));
      return edits.filter(edit => !('page' in edit && ids.has(edit.page)));
    };
    await changeWithProgress(app, place, {
      title: tEscaped`Restoring ${name}`,
      plan: missing,
      isDone: allPagesExist,
    });
    say.status(pages.length === 1 ? tEscaped`${name} is there again.` : tEscaped`${name} are there again.`);
  };
  say.info(
    tEscaped`Deleted ${name}.`,
    retryableButton(app, t('Undo'), { action: t('restore the page'), run: restore }),
  );
  return changed;
}

/** Returns the edits that restore deleted pages and all their descendants from a revision. */
export function editsToRestore(pages: readonly Page[], revision: string): ContentEdit[] {
  return [...withChildren(pages)].map(({ id }) => ({ operation: 'revert_page', page: id, revision }));
}
