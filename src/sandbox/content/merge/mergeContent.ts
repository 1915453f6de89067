import { isDeepStrictEqual } from 'node:util';
import { omit } from '../../store/omit.ts';
import type { FileRow, PageRow, RevisionContent } from '../../store/rows.ts';

import { flatten, withUniquePaths } from '../pageTree.ts';
import { mergeMarkdown } from './mergeMarkdown.ts';
import { mergeTree, placesOf } from './mergeTree.ts';
import type { TreeStructure } from './mergeTree.ts';
import { mapSides } from './sides.ts';
import type { Merged, MergeSide, Sides } from './sides.ts';

/** Access to the documents of the pages being merged. */
export interface Documents {
  markdownOf(documentId: string): string;
  /** The side whose nodes keep their keys where both sides changed a page. */
  readonly keysOf: MergeSide;
}

/** A document that both sides changed, to be stored for its page. */
export interface MergedDocument {
  page: string;
  markdown: string;
  /**
   * The documents from which the document was merged. A node that several of them contain keeps its key from the first.
   */
  previous: string[];
}

/** The result of a merge; pages listed in `documents` have no document in `value` yet. */
export interface MergedContent extends Merged<RevisionContent> {
  documents: readonly MergedDocument[];
}

/**
 * Merges a change request into the main content, page by page and field by field. Where both changed a field, the
 * change request wins; a page that one side deleted and the other changed stays.
 */
export function mergeContent(sides: Sides<RevisionContent>, documents: Documents): MergedContent {
  const trees = mapSides(sides, content => content.pages);
  const pages = mergePages(trees, documents);
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
    documents: pages.documents,
    conflict: [pages, files, reusable, variables].some(({ conflict }) => conflict),
  };
}

interface MergedPages extends Merged<PageRow[]> {
  documents: MergedDocument[];
}

function mergePages(trees: Sides<PageRow[]>, documents: Documents): MergedPages {
  const places = mapSides(trees, placesOf);
  const pages = mapSides(trees, tree => new Map(flatten(tree).map(page => [page.id, page])));
  const rows = new Map<string, PageRow>();
  const changed: MergedDocument[] = [];
  let conflict = false;
  for (const id of new Set([...pages.main.keys(), ...pages.changeRequest.keys()])) {
    const page = mapSides(pages, byId => byId.get(id));
    const isMoved = (side: MergeSide) => places[side].parents.get(id) !== places.base.parents.get(id);
    const merged = mergePage(page, isMoved, documents);
    conflict ||= merged.conflict;
    if (merged.value) rows.set(id, merged.value);
    if (merged.document) changed.push(merged.document);
  }
  const tree = mergeTree(places, new Set(rows.keys()));
  const value = withUniquePaths(build(tree.value, rows, undefined));
  return { value, documents: changed, conflict: conflict || tree.conflict };
}

interface MergedPage extends Merged<PageRow | undefined> {
  document?: MergedDocument | undefined;
}

function mergePage(
  { base, main, changeRequest }: Sides<PageRow | undefined>,
  isMoved: (side: MergeSide) => boolean,
  documents: Documents,
): MergedPage {
  if (!main || !changeRequest) {
    const remainingPage = main ?? changeRequest;
    if (!remainingPage || !base) return { value: remainingPage, conflict: false };
    const isSame =
      remainingPage.documentId === base.documentId && isDeepStrictEqual(fieldsOf(remainingPage), fieldsOf(base));
    const isChanged = !isSame || isMoved(main ? 'main' : 'changeRequest');
    return { value: isChanged ? remainingPage : undefined, conflict: isChanged };
  }
  // Most pages are not changed by the change request.
  if (changeRequest === base || changeRequest === main) return { value: main, conflict: false };
  const fields = mergeFields({
    base: base && fieldsOf(base),
    main: fieldsOf(main),
    changeRequest: fieldsOf(changeRequest),
  });
  const ids = { base: base?.documentId, main: main.documentId, changeRequest: changeRequest.documentId };
  const { id, type, createdAt } = main;
  const updatedAt = main.updatedAt > changeRequest.updatedAt ? main.updatedAt : changeRequest.updatedAt;
  const value: PageRow = { ...fields.value, id, type, createdAt, updatedAt, pages: [] };
  const settled = settledDocument(ids);
  if (settled) return { value: { ...value, ...settled }, conflict: fields.conflict };
  const document = mergeDocument(id, ids, documents);
  return { value, document: document.value, conflict: fields.conflict || document.conflict };
}

/** Returns the page's document if at most one side changed it or both made one change; otherwise undefined. */
function settledDocument(ids: Sides<string | undefined>): Pick<PageRow, 'documentId'> | undefined {
  const { base, main, changeRequest } = ids;
  if (main !== base && changeRequest !== base && changeRequest !== main) return undefined;
  const documentId = changeRequest === base ? main : changeRequest;
  return documentId === undefined ? {} : { documentId };
}

/** Merges the two documents of a page; there is no base if both sides created the page. */
function mergeDocument(
  page: string,
  ids: Sides<string | undefined>,
  { markdownOf, keysOf }: Documents,
): Merged<MergedDocument> {
  const texts = mapSides(ids, id => (id === undefined ? '' : markdownOf(id)));
  const { value: markdown, conflict } = mergeMarkdown(texts);
  const previous = new Set([ids[keysOf], ids.main, ids.changeRequest].filter(id => id !== undefined));
  return { value: { page, markdown, previous: [...previous] }, conflict };
}

function build(places: TreeStructure, rows: ReadonlyMap<string, PageRow>, parent: string | undefined): PageRow[] {
  const children = (places.children.get(parent) ?? []).map(id => rows.get(id));
  return children
    .filter(page => page !== undefined)
    .map(page => {
      const below = build(places, rows, page.id);
      const isSame = below.length === page.pages.length && below.every((child, index) => child === page.pages[index]);
      return isSame ? page : { ...page, pages: below };
    });
}

/** Returns the fields that are merged one by one; the document is merged by blocks, the children by placement. */
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
