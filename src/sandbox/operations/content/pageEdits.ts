import type { Schema } from '../../../api/routes.ts';
import { plainText } from '../../../markdown/plainText.ts';
import { titleInText } from '../../../markdown/titleInText.ts';
import type { ContentDraft } from './draft.ts';
import { markdownOf } from './contentInput.ts';
import { storeKeys, putDocument } from '../../content/documents.ts';
import { isLarge } from '../../content/largeDocuments.ts';
import { HttpError } from '../../errors.ts';
import { type PageSource, readFrontMatter } from '../../content/markdown/frontMatter.ts';
import { baseOf } from '../changeRequests/changeRequests.ts';
import { fieldsOfMetadata } from '../../content/pageFields.ts';
import type { PageFields } from '../../content/pageFields.ts';
import { canonicalMarkdown, inFolder } from '../../content/pageLinks.ts';
import { slugOf, slugOfTitle } from '../../content/pagePaths.ts';
import * as tree from '../../content/pageTree.ts';
import {
  deepestLevel,
  findPage,
  flatten,
  placeOf,
  removePage,
  replacePage,
  withPathBelow,
} from '../../content/pageTree.ts';
import type { TreePosition } from '../../content/pageTree.ts';
import { revertBlocks } from './revertBlocks.ts';
import type { DocumentRow, PageRow } from '../../store/rows.ts';
import { omit } from '../../store/omit.ts';

type UpdatePage = Schema<'UpdatePageEdit'>;
type InsertPage = Schema<'InsertPageEdit'>;

export function updatePage(draft: ContentDraft, edit: UpdatePage, field: string): void {
  const page = pageToEdit(draft, edit.page, `${field}.page`);
  if (edit.document && page.type !== 'document') {
    throw new HttpError(400, `${field}.document: '${page.title}' is a ${page.type}, which has no content.`);
  }
  const source = edit.document && readFrontMatter(markdownOf(edit.document));
  const fields = { ...(source && sourceFields(draft, page, source)), ...requestedFields(edit) };
  const slug = edit.slug === undefined ? page.slug : slugOf(edit.slug);
  const changed = withFields({ ...page, slug, updatedAt: draft.act.at }, fields);
  move(draft, changed, edit, field);
  if (source) write(draft, edit.page, source.markdown);
  draft.done.push({ object: 'updated_page', page: { object: 'page', id: page.id } });
}

export function insertNewPage(draft: ContentDraft, edit: InsertPage, field: string): void {
  const { state, act } = draft;
  const { metadata, markdown } = readFrontMatter(markdownOf(edit.document));
  const title = edit.title ?? metadata.title ?? plainText(titleInText(markdown) ?? '') ?? '';
  const slug = edit.slug === undefined ? slugOfTitle(title) : slugOf(edit.slug);
  const times = { createdAt: act.at, updatedAt: act.at };
  const row: PageRow = { id: state.newId(), type: 'document', title: title || 'Untitled', slug, ...times, pages: [] };
  const place = placeFor(draft, edit, field);
  const placed = withPathBelow(draft.pages, place.parent, row);
  const fields = { ...metadataFields(draft, placed, metadata), ...requestedFields(edit), title: row.title };
  draft.pages = insertPage(draft.pages, withFields(placed, fields), place, field);
  write(draft, row.id, markdown);
  if (edit.ref !== undefined) draft.refs.set(edit.ref, row.id);
  const page = { object: 'page' as const, id: row.id };
  draft.done.push({ object: 'created_page', ...(edit.ref !== undefined && { ref: edit.ref }), page });
}

export function deletePage(draft: ContentDraft, edit: Schema<'DeletePageEdit'>, field: string): void {
  const { id } = pageToEdit(draft, edit.page, `${field}.page`);
  draft.pages = removePage(draft.pages, id);
  draft.done.push({ object: 'deleted_page', page: id });
}

/** Reverts a page, or some of its blocks, to a revision. */
export function revertPage(draft: ContentDraft, edit: Schema<'RevertPageEdit'>, field: string): void {
  const { state } = draft;
  const revision = state.revisions.find(edit.revision ?? baseOf(draft.changeRequest));
  if (revision?.space !== draft.changeRequest.space) {
    throw new HttpError(400, `${field}.revision: the space has no revision with the ID '${edit.revision}'.`);
  }
  const before = findPage(revision.pages, edit.page);
  if (!before) {
    const advice = 'To take a new page back, delete it.';
    throw new HttpError(400, `${field}.page: the page is not in the revision '${revision.id}'. ${advice}`);
  }
  const current = findPage(draft.pages, edit.page);
  if (edit.block) revertBlocksOf(draft, { current, before, keys: edit.block, field });
  else if (current) {
    const { slug, path } = current;
    const place = { slug, ...(path !== undefined && { path }), pages: current.pages };
    draft.pages = replacePage(draft.pages, { ...before, ...place, updatedAt: draft.act.at });
  } else restore(draft, before, placeOf(revision.pages, before.id), field);
  draft.done.push({ object: 'updated_page', page: { object: 'page', id: edit.page } });
}

function restore(draft: ContentDraft, page: PageRow, place: TreePosition | undefined, field: string): void {
  const isThere = place?.parent === undefined || findPage(draft.pages, place.parent) !== undefined;
  const destination = isThere && place ? place : { parent: undefined };
  const alone = { ...page, pages: [] };
  const isTaken = flatten(draft.pages).some(({ path }) => path === page.path);
  const placed = isTaken ? withPathBelow(draft.pages, destination.parent, alone) : alone;
  draft.pages = insertPage(draft.pages, placed, destination, field);
}

interface BlockRevert {
  current: PageRow | undefined;
  before: PageRow;
  keys: readonly string[];
  field: string;
}

