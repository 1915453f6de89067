import { addSpace, fillAcme } from '../sandbox/acme.ts';
import type { State } from '../../src/sandbox/store/state.ts';

const at = '2026-11-01T10:00:00.000Z';
export const bigSpace = 'big';
/** A smaller space with 50 pages. */
export const smallSpace = 'small';

/** Adds a space with 5,000 pages, 10,000 change requests and 100,000 comments, half of them on its main content. */
export function fillBig(state: State): void {
  fillAcme(state);
  addPages(state, smallSpace, 50);
  addChangeRequest(state, smallSpace, 0);
  addPages(state, bigSpace, 5000);
  const space = state.spaces.get(bigSpace);
  const comment = (id: string, index: number, changeRequest?: string) => {
    const postedBy = users[index % 5] ?? 'ada';
    const target = {
      space: bigSpace,
      revision: space.revision,
      page: `page-${index % 5000}`,
      ...(changeRequest !== undefined && { changeRequest }),
    };
    const markdown = `Could this say which tide is meant? It is the ${index}th time that somebody asks.`;
    state.comments.put({ id, ...target, postedBy, postedAt: at, markdown, reactions: [], status: 'open' });
  };
  for (let index = 0; index < 10_000; index++) {
    const id = addChangeRequest(state, bigSpace, index);
    for (let of = 0; of < 5; of++) comment(`comment-${index}-${of}`, index + of, id);
  }
  for (let index = 0; index < 50_000; index++) comment(`comment-${index}`, index);
}

const users = ['ada', 'cato', 'rosa', 'eden', 'colm'];

function addPages(state: State, space: string, count: number): void {
  const pages = Array.from({ length: count }, (_, index) => {
    const id = `page-${index}`;
    const document = { id: `${space}-document-${index}`, space, page: id, markdown: textOf(index) };
    const fields = { title: `Page ${index}`, slug: id, path: id, documentId: state.documents.put(document).id };
    return { id, type: 'document' as const, ...fields, createdAt: at, updatedAt: at, pages: [] };
  });
  const { revision: id } = addSpace(state, space);
  const revision = { id, space, parents: [], createdAt: at, type: 'edits' as const };
  state.revisions.put({ ...revision, pages, files: [], variables: {}, reusableContents: [] });
}

/** Returns about 4,000 characters, with a link to the next page and a link that every page has. */
function textOf(index: number): string {
  const part = (number: number) =>
    `## Part ${number}\n\nThe gauge ${number} of station ${index} reports **every** hour. See [the next](/pages/page-${index + 1}) ` +
    `and [the chart](https://example.com/chart).\n\n* first\n* second\n\n| Name | Value |\n| --- | --- |\n| level | ${number} |\n`;
  return `# Page ${index}\n\n${Array.from({ length: 18 }, (_, number) => part(number)).join('\n')}`;
}

function addChangeRequest(state: State, space: string, index: number): string {
  const { revision } = state.spaces.get(space);
  const createdBy = users[index % 5] ?? 'ada';
  const fields = { number: index + 1, status: 'open' as const, subject: `Explain tide ${index}`, createdBy };
  const id = `${space}-change-request-${index}`;
  const times = { createdAt: at, updatedAt: at };
  return state.changeRequests.put({ id, space, ...fields, ...times, revision, revisionInitial: revision }).id;
}
