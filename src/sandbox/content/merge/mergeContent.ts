import { isDeepStrictEqual } from 'node:util';
import { mapSides } from './mergeMarkdown.ts';
import type { Merged, Sides } from './mergeMarkdown.ts';
import { mergePlaces } from './mergeTree.ts';
import type { Places } from './mergeTree.ts';
import { withUniquePaths } from '../pagePaths.ts';
import type { FileRow, PageRow, RevisionRow } from '../../store/rows.ts';
import { omit } from '../../store/omit.ts';

/** What a revision holds. */
export type Content = Pick<RevisionRow, 'pages' | 'files' | 'variables' | 'reusableContents'>;

/** Makes one document of the two that a page has; there is no base when both sides created the page. */
export type MergeDocuments = (ids: Sides<string | undefined>) => Merged<string | undefined>;

/**
 * Merges what a change request changed into what the main content has become, page by page and field by field. Where
 * both changed one field, the change request's value wins; a page that one side deleted and the other changed stays.
 */
export function mergeContent(sides: Sides<Content>, mergeDocuments: MergeDocuments): Merged<Content> {
  const pages = mergePages(
    mapSides(sides, content => content.pages),
    mergeDocuments,
  );
  const files = mergeRows<FileRow>(mapSides(sides, content => content.files));
  const reusable = mergeRows(mapSides(sides, content => content.reusableContents));
  const variables = mergeFields<Record<string, string>>(mapSides(sides, content => content.variables));
  return {
    value: {
      pages: pages.value,
      files: files.value,
      reusableContents: reusable.value,
      variables: variables.value,
    },
    conflict: [pages, files, reusable, variables].some(({ conflict }) => conflict),
  };
}

/** The pages of a tree with the parents and the order they have. */
function placesOf(pages: readonly PageRow[]): Places {
  const places: Places = { parents: new Map(), children: new Map() };
  const visit = (siblings: readonly PageRow[], parent: string | undefined) => {
    places.children.set(
      parent,
      siblings.map(({ id }) => id),
    );
    for (const page of siblings) {
      places.parents.set(page.id, parent);
      visit(page.pages, page.id);
    }
  };
  visit(pages, undefined);
  return places;
}

/** All pages of a tree, parents before their children. */
export function flatten(pages: readonly PageRow[]): PageRow[] {
  return pages.flatMap(page => [page, ...flatten(page.pages)]);
}

function mergePages(trees: Sides<PageRow[]>, mergeDocuments: MergeDocuments): Merged<PageRow[]> {
  const places = mapSides(trees, placesOf);
  const pages = mapSides(trees, tree => new Map(flatten(tree).map(page => [page.id, page])));
  const rows = new Map<string, PageRow>();
  let conflict = false;
  for (const id of new Set([...pages.main.keys(), ...pages.changeRequest.keys()])) {
    const page = mapSides(pages, byId => byId.get(id));
    const isMoved = (side: 'main' | 'changeRequest') => places[side].parents.get(id) !== places.base.parents.get(id);
    const merged = mergePage(page, isMoved, mergeDocuments);
    conflict ||= merged.conflict;
    if (merged.value) rows.set(id, merged.value);
  }
  const tree = mergePlaces(places, new Set(rows.keys()));
  return { value: withUniquePaths(build(tree.value, rows, undefined)), conflict: conflict || tree.conflict };
}

function mergePage(
  { base, main, changeRequest }: Sides<PageRow | undefined>,
  isMoved: (side: 'main' | 'changeRequest') => boolean,
  mergeDocuments: MergeDocuments,
): Merged<PageRow | undefined> {
  if (!main || !changeRequest) {
    const left = main ?? changeRequest;
    if (!left || !base) return { value: left, conflict: false };
    const isSame = left.documentId === base.documentId && isDeepStrictEqual(fieldsOf(left), fieldsOf(base));
    const isChanged = !isSame || isMoved(main ? 'main' : 'changeRequest');
    return { value: isChanged ? left : undefined, conflict: isChanged };
  }
  const fields = mergeFields<Fields>({
    base: base && fieldsOf(base),
    main: fieldsOf(main),
    changeRequest: fieldsOf(changeRequest),
  });
  const document = mergeDocuments({
    base: base?.documentId,
    main: main.documentId,
    changeRequest: changeRequest.documentId,
  });
  const updatedAt = main.updatedAt > changeRequest.updatedAt ? main.updatedAt : changeRequest.updatedAt;
  const value: PageRow = {
    ...fields.value,
    ...(document.value !== undefined && { documentId: document.value }),
    id: main.id,
    type: main.type,
    createdAt: main.createdAt,
    updatedAt,
    pages: [],
  };
  return { value, conflict: fields.conflict || document.conflict };
}

function build(places: Places, rows: ReadonlyMap<string, PageRow>, parent: string | undefined): PageRow[] {
  const children = (places.children.get(parent) ?? []).map(id => rows.get(id));
  return children.filter(page => page !== undefined).map(page => ({ ...page, pages: build(places, rows, page.id) }));
}

/** What is compared and merged field by field; the document is merged by its blocks, the children by their places. */
type Fields = ReturnType<typeof fieldsOf>;

function fieldsOf(page: PageRow) {
  return omit(page, 'id', 'type', 'createdAt', 'updatedAt', 'documentId', 'pages');
}

function mergeRows<T extends { id: string }>(rows: Sides<readonly T[]>): Merged<T[]> {
  const merged = mergeMaps(mapSides(rows, list => new Map(list.map(row => [row.id, row]))));
  return { value: [...merged.value.values()], conflict: merged.conflict };
}

function mergeFields<T extends object>(fields: Sides<T | undefined>): Merged<T> {
  const merged = mergeMaps(mapSides(fields, object => new Map<string, unknown>(Object.entries(object ?? {}))));
  return { value: Object.fromEntries(merged.value) as T, conflict: merged.conflict };
}

function mergeMaps<T>(maps: Sides<ReadonlyMap<string, T>>): Merged<Map<string, T>> {
  const value = new Map<string, T>();
  let conflict = false;
  for (const key of new Set([...maps.main.keys(), ...maps.changeRequest.keys()])) {
    const { base, main, changeRequest } = mapSides(maps, map => map.get(key));
    const isSettled = [main, base].some(other => isDeepStrictEqual(changeRequest, other));
    conflict ||= !isSettled && !isDeepStrictEqual(main, base);
    const winner = isSettled ? main : isDeepStrictEqual(main, base) ? changeRequest : (changeRequest ?? main);
    if (winner !== undefined) value.set(key, winner);
  }
  return { value, conflict };
}
