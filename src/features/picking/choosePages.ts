import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Page, type PageLayout, withChildren } from '../../model/content/layout.ts';
import { keyOfPlace, type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { isUnsaved } from '../../model/writing/openDocuments.ts';
import { requireEditable } from '../../model/writing/readOnlyReasons.ts';
import { confirm } from '../../ui/prompts.ts';
import { isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { documentOfTarget, type PageGroupResource } from '../content/node.ts';
import { isDraftIn } from '../writing/node.ts';

/** Pages of a change request that can be edited. */
export interface ChosenPages {
  place: ChangeRequestPlace;
  /** At least one page, in the order of the table of contents. */
  pages: readonly Page[];
  snapshot: Snapshot;
  layout: PageLayout;
}

/** A page of a change request that can be edited. */
export interface ChosenPage extends ChosenPages {
  page: Page;
}

/** Finds the page that a command was called on: that of a row, of a URI, or of the active editor. */
export async function requirePage(app: App, target: unknown): Promise<ChosenPage> {
  const editable = await requirePages(app, target, undefined);
  const [page] = editable.pages;
  if (!page) throw new Failure(noPage);
  return { ...editable, page };
}

/**
 * Finds the pages that a command was called on: those of all selected rows, or one, see `requirePage`. Throws a Failure
 * if one of them cannot be edited.
 */
export async function requirePages(app: App, target: unknown, selected: unknown): Promise<ChosenPages> {
  const targets = targetsOf(target, selected);
  const isPage = (one: unknown) => !isNode(one) || isPageRow(one);
  if (!targets.every(isPage)) {
    throw new Failure(
      targets.length > 1
        ? t('Some of the selected rows are not pages. Nothing was changed. Select pages of a change request only.')
        : noPage,
    );
  }
  const uris = targets.map(target => documentOfTarget(target)).filter(uri => uri !== undefined);
  return editablePagesAt(app, uris);
}

/** Finds the pages or groups to move that a command was called on, see `requirePages`. */
export async function requireMovable(app: App, target: unknown, selected: unknown): Promise<ChosenPages> {
  const groups = targetsOf(target, selected).map(one => resourceOf<PageGroupResource>(one, 'pageGroup'));
  const [first] = groups;
  if (!first) return requirePages(app, target, selected);
  const { connection, space, version } = first.place;
  const isInSamePlace = (group: PageGroupResource | undefined) =>
    group !== undefined && keyOfPlace(group.place) === keyOfPlace(first.place);
  if (version.kind !== 'changeRequest' || !groups.every(isInSamePlace)) {
    throw new Failure(t('Select pages, or groups, of one change request. Nothing was moved.'));
  }
  const place = { connection, space, number: version.number };
  await requireEditable((await app.writing.load()).editing, place);
  const snapshot = await app.content.snapshot(first.place);
  const layout = await snapshot.pages();
  const ids = new Set(groups.map(group => group?.page));
  const pages = layout.pages.filter(({ id }) => ids.has(id));
  if (pages.length < ids.size)
    throw new Failure(t('This group is no longer in the change request. Refresh to see it.'));
  return { place, snapshot, layout, pages };
}

/** Returns true if a row is that of a page or group that can be moved. */
export function isMovableRow(row: Node): boolean {
  return isPageRow(row) || row.contextValue === 'page.group.editable';
}

/** Returns the selected rows if there are several, or else the target of the command. */
function targetsOf(target: unknown, selected: unknown): readonly unknown[] {
  const rows = Array.isArray(selected) && selected.length > 1 ? selected.filter(isTrustedTarget) : [];
  return rows.length > 0 ? rows : [target];
}

/** Returns true if a row is that of a page with text. Rows of links to pages do not count. */
export function isPageRow({ contextValue }: Node): boolean {
  return /^page(\.noComment)?(\.editable(\.hidden)?)?$/.test(contextValue);
}

/** Returns the pages that are not below another one of them. Operations on a page include the pages below it. */
export function outermost(pages: readonly Page[]): Page[] {
  const below = new Set(pages.flatMap(page => [...withChildren(page.pages ?? [])]).map(({ id }) => id));
  return pages.filter(({ id }) => !below.has(id));
}

/** Throws a Failure if a page has unsaved text in an editor: saving it would overwrite the change, or fail. */
export function assertSaved({ snapshot, layout }: ChosenPages, pages: readonly Page[]): void {
  for (const { id, title } of pages) {
    const entry = layout.byId.get(id);
    if (entry && isUnsaved(uriOf(snapshot.place, entry))) {
      throw new Failure(tEscaped`"${title}" has changes that are not saved. Save or revert them first.`);
    }
  }
}

/**
 * Names the pages with unsent drafts on this computer, for example `"A" and 2 other pages`; undefined if there are
 * none.
 */
export async function nameUnsentPages(
  app: App,
  { place }: ChosenPages,
  pages: readonly Page[],
): Promise<string | undefined> {
  const { drafts } = await app.writing.load();
  await drafts.refresh();
  const unsent = new Set(drafts.all().flatMap(({ document, page }) => (isDraftIn(place, document) ? [page] : [])));
  const [first, ...others] = pages.filter(({ id }) => unsent.has(id));
  if (!first) return undefined;
  if (others.length === 0) return tEscaped`"${first.title}"`;
  return others.length === 1
    ? tEscaped`"${first.title}" and another page`
    : tEscaped`"${first.title}" and ${others.length} other pages`;
}

/** Asks for a confirmation unless the command was called on a row, because any link can call it on any page. */
export async function confirmUnlessRow(target: unknown, question: string, action: string): Promise<void> {
  if (isTrustedTarget(target)) return;
  await confirm(question, t('This changes the change request for everyone.'), action);
}

/** Returns the title of one page, or the number of several. */
export function nameOfPages(pages: readonly Page[]): string {
  const [first] = pages;
  return pages.length === 1 && first ? tEscaped`"${first.title}"` : t`${pages.length} pages`;
}

const noPage = t('Open a page of a change request, or choose one in the Marginalia view, then try again.');

async function editablePagesAt(app: App, uris: readonly vscode.Uri[]): Promise<ChosenPages> {
  const [first] = uris;
  if (!first) throw new Failure(noPage);
  // This also loads the status of the change request, which `requirePlace` needs.
  const entries = await Promise.all(uris.map(uri => app.content.lookUp(uri)));
  const place = await (await app.writing.load()).requirePlace(first);
  const pages = entries.flatMap(entry => (entry?.kind === 'page' ? [entry] : []));
  const [{ snapshot } = { snapshot: undefined }] = pages;
  if (!snapshot || pages.length < uris.length) {
    throw new Failure(t('This page is no longer in the change request. Refresh to see its pages.'));
  }
  if (pages.some(page => page.snapshot !== snapshot)) {
    throw new Failure(t('The selected pages are in different change requests. Select pages of one change request.'));
  }
  const layout = await snapshot.pages();
  const ids = new Set(pages.map(({ page }) => page.id));
  return { place, snapshot, layout, pages: [...withChildren(layout.pages)].filter(({ id }) => ids.has(id)) };
}
