import { t } from '@vscode/l10n';
import { Failure, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { versionOf } from '../../model/content/content.ts';
import { isDocument, type Page, withChildren } from '../../model/content/layout.ts';
import { keyOfPlace, type Place, type Snapshot } from '../../model/content/snapshot.ts';
import {
  areInSamePlaces,
  editsForMoves,
  movesByOne,
  movesTo,
  type PageMove,
  type PagePosition,
  positionsOf,
} from '../../model/writing/pageMoves.ts';
import type { ContentEdit } from '../../model/writing/pageEdits.ts';
import { PartialChangeFailure, siblingsOf } from '../../model/writing/pageOperations.ts';
import { retryableButton } from '../../ui/command.ts';
import { askAction, type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import type { DocumentResource, PageGroupResource, PagesResource } from '../content/node.ts';
import { reopenMovedPages } from '../opening/movedPages.ts';
import {
  assertSaved,
  confirmUnlessRow,
  requireMovable,
  requirePages,
  type ChosenPages,
  isPageRow,
  nameOfPages,
  outermost,
} from '../picking/choosePages.ts';
import { changeWithProgress } from './changeWithProgress.ts';

/** A move of pages that can be computed again for a newer table of contents. */
interface PlannedMove {
  /** The pages to move, in their order. */
  pages: readonly Page[];
  /** Computes the moves for the current pages. */
  plan: (pages: readonly Page[]) => PageMove[];
  /** The message for pages that already have their new position. */
  isThere: string;
}

/** Moves pages by one place among their siblings. */
export async function movePagesByOne(
  app: App,
  direction: 'up' | 'down',
  target: unknown,
  selected: unknown,
): Promise<void> {
  const editable = await requireMovable(app, target, selected);
  const { pages } = editable;
  const ids = idsOf(pages);
  const name = nameOfPages(pages);
  if (direction === 'up') await confirmUnlessRow(target, tEscaped`Move Up ${name}?`, t('Move Up'));
  else await confirmUnlessRow(target, tEscaped`Move Down ${name}?`, t('Move Down'));
  await move(app, editable, { pages, plan: all => movesByOne(all, ids, direction), isThere: atEnd(pages, direction) });
}

function atEnd(pages: readonly Page[], direction: 'up' | 'down'): string {
  const name = nameOfPages(pages);
  if (pages.length > 1)
    return direction === 'up' ? tEscaped`${name} are the first already.` : tEscaped`${name} are the last already.`;
  return direction === 'up' ? tEscaped`${name} is the first already.` : tEscaped`${name} is the last already.`;
}

/** Moves pages to the end of a page, a group or the top level that the user picks. */
export async function movePagesTo(app: App, target: unknown, selected: unknown): Promise<void> {
  const editable = await requirePages(app, target, selected);
  const pages = outermost(editable.pages);
  const prompt = {
    title: tEscaped`Move ${nameOfPages(pages)}`,
    placeHolder: t('Choose the page or group to move below'),
    empty: t('There is no other page.'),
  };
  const top = { label: t('Top Level'), description: t('below no page'), value: null };
  await moveBelow(app, editable, await pick(prompt, [top, ...parentChoices(editable.layout.pages, idsOf(pages))]));
}

/** Moves pages to the row that they were dropped on. For a page, asks whether to put them before, below or after it. */
export async function dropPages(app: App, target: Node, rows: readonly Node[]): Promise<void> {
  const all = resourceOf<PagesResource>(target, 'pages');
  const group = resourceOf<PageGroupResource>(target, 'pageGroup');
  if (!all && !group && !isPageRow(target)) {
    throw new Failure(t('Drop pages on a page, on a group, or on "All pages". Nothing was moved.'));
  }
  const editable = await requireMovable(app, rows[0], rows);
  const pages = outermost(editable.pages);
  const areGroups = pages.some(({ type }) => type === 'group');
  if (group && areGroups) {
    assertSamePlace(editable, group.place);
    const other = editable.layout.pages.find(({ id }) => id === group.page);
    return dropBeside(app, editable, { id: group.page, title: other?.title ?? '' }, ['before', 'after']);
  }
  if (all ?? group) {
    assertSamePlace(editable, (all ?? group)?.place);
    return moveBelow(app, editable, group?.page ?? null);
  }
  const uri = resourceOf<DocumentResource>(target, 'document')?.uri;
  const entry = uri && (await app.content.lookUp(uri));
  if (entry?.kind !== 'page') throw new Failure(t('The page is no longer there. Refresh to see its change request.'));
  assertSamePlace(editable, entry.snapshot.place);
  await dropBeside(app, editable, entry.page, areGroups ? ['before', 'after'] : ['below', 'before', 'after']);
}

const sideLabels = {
  below: t('Below'),
  before: t({ message: 'Before', comment: ['Place of a page that is dropped'] }),
  after: t({ message: 'After', comment: ['Place of a page that is dropped'] }),
} as const;

/** Asks whether to put pages before, below or after the page or group that they were dropped on. */
async function dropBeside(
  app: App,
  editable: ChosenPages,
  { id, title }: Pick<Page, 'id' | 'title'>,
  sides: readonly (keyof typeof sideLabels)[],
): Promise<void> {
  const pages = outermost(editable.pages);
  if (pages.some(page => page.id === id)) return;
  const detail =
    pages.length > 1
      ? tEscaped`Choose where to put them in relation to "${title}".`
      : tEscaped`Choose where to put it in relation to "${title}".`;
  const labels = sides.map(side => sideLabels[side]);
  const label = await askAction(tEscaped`Move ${nameOfPages(pages)}?`, detail, ...labels);
  if (label === sideLabels.below) return moveBelow(app, editable, id);
  const isAfter = label === sideLabels.after;
  const plan = (present: readonly Page[]) => movesTo([...idsOf(pages)], besidePage(present, id, isAfter));
  await move(app, editable, { pages, plan, isThere: alreadyThere(pages) });
}

async function moveBelow(app: App, editable: ChosenPages, parent: string | null): Promise<void> {
  const pages = outermost(editable.pages);
  const ids = idsOf(pages);
  const plan = (present: readonly Page[]) => {
    const children = parent === null ? present : [...withChildren(present)].find(({ id }) => id === parent)?.pages;
    const others = (children ?? []).map(({ id }) => id).filter(id => !ids.has(id));
    return movesTo([...ids], { parent, after: others.reverse() });
  };
  await move(app, editable, { pages, plan, isThere: alreadyThere(pages) });
}

async function move(app: App, editable: ChosenPages, { pages, plan, isThere }: PlannedMove): Promise<void> {
  const { place, layout } = editable;
  const moves = plan(layout.pages);
  if (editsForMoves(layout.pages, moves).length === 0) throw new Notice(isThere);
  const parents = parentsOf(positionsOf(layout.pages, idsOf(pages)));
  const isLeaving = ({ id }: Page) =>
    moves.some(({ page, position }) => page === id && position.parent !== parents.get(id));
  // Only pages with a new parent get a new URL.
  assertSaved(editable, withBelow(pages.filter(isLeaving)));
  const { before, snapshot } = await changeWithProgress(app, place, {
    title: tEscaped`Moving ${nameOfPages(pages)}`,
    plan: present => editsForMoves(present, plan(present)),
    isDone: isMoved,
  });
  const [{ pages: earlier }, newLayout] = await Promise.all([before.pages(), snapshot.pages()]);
  const ids = idsOf(pages);
  const name = nameOfPages(pages);
  let expected = newLayout.pages;
  const revertMoves = (present: readonly Page[]) => {
    if (areInSamePlaces(present, expected, ids)) return editsForMoves(present, positionsOf(earlier, ids));
    throw new Failure(
      pages.length > 1
        ? tEscaped`Could not undo this: ${name} were moved again since then.`
        : tEscaped`Could not undo this: ${name} was moved again since then.`,
    );
  };
  const undo = async () => {
    assertSaved({ ...editable, snapshot, layout: newLayout }, withBelow(pages));
    const undoing = { title: tEscaped`Moving ${name} back`, plan: revertMoves, isDone: isMoved };
    const undone = await changeWithProgress(app, place, undoing).catch(async (error: unknown) => {
      // The next attempt continues from this state.
      if (error instanceof PartialChangeFailure)
        ({ pages: expected } = await (await app.content.snapshot(snapshot.place)).pages());
      throw error;
    });
    const { pages: present } = await undone.snapshot.pages();
    await reopenMovedPages(app, versionOf(place));
    if (areMoved(present, positionsOf(earlier, ids))) say.status(tEscaped`Moved ${name} back.`);
    else say.warn(tEscaped`Moved ${name} back, but not to the former place. Refresh to see where.`);
  };
  await reopenMovedPages(app, versionOf(place));
  const offer = retryableButton(app, t('Undo'), { action: t('undo the move'), run: undo });
  if (areMoved(newLayout.pages, moves)) say.info(tEscaped`Moved ${name}.`, offer);
  else say.warn(tEscaped`Moved ${name}, but not to the place that was asked for. Refresh to see where.`, offer);
}

/** Returns true if the pages of a request were moved. A request moves either all of its pages or none. */
async function isMoved(after: Snapshot, before: Snapshot, edits: readonly ContentEdit[]): Promise<boolean> {
  const moves = edits.filter(edit => edit.operation === 'update_page');
  const last = moves.at(-1);
  const [{ pages: now }, { pages: then }] = await Promise.all([after.pages(), before.pages()]);
  const [present] = positionsOf(now, new Set([last?.page ?? '']));
  const isThere = present?.position.parent === last?.into && present?.position.after.length === last?.at;
  return isThere && !areInSamePlaces(now, then, new Set(moves.map(({ page }) => page)));
}

/** Returns true if pages are at their new positions. */
function areMoved(pages: readonly Page[], moves: readonly PageMove[]): boolean {
  try {
    return editsForMoves(pages, moves).length === 0;
  } catch {
    // One of the pages was deleted meanwhile.
    return false;
  }
}

function besidePage(pages: readonly Page[], id: string, isAfter: boolean): PagePosition {
  const { siblings, parent } = siblingsOf(pages, id);
  const ids = siblings.map(page => page.id);
  if (ids.length === 0) throw new Failure(t('The page that it was dropped on is no longer in the change request.'));
  return { parent: parent?.id ?? null, after: ids.slice(0, ids.indexOf(id) + (isAfter ? 1 : 0)).reverse() };
}

/** Returns the pages and groups that can be a new parent, without the moved pages. */
function parentChoices(pages: readonly Page[], moved: ReadonlySet<string>, above = ''): Choice<string | null>[] {
  return pages.flatMap(page => {
    const { id, title, type, pages: below = [] } = page;
    if (moved.has(id) || page.computed || !(isDocument(page) || type === 'group')) return [];
    const choice = { label: title, ...(above && { description: above }), value: id };
    return [choice, ...parentChoices(below, moved, above ? `${above} / ${title}` : title)];
  });
}

function assertSamePlace({ snapshot }: ChosenPages, place: Place | undefined): void {
  if (place && keyOfPlace(place) === keyOfPlace(snapshot.place)) return;
  throw new Failure(t('Pages can be moved within their change request only. Nothing was moved.'));
}

function alreadyThere(pages: readonly Page[]): string {
  const name = nameOfPages(pages);
  return pages.length > 1 ? tEscaped`${name} are there already.` : tEscaped`${name} is there already.`;
}

function withBelow(pages: readonly Page[]): Page[] {
  return [...withChildren(pages)];
}

function idsOf(pages: readonly Page[]): Set<string> {
  return new Set(pages.map(({ id }) => id));
}

function parentsOf(moves: readonly PageMove[]): Map<string, string | null> {
  return new Map(moves.map(({ page, position }) => [page, position.parent]));
}
