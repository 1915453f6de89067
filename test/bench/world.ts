import { blockKeys } from '../../src/markdown/reading/blockKeys.ts';
import type { ChangeRequestRow, DocumentRow, PageRow, SpaceRow } from '../../src/sandbox/store/rows.ts';
import type { State } from '../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';

const at = '2026-11-01T10:00:00.000Z';
const people = ['ada', 'cato', 'rosa', 'eden', 'colm'];

/** Adds an organization of 52 collections and 304 spaces, including the named ones. */
export function fillOrganization(state: State, ...named: string[]): void {
  fillAcme(state);
  for (const id of named) addSpace(state, id, { title: `Space ${id}` });
  for (let index = 0; index < 50; index++) {
    const id = `collection-${index}`;
    state.collections.put({ id, organization: 'acme', title: `Collection ${index}`, defaultLevel: 'inherit' });
    for (const part of ['a', 'b']) addSpace(state, `in-${index}-${part}`, { parent: id });
  }
  const spaces = () => state.spaces.all().filter(({ organization }) => organization === 'acme').length;
  for (let index = 0; spaces() < 304; index++) addSpace(state, `space-${index}`);
}

/** Fills the main content of a space with pages. One in twenty is at the top and contains the others. */
export function addPages(state: State, space: SpaceRow, count: number, size = 4000): PageRow[] {
  const rows = Array.from({ length: count }, (_, index) => {
    const title = `Page ${index}`;
    const id = `${space.id}-page-${index}`;
    return pageRow(id, title, addDocument(state, space, id, markdownOf(title, size)).id);
  });
  const tops = rows.slice(0, Math.ceil(count / 20));
  for (const [index, row] of rows.slice(tops.length).entries()) {
    const top = tops[index % tops.length];
    top?.pages.push({ ...row, path: `${top.path}/${row.slug}` });
  }
  addRevision(state, space, space.revision, tops);
  return tops;
}

export function addChangeRequest(
  state: State,
  { id: space, revision }: SpaceRow,
  number: number,
  fields: Partial<ChangeRequestRow> = {},
): ChangeRequestRow {
  return state.changeRequests.put({
    id: `${space}-cr-${number}`,
    space,
    number,
    status: 'open',
    subject: `Explain tide ${number}`,
    createdBy: personOf(number),
    createdAt: at,
    updatedAt: at,
    revision,
    revisionInitial: revision,
    ...fields,
  });
}

/** Adds a change request that changes the text of the first pages. */
export function addChanges(
  state: State,
  space: SpaceRow,
  number: number,
  tops: PageRow[],
  count: number,
  edit = (markdown: string) => markdown.replace('Part 0', 'The new part').replace('average', 'median'),
): ChangeRequestRow {
  const edited = (page: PageRow): PageRow => {
    const pages = page.pages.map(edited);
    const old = state.documents.get(page.documentId ?? '');
    if (Number(page.id.split('-').at(-1)) >= count) return { ...page, pages };
    return { ...page, pages, documentId: addDocument(state, space, page.id, edit(old.markdown), old).id };
  };
  const revision = `${space.id}-changed`;
  addRevision(state, space, revision, tops.map(edited), [space.revision]);
  return addChangeRequest(state, space, number, { revision, subject: `Changes ${count} pages` });
}

/** Adds conversations about a whole change request. */
export function addRemarks(state: State, changeRequest: ChangeRequestRow, count: number): void {
  const { id, space, revision } = changeRequest;
  for (let index = 0; index < count; index++) {
    state.comments.put({
      id: `${id}-remark-${index}`,
      ...{ space, revision, changeRequest: id },
      postedBy: personOf(index),
      postedAt: at,
      markdown: `Is that **all** of it? Asked ${index} times.`,
      reactions: [],
      status: 'open',
    });
  }
}

/** Adds open conversations to pages and their blocks in turn. The first tenth has replies. */
export function addComments(
  state: State,
  { space, changeRequest }: { space: SpaceRow; changeRequest?: ChangeRequestRow },
  pages: readonly PageRow[],
  count: number,
): void {
  const owner = changeRequest?.id ?? space.id;
  for (let index = 0; index < count; index++) {
    const page = pages[index % pages.length];
    const { keys = [] } = state.documents.get(page?.documentId ?? '');
    const perPage = count / pages.length;
    const block = Math.floor((Math.floor(index / pages.length) * keys.length) / perPage);
    const comment = state.comments.put({
      id: `${owner}-comment-${index}`,
      space: space.id,
      ...(changeRequest && { changeRequest: changeRequest.id }),
      revision: space.revision,
      ...(page && { page: page.id }),
      node: { id: keys[block % keys.length] ?? '' },
      postedBy: personOf(index),
      postedAt: at,
      markdown: `Could this say which tide is meant? Asked ${index} times.`,
      reactions: [],
      status: 'open',
    });
    if (index > count / 10) continue;
    const id = `${comment.id}-reply`;
    state.commentReplies.put({
      id,
      comment: comment.id,
      postedBy: 'ada',
      postedAt: at,
      markdown: 'Yes.',
      reactions: [],
    });
  }
}

/** Returns all pages of a content, including nested ones, but not in the order of the table of contents. */
export function allPages(tops: readonly PageRow[]): PageRow[] {
  return tops.flatMap(page => [page, ...allPages(page.pages)]);
}

/** Returns Markdown of about this number of characters: headings, paragraphs, lists, code, tables. */
export function markdownOf(title: string, size: number): string {
  const parts = [`# ${title}`];
  let length = 0;
  for (let index = 0; length < size; index++) {
    const kinds = [
      `## Part ${index} of ${title}`,
      `The tide gauge number ${index} of ${title} reports its level every ${index + 1} minutes, and the console draws ` +
        'it as a line that rises and falls with the sea. Who reads it should know that **waves** are averaged out, and ' +
        'that the reference is the _chart datum_ of the harbour.',
      `* first thing to check on ${index}\n* second thing, which takes [a link](https://example.com/${index})\n* third`,
      `\`\`\`sh\nheron read --gauge ${index}\n\`\`\``,
      `| Name | Value |\n| --- | --- |\n| level | ${index} |\n| drift | ${index * 2} |`,
      `> Remember ${index}: a gauge that is dry says nothing.`,
    ];
    const part = kinds[index % kinds.length] ?? '';
    parts.push(part);
    length += part.length + 2;
  }
  return `${parts.join('\n\n')}\n`;
}

function addDocument(state: State, space: SpaceRow, page: string, markdown: string, old?: DocumentRow): DocumentRow {
  const before = old ? { markdown: old.markdown, keys: old.keys ?? [] } : [];
  return state.documents.put({
    id: old ? `${old.id}-edited` : `${page}-document`,
    space: space.id,
    page,
    markdown,
    keys: blockKeys(markdown, before, page),
    ...(old && { previous: [old.id] }),
  });
}

function addRevision(
  state: State,
  { id: space }: SpaceRow,
  id: string,
  pages: PageRow[],
  parents: string[] = [],
): void {
  const empty = { files: [], variables: {}, reusableContents: [] };
  state.revisions.put({ id, space, parents, createdAt: at, type: 'edits', pages, ...empty });
}

function pageRow(id: string, title: string, documentId: string): PageRow {
  return { id, type: 'document', title, slug: id, path: id, documentId, createdAt: at, updatedAt: at, pages: [] };
}

function personOf(index: number): string {
  return people[index % people.length] ?? 'ada';
}
