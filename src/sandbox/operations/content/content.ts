import type { Schema } from '../../../api/routes.ts';
import { spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { documentOf } from '../../content/documents.ts';
import { HttpError } from '../../errors.ts';
import { presentFile } from '../../content/files.ts';
import { includedDocuments, isLarge, afterParsing, writeDocument } from '../../content/largeDocuments.ts';
import { pageAt, pageFor, presentPage, presentPages } from '../../content/pages.ts';
import { paged } from '../../reply/paging.ts';
import type { PageQuery } from '../../reply/paging.ts';
import { readDocument, readMarkdown } from '../../content/reading.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import {
  changeRequestEdition,
  mainEdition,
  presentReusableContent,
  presentRevision,
  revisionEdition,
} from './editions.ts';
import type { Edition } from './editions.ts';
import type { PageRow } from '../../store/rows.ts';

/**
 * Handlers for content of the main content, of a revision and of a change request, which differ only in the edition.
 */
export const content = {
  'GET /spaces/{spaceId}/content': (input, caller) => getRevision(caller, mainEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/content/pages': (input, caller) => listPages(caller, mainEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/content/files': (input, caller) => listFiles(caller, mainEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/content/files/{fileId}': (input, caller) => getFile(caller, mainEdition(caller, input), input),
  'GET /spaces/{spaceId}/content/reusable-contents/{reusableContentId}': (input, caller) =>
    getReusableContent(mainEdition(caller, input), input),
  'GET /spaces/{spaceId}/content/page/{pageId}': (input, caller) => getPage(caller, mainEdition(caller, input), input),
  'GET /spaces/{spaceId}/content/path/{pagePath}': (input, caller) =>
    getPageAt(caller, mainEdition(caller, input), input),

  'GET /spaces/{spaceId}/revisions/{revisionId}': (input, caller) =>
    getRevision(caller, revisionEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/revisions/{revisionId}/pages': (input, caller) =>
    listPages(caller, revisionEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/revisions/{revisionId}/files': (input, caller) =>
    listFiles(caller, revisionEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/revisions/{revisionId}/files/{fileId}': (input, caller) =>
    getFile(caller, revisionEdition(caller, input), input),
  'GET /spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}': (input, caller) =>
    getReusableContent(revisionEdition(caller, input), input),
  'GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}': (input, caller) =>
    getPage(caller, revisionEdition(caller, input), input),

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content': (input, caller) =>
    getRevision(caller, changeRequestEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages': (input, caller) =>
    listPages(caller, changeRequestEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files': (input, caller) =>
    listFiles(caller, changeRequestEdition(caller, input), input.query),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}': (input, caller) =>
    getFile(caller, changeRequestEdition(caller, input), input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}': (
    input,
    caller,
  ) => getReusableContent(changeRequestEdition(caller, input), input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}': (input, caller) =>
    getPage(caller, changeRequestEdition(caller, input), input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}': (input, caller) =>
    getPageAt(caller, changeRequestEdition(caller, input), input),

  'GET /spaces/{spaceId}/documents/{documentId}': ({ spaceId, documentId }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    const document = state.documents.find(documentId);
    if (document?.space !== space.id) {
      throw new HttpError(404, `The space '${space.title}' has no document with the ID '${documentId}'.`);
    }
    if (!isLarge(document.markdown)) return ok(documentOf(state, document));
    return writeDocument(caller, { document }).then(written => () => ok(written));
  },
} satisfies Partial<Handlers>;

interface ContentQuery {
  metadata?: boolean | undefined;
  computed?: boolean | undefined;
}

interface PageContentQuery extends ContentQuery {
  format?: 'document' | 'markdown' | undefined;
  evaluated?: boolean | 'deterministic-only' | undefined;
  dereferenced?: boolean | 'reusable-contents' | undefined;
}

function getRevision(caller: Caller, edition: Edition, query: ContentQuery | undefined) {
  return ok(presentRevision(caller, edition, shownFor(query)));
}

function listPages(caller: Caller, edition: Edition, query: ContentQuery | undefined) {
  return ok({ pages: presentPages(caller, edition, shownFor(query)) });
}

function listFiles(caller: Caller, { revision }: Edition, query: (ContentQuery & PageQuery) | undefined) {
  const rows = revision.files.map((file, index) => ({ file, index }));
  const present = ({ file }: (typeof rows)[number]) => presentFile(caller, revision, file, shownFor(query));
  return ok(paged(caller, query, { rows, key: ({ index }) => [index], present }));
}

function getFile(caller: Caller, { revision }: Edition, input: { fileId: string; query?: ContentQuery | undefined }) {
  const file = revision.files.find(({ id }) => id === input.fileId);
  if (file) return ok(presentFile(caller, revision, file, shownFor(input.query)));
  throw new HttpError(404, `No file has the ID '${input.fileId}' in the revision '${revision.id}'.`);
}

function getReusableContent(
  { revision }: Edition,
  { reusableContentId, query }: { reusableContentId: string; query?: ContentQuery | undefined },
) {
  const content = revision.reusableContents.find(({ id }) => id === reusableContentId);
  if (content) return ok(presentReusableContent(content, shownFor(query)));
  throw new HttpError(404, `No reusable content has the ID '${reusableContentId}' in the revision '${revision.id}'.`);
}

function getPage(
  caller: Caller,
  edition: Edition,
  { pageId, query }: { pageId: string; query?: PageContentQuery | undefined },
) {
  return pageWithContent(caller, edition, pageFor(edition.revision, pageId), query);
}

function getPageAt(
  caller: Caller,
  edition: Edition,
  { pagePath, query }: { pagePath: string; query?: PageContentQuery | undefined },
) {
  return pageWithContent(caller, edition, pageAt(edition.revision, pagePath), query);
}

function pageWithContent(caller: Caller, edition: Edition, page: PageRow, query: PageContentQuery | undefined) {
  const parts = shownFor(query);
  const isLeftOut = page.computed !== undefined && query?.computed === false;
  if (page.documentId === undefined || isLeftOut) return ok(presentPage(caller, edition, page, parts));
  const { state } = caller;
  const { revision } = edition;
  const source = { state, revision, page, document: state.documents.get(page.documentId) };
  const options = { evaluated: Boolean(query?.evaluated), dereferenced: Boolean(query?.dereferenced) };
  const contents = options.dereferenced ? includedDocuments(caller, revision) : [];
  const present = (content: Pick<Schema<'Page'>, 'document' | 'markdown'>) =>
    ok({ ...presentPage(caller, edition, page, parts), ...content });
  if (query?.format !== 'document') {
    return afterParsing(caller, [source.document, ...contents], () =>
      present({ markdown: readMarkdown(source, options) }),
    );
  }
  if (![source.document, ...contents].some(({ markdown }) => isLarge(markdown))) {
    return present({ document: readDocument(source, options) });
  }
  return writeDocument(caller, { ...source, contents }, options).then(document => () => present({ document }));
}

function shownFor(query: ContentQuery | undefined): { git: boolean; computed: boolean } {
  return { git: query?.metadata ?? true, computed: query?.computed ?? true };
}
