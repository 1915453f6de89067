import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { baseOf, changeRequestFor } from './changeRequests.ts';
import { downloadUrl } from '../../content/files.ts';
import { defaultLayout, pageIndex } from '../../content/pages.ts';
import { movedAmongSiblings } from '../../content/pageOrder.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { presentMergedFrom, revisionEdition } from '../content/editions.ts';
import { omit } from '../../store/omit.ts';
import type { FileRow, PageRow, RevisionRow } from '../../store/rows.ts';

type Change = Schema<'Change'>;

const defaultLimit = 10;

export const changes = {
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes': ({ query, ...input }, caller) => {
    const { state } = caller;
    const { changeRequest } = changeRequestFor(caller, input);
    const [before, after] = [baseOf(changeRequest), changeRequest.revision].map(id => state.revisions.get(id));
    return ok(cutOff(changesBetween(caller, before, after), query?.limit));
  },

  'GET /spaces/{spaceId}/revisions/{revisionId}/changes': ({ query, ...input }, caller) => {
    const { revision } = revisionEdition(caller, input);
    const [parent] = revision.parents;
    const before = parent === undefined ? undefined : caller.state.revisions.get(parent);
    const merged = presentMergedFrom(caller, revision);
    return ok({ ...merged, ...cutOff(changesBetween(caller, before, revision), query?.limit) });
  },
} satisfies Partial<Handlers>;

function cutOff(all: Change[], limit = defaultLimit): Schema<'Changes'> {
  const more = all.length - limit;
  return { changes: all.slice(0, limit), ...(more > 0 && { more }) };
}

interface Versions {
  caller: Caller;
  before: RevisionRow;
  after: RevisionRow;
}

/** Returns the differences between two revisions, pages first, in the order of the later tree. */
function changesBetween(caller: Caller, before: RevisionRow | undefined, after: RevisionRow | undefined): Change[] {
  if (!after || before === after) return [];
  const nothing = { ...after, pages: [], files: [], variables: {}, reusableContents: [] };
  const versions = { caller, before: before ?? nothing, after };
  return [
    ...pageChanges(versions),
    ...fileChanges(versions),
    ...variableChanges(versions),
    ...reusableContentChanges(versions),
  ];
}

function pageChanges({ before, after }: Versions): Change[] {
  const [old, current] = [pageIndex(before).byId, pageIndex(after).byId];
  const reordered = movedAmongSiblings(before.pages, after.pages);
  const remaining = [...current.values()].flatMap(({ page, parent }): Change[] => {
    const known = old.get(page.id);
    if (!known) return [{ type: 'page_created', page: summaryOf(page) }];
    const attributes = changedAttributes(known.page, page);
    const isMoved = known.parent?.id !== parent?.id || reordered.has(page.id);
    const parents = difference(known.parent && summaryOf(known.parent), parent && summaryOf(parent));
    return [
      ...(attributes ? [{ type: 'page_edited' as const, page: summaryOf(page), attributes }] : []),
      ...(isMoved ? [{ type: 'page_moved' as const, page: summaryOf(page), parent: parents }] : []),
    ];
  });
  const gone = [...old.values()].filter(({ page }) => !current.has(page.id));
  return [...remaining, ...gone.map(({ page }) => ({ type: 'page_deleted' as const, page: summaryOf(page) }))];
}

type PageAttributes = Extract<Change, { type?: 'page_edited' }>['attributes'];

const settings = [
  ...(['title', 'linkTitle', 'description', 'slug', 'emoji', 'icon', 'cover', 'layout'] as const),
  ...(['hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const),
  ...(['variables', 'tags', 'metaLinks', 'frontMatter', 'target'] as const),
];

function changedAttributes(before: PageRow, after: PageRow): PageAttributes | undefined {
  const [old, current] = [withDefaults(before), withDefaults(after)];
  const changed = settings.filter(name => !isDeepStrictEqual(old[name], current[name]));
  const attributes = Object.fromEntries(changed.map(name => [name, difference(old[name], current[name])]));
  const isRewritten = before.documentId !== after.documentId;
  if (changed.length === 0 && !isRewritten) return undefined;
  return { ...attributes, ...(isRewritten && { document: difference(before.documentId, after.documentId) }) };
}

/** Fills in default settings, so that a page that spells out a default counts as unchanged. */
function withDefaults(page: PageRow): PageRow {
  const { layout, hidden = false, noIndex = false, noRobotsIndex = false } = page;
  return { ...page, layout: { ...defaultLayout, ...layout }, hidden, noIndex, noRobotsIndex };
}

function fileChanges({ caller, before, after }: Versions): Change[] {
  const old = new Map(before.files.map(file => [file.id, file]));
  const current = new Map(after.files.map(file => [file.id, file]));
  const summary = (revision: RevisionRow, file: FileRow) => ({
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadUrl(caller, revision, file),
  });
  const remaining = after.files.flatMap((file): Change[] => {
    const known = old.get(file.id);
    if (!known) return [{ type: 'file_created', file: summary(after, file) }];
    if (isDeepStrictEqual(known, file)) return [];
    const names = ['name', 'contentType', 'size', 'dimensions'] as const;
    const changed = names.filter(name => !isDeepStrictEqual(known[name], file[name]));
    const urls = difference(downloadUrl(caller, before, known), downloadUrl(caller, after, file));
    const attributes = Object.fromEntries(changed.map(name => [name, difference(known[name], file[name])]));
    return [{ type: 'file_edited', file: summary(after, file), attributes: { ...attributes, downloadURL: urls } }];
  });
  const gone = before.files.filter(({ id }) => !current.has(id));
  return [...remaining, ...gone.map(file => ({ type: 'file_deleted' as const, file: summary(before, file) }))];
}

function variableChanges({ before, after }: Versions): Change[] {
  const names = new Set([...Object.keys(before.variables), ...Object.keys(after.variables)]);
  const changed = [...names].filter(name => before.variables[name] !== after.variables[name]);
  if (changed.length === 0) return [];
  const variables = changed.map(name => [name, difference(before.variables[name], after.variables[name])]);
  return [{ type: 'variables_edited', variables: Object.fromEntries(variables) }];
}

function reusableContentChanges({ before, after }: Versions): Change[] {
  const [contentsBefore, contentsAfter] = [before, after].map(({ reusableContents }) =>
    reusableContents.map(row => omit(row, 'path')),
  );
  const old = new Map(contentsBefore?.map(content => [content.id, content]));
  const current = new Set(contentsAfter?.map(({ id }) => id));
  const remaining = (contentsAfter ?? []).flatMap((reusableContent): Change[] => {
    const known = old.get(reusableContent.id);
    if (!known) return [{ type: 'reusable_content_created', reusableContent }];
    if (isDeepStrictEqual(known, reusableContent)) return [];
    const names = ['title', 'document'] as const;
    const changed = names.filter(name => known[name] !== reusableContent[name]);
    const attributes = Object.fromEntries(changed.map(name => [name, difference(known[name], reusableContent[name])]));
    return [{ type: 'reusable_content_edited', reusableContent, attributes }];
  });
  const gone = before.reusableContents.filter(({ id }) => !current.has(id));
  return [
    ...remaining,
    ...gone.map(reusableContent => ({ type: 'reusable_content_deleted' as const, reusableContent })),
  ];
}

function difference<T>(before: T | undefined, after: T | undefined): { before?: T; after?: T } {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function summaryOf({ id, type, title, path }: PageRow): Schema<'ChangedPage'> {
  return { id, type, title, ...(path !== undefined && { path }) };
}
