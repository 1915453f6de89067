import { spaceFor } from '../../access/findOrRefuse.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import { requireCreateRightBeside } from './destinations.ts';
import { keysOf } from '../../content/documents.ts';
import { created } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { putRevision } from '../../content/revisions.ts';
import type { PageRow, SpaceRow } from '../../store/rows.ts';
import { presentSpace } from './spaces.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

const maxTitleLength = 50;

export const spaceCopies = {
  'POST /spaces/{spaceId}/duplicate': ({ spaceId }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    requireSpaceRight(caller, 'access', space);
    requireCreateRightBeside(caller, space);
    return created(presentSpace(caller, copySpace(state, space, { by: caller.user.id, at: state.now() })));
  },
} satisfies Partial<Handlers>;

/**
 * Copies a space with its main content, without change requests and comments. Pages and files keep their IDs, so that
 * links between them stay valid; documents get new ones, because their IDs are global.
 */
function copySpace(state: State, space: SpaceRow, { by, at }: { by: string; at: string }): SpaceRow {
  const id = state.newId();
  const original = state.revisions.get(space.revision);
  const copyOf = (documentId: string) => copyDocument(state, documentId, id);
  const revision = putRevision(state, {
    ...omit(original, 'id', 'mergedFrom'),
    space: id,
    parents: [],
    type: 'edits',
    createdAt: at,
    createdBy: by,
    pages: original.pages.map(page => copyPage(page, copyOf)),
    reusableContents: original.reusableContents.map(content => ({ ...content, document: copyOf(content.document) })),
  });
  return state.spaces.put({
    ...omit(space, 'position'),
    id,
    title: titleOfCopy(space.title),
    editMode: 'live',
    createdAt: at,
    updatedAt: at,
    revision: revision.id,
  });
}

function copyPage(page: PageRow, copyOf: (documentId: string) => string): PageRow {
  const pages = page.pages.map(child => copyPage(child, copyOf));
  return page.documentId === undefined ? { ...page, pages } : { ...page, documentId: copyOf(page.documentId), pages };
}

/** Copies a document with the keys of its blocks. */
function copyDocument(state: State, documentId: string, space: string): string {
  const document = state.documents.find(documentId);
  if (!document) return documentId;
  const { page, markdown, written } = document;
  const keys = document.keys ?? (document.previous ? [...keysOf(state, document)] : undefined);
  return state.documents.put({
    id: state.newId(),
    space,
    page,
    markdown,
    ...(written && { written }),
    ...(keys && { keys }),
  }).id;
}

function titleOfCopy(title: string): string {
  const addition = ' (copy)';
  return `${title.slice(0, maxTitleLength - addition.length)}${addition}`;
}