function revertBlocksOf(draft: ContentDraft, { current, before, keys, field }: BlockRevert): void {
  const { state } = draft;
  if (current?.documentId === undefined || before.documentId === undefined) {
    throw new HttpError(400, `${field}.block: the page has no blocks to bring back. Leave 'block' out.`);
  }
  const [now, then] = [state.documents.get(current.documentId), state.documents.get(before.documentId)];
  const markdown = revertBlocks(state, { now, then, keys });
  if (markdown === undefined) throw new HttpError(400, `${field}.block holds a key that no block of the page has.`);
  store(draft, current.id, { markdown }, [now.id, then.id]);
}

/** Stores Markdown as the content of a page, with links by ID. */
function write(draft: ContentDraft, pageId: string, markdown: string): void {
  const page = findPage(draft.pages, pageId);
  if (!page) return;
  const { destinations, resolved } = draft;
  const canonical = canonicalMarkdown(draft, page, markdown, { destinations: destinations.get(markdown), resolved });
  store(draft, pageId, { written: {}, ...canonical }, page.documentId === undefined ? [] : [page.documentId]);
}

type WrittenText = Pick<DocumentRow, 'markdown' | 'written'>;

function store(draft: ContentDraft, pageId: string, text: WrittenText, previous: string[]): void {
  const { state, changeRequest } = draft;
  const page = findPage(draft.pages, pageId);
  if (!page) return;
  const document = putDocument(state, { space: changeRequest.space, page: pageId, ...text, previous });
  draft.written.push(document);
  if (!isLarge(document.markdown)) storeKeys(state, document);
  draft.pages = replacePage(draft.pages, { ...page, documentId: document.id });
}

/** Moves the page to the place in the edit. Its path changes with its slug and its parent. */
function move(draft: ContentDraft, page: PageRow, edit: UpdatePage, field: string): void {
  const before = placeOf(draft.pages, page.id);
  if (typeof edit.into === 'string' && findPage([page], parentId(draft, edit.into))) {
    throw new HttpError(400, `${field}.into: a page cannot be put below itself.`);
  }
  const stays = edit.into === undefined;
  const place = stays ? { parent: before?.parent, index: edit.at ?? before?.index } : placeFor(draft, edit, field);
  if (page.type === 'group' && place.parent !== undefined) {
    throw new HttpError(400, `${field}.into: groups are at the top only.`);
  }
  const others = removePage(draft.pages, page.id);
  const keepsPath = edit.slug === undefined && place.parent === before?.parent;
  const placed = keepsPath ? page : withPathBelow(others, place.parent, page);
  draft.pages = insertPage(others, placed, place, field);
}

function insertPage(pages: PageRow[], page: PageRow, place: TreePosition, field: string): PageRow[] {
  if (tree.levelOf(pages, place.parent) + tree.levelsOf([page]) > deepestLevel) {
    const reason = `pages are nested at most ${deepestLevel} levels deep`;
    throw new HttpError(400, `${field}.into: ${reason}. Put '${page.title}' higher up.`);
  }
  return tree.insertIntoTree(pages, page, place);
}

function placeFor(draft: ContentDraft, { into, at }: Pick<InsertPage, 'into' | 'at'>, field: string): TreePosition {
  if (into === undefined || into === null) return { parent: undefined, index: at };
  const parent = findPage(draft.pages, parentId(draft, into));
  if (!parent) throw new HttpError(400, `${field}.into is '${into}', but no page has this ID.`);
  if (parent.type === 'link' || parent.computed !== undefined) {
    throw new HttpError(
      400,
      `${field}.into: what is ${parent.type === 'link' ? 'a link' : 'computed'} takes no pages.`,
    );
  }
  return { parent: parent.id, index: at };
}

/** Returns a parent's ID; a page created earlier in the same request may be given by its reference name. */
function parentId({ refs }: ContentDraft, into: string): string {
  return refs.get(into) ?? into;
}

function pageToEdit({ pages, refs }: ContentDraft, id: string, field: string): PageRow {
  const page = findPage(pages, refs.get(id) ?? id);
  if (page?.computedSeed !== undefined) {
    throw new HttpError(400, `${field}: '${page.title}' is computed. Edit what it is made of.`);
  }
  if (page) return page;
  throw new HttpError(400, `${field} is '${id}', but the change request has no page with this ID.`);
}

/** Returns the fields that the front matter of a page sets or clears. */
function sourceFields(draft: ContentDraft, page: PageRow, { metadata, emptied }: PageSource): PageFields {
  return {
    ...(page.frontMatter && { frontMatter: omit(page.frontMatter, ...emptied.keys) }),
    ...metadataFields(draft, page, metadata),
    ...(Object.fromEntries(emptied.settings.map(name => [name, ''])) as PageFields),
  };
}

function metadataFields(
  draft: ContentDraft,
  page: PageRow,
  metadata: Parameters<typeof fieldsOfMetadata>[0],
): PageFields {
  const folder = page.path ?? '';
  return fieldsOfMetadata(metadata, address => {
    const name = inFolder(folder, address).split('/').at(-1);
    return draft.files.find(file => file.name === name || address === `/files/${file.id}`)?.id;
  });
}

function requestedFields({
  title,
  emoji,
  icon,
  description,
  hidden,
  noIndex,
  noRobotsIndex,
  condition,
}: UpdatePage | InsertPage) {
  const fields = { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PageFields;
}

/** Applies fields to a page. An empty text clears a field, except for the title. */
function withFields(page: PageRow, fields: PageFields): PageRow {
  const { title = page.title, ...others } = fields;
  const names = Object.keys(others) as (keyof typeof others)[];
  const emptied = names.filter(name => others[name] === '');
  return { ...omit({ ...page, ...others }, ...emptied), title };
}
