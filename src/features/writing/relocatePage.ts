import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import { tEscaped } from '../../api/escape.ts';
import { versionOf } from '../../model/content/content.ts';
import { type Page, withChildren } from '../../model/content/layout.ts';
import type { Snapshot } from '../../model/content/snapshot.ts';
import type { ContentEdit } from '../../model/writing/pageEdits.ts';
import { pagesById, siblingsOf } from '../../model/writing/pageOperations.ts';
import { retryableButton } from '../../ui/command.ts';
import * as say from '../../ui/say.ts';
import { changeWithProgress } from '../moving/changeWithProgress.ts';
import { reopenMovedPages } from '../opening/movedPages.ts';
import { assertSaved, type ChosenPage } from '../picking/choosePages.ts';

/** The title, slug and position of a page. */
export interface PageLocation {
  title?: string;
  slug?: string;
  /** ID of the new parent page or group; null for the top level. */
  into?: string | null;
  /** Index among the pages there. */
  at?: number;
}

/**
 * Changes the title, address or parent of a page, and offers to undo that. With `isFileOperation`, VS Code reopens the
 * editors of the page and shows the progress itself.
 */
export async function relocatePage(
  app: App,
  editable: ChosenPage,
  changed: PageLocation,
  { isFileOperation = false } = {},
): Promise<void> {
  const { place, page, layout } = editable;
  // The addresses of the pages below it change, too.
  if (changed.slug || changed.into !== undefined) assertSaved(editable, [...withChildren([page])]);
  const set = async (location: PageLocation, isFileOperation = false) => {
    const edit: ContentEdit = { operation: 'update_page', page: page.id, ...location };
    await changeWithProgress(app, place, {
      title: location.into === undefined ? tEscaped`Renaming "${page.title}"` : tEscaped`Moving "${page.title}"`,
      plan: [edit],
      isDone: (after, before) => isAt(after, before, page.id, location),
      isFileOperation,
    });
    if (!isFileOperation) await reopenMovedPages(app, versionOf(place));
  };
  await set(changed, isFileOperation);
  const { siblings, parent } = siblingsOf(layout.pages, page.id);
  const at = siblings.findIndex(({ id }) => id === page.id);
  const undo = async () => {
    await set({
      ...(changed.title && { title: page.title }),
      ...(changed.slug && page.slug && { slug: page.slug }),
      ...(changed.into !== undefined && { into: parent?.id ?? null, at }),
    });
    say.status(
      changed.into === undefined
        ? tEscaped`"${page.title}" has its former title and address again.`
        : tEscaped`Moved "${page.title}" back.`,
    );
  };
  say.info(sentenceOf(page, changed), retryableButton(app, t('Undo'), { action: t('undo the change'), run: undo }));
}

function sentenceOf(page: Page, { title, into }: PageLocation): string {
  if (into !== undefined) return tEscaped`Moved "${page.title}".`;
  return title ? tEscaped`Renamed "${page.title}" to "${title}".` : tEscaped`Renamed "${page.title}".`;
}

/** Returns whether a page has the wanted title and position. The service may spell a slug differently. */
async function isAt(after: Snapshot, before: Snapshot, id: string, wanted: PageLocation): Promise<boolean> {
  const [page, pageBefore] = [(await pagesById(after)).get(id), (await pagesById(before)).get(id)];
  if (!page) return false;
  const { title = page.title, slug = page.slug, into } = wanted;
  const { parent } = siblingsOf((await after.pages()).pages, id);
  const isSlug = page.slug === slug || page.slug !== pageBefore?.slug;
  return page.title === title && isSlug && (into === undefined || into === (parent?.id ?? null));
}
