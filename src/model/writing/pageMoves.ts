import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import type { Schema } from '../../api/routes.ts';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { type Page, withChildren } from '../content/layout.ts';

/** A current or new position of a page. */
export interface PagePosition {
  /** ID of the page or group that contains the page; null at the top level. */
  parent: string | null;
  /** IDs of siblings: the page directly follows the first of these that exists. Without any, it is the first. */
  after: readonly string[];
}

export interface PageMove {
  /** ID of the page. */
  page: string;
  position: PagePosition;
}

/**
 * Returns the edits that move pages to their positions, one after the other; a page that is in its position needs none.
 * Throws a Failure if a page or a position no longer exists.
 */
export function editsForMoves(pages: readonly Page[], moves: readonly PageMove[]): Schema<'UpdatePageEdit'>[] {
  const siblings = childIdsByParent(pages);
  const byId = new Map([...withChildren(pages)].map(page => [page.id, page]));
  return moves.flatMap(({ page, position: { parent, after } }) => {
    const origin = [...siblings].find(([, ids]) => ids.includes(page));
    const movedPage = byId.get(page);
    if (!origin || !movedPage)
      throw new Failure(t('A page that was to be moved is no longer in the change request. Refresh to see its pages.'));
    if (parent !== null && !byId.has(parent)) {
      throw new Failure(
        tEscaped`The page that "${movedPage.title}" was to be put below is no longer in the change request.`,
      );
    }
    assertMovable(movedPage, parent, isBelow(siblings, parent, page));
    const [formerParent, ids] = origin;
    const index = ids.indexOf(page);
    ids.splice(index, 1);
    const destination = siblings.get(parent) ?? [];
    siblings.set(parent, destination);
    const previous = after.find(id => destination.includes(id));
    const at = previous === undefined ? 0 : destination.indexOf(previous) + 1;
    destination.splice(at, 0, page);
    const isThere = formerParent === parent && index === at;
    return isThere ? [] : [{ operation: 'update_page', page, into: parent, at }];
  });
}

/** Throws a Failure if a page cannot be put below another one, or at the top level, where `parent` is null. */
export function assertMovable(
  page: Page,
  parent: string | null,
  isBelowItself = [...withChildren([page])].some(({ id }) => id === parent),
): void {
  if (page.type === 'group' && parent !== null) {
    throw new Failure(tEscaped`"${page.title}" is a group. Groups stay at the top level.`);
  }
  if (isBelowItself) throw new Failure(tEscaped`"${page.title}" cannot be put below itself.`);
}

/** Returns the positions of some pages, in the order of the table of contents. */
export function positionsOf(pages: readonly Page[], ids: ReadonlySet<string>): PageMove[] {
  const siblings = childIdsByParent(pages);
  const parents = new Map([...siblings].flatMap(([parent, children]) => children.map(id => [id, parent] as const)));
  return [...withChildren(pages)].flatMap(({ id }) => {
    const parent = parents.get(id);
    if (!ids.has(id) || parent === undefined) return [];
    const beside = siblings.get(parent) ?? [];
    return [{ page: id, position: { parent, after: beside.slice(0, beside.indexOf(id)).reverse() } }];
  });
}

/** Returns the moves of pages up or down by one place among their siblings. Adjacent chosen pages stay together. */
export function movesByOne(pages: readonly Page[], chosen: ReadonlySet<string>, direction: 'up' | 'down'): PageMove[] {
  return [...childIdsByParent(pages)].flatMap(([parent, ids]) => {
    const order = direction === 'up' ? [...ids] : ids.toReversed();
    for (const [index, id] of order.entries()) {
      const before = order[index - 1];
      if (!chosen.has(id) || before === undefined || chosen.has(before)) continue;
      order.splice(index - 1, 2, id, before);
    }
    const moved = direction === 'up' ? order : order.toReversed();
    return moved.flatMap((id, index) => {
      const after = moved.slice(0, index).reverse();
      return chosen.has(id) ? [{ page: id, position: { parent, after } }] : [];
    });
  });
}

/** Returns the moves that put pages one after the other into one position. */
export function movesTo(ids: readonly string[], { parent, after }: PagePosition): PageMove[] {
  return ids.map((page, index) => {
    return { page, position: { parent, after: [...ids.slice(0, index).reverse(), ...after] } };
  });
}

/** Returns true if the pages have equal parents, and follow equal siblings among those that exist in both versions. */
export function areInSamePlaces(one: readonly Page[], other: readonly Page[], ids: ReadonlySet<string>): boolean {
  const [first, second] = [one, other].map(pages => new Set([...withChildren(pages)].map(({ id }) => id)));
  const isShared = (id: string) => first?.has(id) === true && second?.has(id) === true;
  const placesIn = (pages: readonly Page[]) =>
    positionsOf(pages, ids).map(({ page, position: { parent, after } }) => [page, parent, after.filter(isShared)]);
  return isDeepStrictEqual(placesIn(one), placesIn(other));
}

/** Returns the IDs of the pages below each page or group, in their order; null is the top level. */
function childIdsByParent(pages: readonly Page[]): Map<string | null, string[]> {
  const children = new Map<string | null, string[]>([[null, pages.map(({ id }) => id)]]);
  for (const { id, pages: below } of withChildren(pages)) {
    if (below?.length)
      children.set(
        id,
        below.map(page => page.id),
      );
  }
  return children;
}

function isBelow(siblings: ReadonlyMap<string | null, readonly string[]>, id: string | null, page: string): boolean {
  for (let at: string | null = id; at !== null;) {
    if (at === page) return true;
    const above: string = at;
    at = [...siblings].find(([, ids]) => ids.includes(above))?.[0] ?? null;
  }
  return false;
}
