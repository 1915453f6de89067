import { changeRequestFor } from './changeRequests.ts';
import { bookOf } from '../../pdf/books.ts';
import type { BookSource, Selection } from '../../pdf/books.ts';
import { HttpError } from '../../errors.ts';
import { pageFor } from '../../content/pages.ts';
import type { Printer } from '../../pdf/printing.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { changeRequestEdition } from '../content/editions.ts';
import type { HttpReply, PublicRequest } from '../../reply/httpReply.ts';
import { assertSigned, signedAddress } from '../../reply/signedAddresses.ts';
import type { State } from '../../store/state.ts';

export const pdfs = {
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf': ({ query, ...input }, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    const { revision } = changeRequestEdition(caller, input);
    const { page, only = false } = query ?? {};
    if (page !== undefined) pageFor(revision, page);
    return ok({ url: signedAddress(caller, pathOf({ space, changeRequest, revision }, { page, only })) });
  },
} satisfies Partial<Handlers>;

/** Returns a path that contains everything the PDF depends on, so that the address always gives this version. */
function pathOf({ space, changeRequest, revision }: BookSource, { page, only }: Selection): string {
  const selection = page === undefined ? [] : [only ? 'only' : 'from', page];
  const title = space.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'Space';
  const segments = [changeRequest.id, revision.id, ...selection, `${title}-${changeRequest.number}.pdf`];
  return `/pdf/${segments.map(encodeURIComponent).join('/')}`;
}

/** The services that `servePdf` needs. */
export interface Printing {
  state: State;
  printer: Printer;
}

/**
 * Prints the PDF at the `url` of a reply. Printing starts with the download, so that an unused address costs nothing.
 */
export async function servePdf({ state, printer }: Printing, { url, signal }: PublicRequest): Promise<HttpReply> {
  assertSigned(state, url);
  const [, , changeRequestId = '', revisionId = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const changeRequest = state.changeRequests.find(changeRequestId);
  const revision = state.revisions.find(revisionId);
  const space = changeRequest && state.spaces.find(changeRequest.space);
  if (!changeRequest || !revision || !space) throw new HttpError(404, `There is no PDF at ${url.pathname} any more.`);
  const [kind, page] = rest.length > 1 ? rest : [];
  const makeBook = () =>
    bookOf({ state, origin: url.origin }, { space, changeRequest, revision }, { page, only: kind === 'only' });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, bytes: await printer.print(makeBook, signal) };
}
