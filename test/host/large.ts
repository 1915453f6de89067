import { keysOf, putDocument } from '../../src/sandbox/content/documents.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import type { PageRow } from '../../src/sandbox/store/rows.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';
import { sized } from '../size.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Adds open change requests to a space. */
export function addChangeRequests({ state }: RunningSandbox, space: string, count: number): void {
  const { revision } = state.spaces.get(space);
  const [user] = state.users.all();
  let number = 1;
  for (let remaining = count; remaining > 0; number++) {
    if (state.changeRequests.by('number', numberKey(space, number)).length > 0) continue;
    remaining--;
    state.changeRequests.put({
      id: `${space}-many-${number}`,
      space,
      number,
      status: 'open',
      subject: 'One of many',
      createdBy: user?.id ?? '',
      createdAt: at,
      updatedAt: at,
      revision,
      revisionInitial: revision,
    });
  }
  state.keepWrites();
}

/**
 * The number of pages in the large space. More than 1,000 of the five comments on each are open, which exceeds one
 * reply.
 */
const pages = sized(1000, 270);

/** The space that `addLargeSpace` adds to the sample. Its only change request is #1. */
export const large = {
  space: 'large',
  title: 'Large manual',
  pages,
  comments: 5 * pages,
  openComments: 5 * pages - Math.floor((5 * pages) / 4),
  replies: pages / 2,
};

/** Returns the ID of a page in the large space, which is also its path. */
export const largePage = (index: number): string => `large-page-${index}`;

/** Adds a space of many pages, with a change request that has five comments on each page. */
export function addLargeSpace({ state }: RunningSandbox): void {
  const { space, title, pages, comments, replies } = large;
  const revision = `${space}-1`;
  state.spaces.put({ ...state.spaces.get('heron-manual'), id: space, title, revision });
  const documents = Array.from({ length: pages }, (_, index) => {
    const paragraphs = ['first', 'second', 'third', 'fourth', 'fifth'].map(nth => `The ${nth} words of page ${index}.`);
    return putDocument(state, { space, page: largePage(index), markdown: paragraphs.join('\n\n') });
  });
  const rows = documents.map(({ id, page }): PageRow => {
    const named = { id: page, title: `Page ${page}`, slug: page, path: page };
    return { ...named, type: 'document', documentId: id, createdAt: at, updatedAt: at, pages: [] };
  });
  state.revisions.put({
    ...state.revisions.get(state.spaces.get('heron-manual').revision),
    id: revision,
    space,
    parents: [],
    pages: rows,
  });
  const [user] = state.users.all();
  const by = { postedBy: user?.id ?? '', postedAt: at, reactions: [] };
  const fields = { status: 'open', createdBy: by.postedBy, createdAt: at, updatedAt: at } as const;
  const changeRequest = state.changeRequests.put({
    ...fields,
    id: `${space}-change-request`,
    space,
    number: 1,
    subject: 'Much to say',
    revision,
    revisionInitial: revision,
  });
  for (let index = 0; index < comments; index++) {
    const document = documents[index % pages];
    const node = document && keysOf(state, document)[Math.floor(index / pages)];
    const comment = state.comments.put({
      ...by,
      id: `large-comment-${index}`,
      space,
      changeRequest: changeRequest.id,
      revision,
      page: largePage(index % pages),
      ...(node && { node: { id: node } }),
      markdown: `Comment ${index}.`,
      status: index % 4 === 3 ? 'resolved' : 'open',
    });
    if (index < replies) {
      state.commentReplies.put({ ...by, id: `large-reply-${index}`, comment: comment.id, markdown: `Reply ${index}.` });
    }
  }
  state.keepWrites();
}
