import type { RequestInput, Route } from '../../../src/api/routes.ts';

/** A request: an operation with its input. */
export interface RequestWithInput {
  route: Route;
  input: object;
}

/** The address of a resource, as path parameters. */
export type Address = Readonly<Record<string, string>>;

/**
 * A kind of resource that writes concern. Every write contains a unique word, by which it is recognized when it is read
 * back.
 */
export interface Noun {
  /** The noun of the parent resource; by default the organization or the space. */
  within?: string;
  create: (at: Address, word: string) => RequestWithInput;
  /** Returns the address of the created resource from the reply. */
  addressOf: (at: Address, reply: Reply) => Address;
  change?: (at: Address, word: string) => RequestWithInput;
  remove?: (at: Address) => RequestWithInput;
  /** A change that is still visible after later changes. It is the last one of a resource. */
  finish?: (at: Address) => RequestWithInput;
  read: (at: Address) => RequestWithInput;
}

/** The members of a reply that contain addresses. */
export interface Reply {
  id: string;
  changes?: { page: { id: string } }[];
  insertedFiles?: { id: string }[];
}

const organizationId = 'tidewell';
const spaceId = 'handbook';
const inChangeRequest = '/spaces/{spaceId}/change-requests/{changeRequestId}' as const;
const inSite = '/orgs/{organizationId}/sites/{siteId}' as const;

const asked = <R extends Route>(route: R, input: RequestInput<R>): RequestWithInput => ({ route, input });
/** Creates a request from an address, which contains the parameters of its noun as returned by `addressOf`. */
const to = (route: Route, at: Address, more: object = {}): RequestWithInput => ({ route, input: { ...at, ...more } });
const text = (word: string) => ({ markdown: `Said *again*: ${word}` });
const page = (word: string) => ({ markdown: `# ${word}\n\nA paragraph.\n\n* one\n* two: ${word}\n` });

export const nouns: Readonly<Record<string, Noun>> = {
  'change request': {
    create: (_, word) => asked('POST /spaces/{spaceId}/change-requests', { spaceId, body: { subject: word } }),
    addressOf: (_, { id }) => ({ spaceId, changeRequestId: id }),
    change: (at, word) => to(`PATCH ${inChangeRequest}`, at, { body: { subject: word, status: 'open' } }),
    finish: at => to(`POST ${inChangeRequest}/merge`, at),
    read: at => to(`GET ${inChangeRequest}`, at),
  },
  page: {
    within: 'change request',
    create: (at, word) => edit(at, { operation: 'insert_page', title: word, document: page(word) }),
    addressOf: (at, { changes }) => ({ ...at, pageId: changes?.[0]?.page.id ?? '' }),
    change: (at, word) => edit(at, { operation: 'update_page', page: at['pageId'], document: page(word) }),
    remove: at => edit(at, { operation: 'delete_page', page: at['pageId'] }),
    read: at => to(`GET ${inChangeRequest}/content/page/{pageId}`, at),
  },
  file: {
    within: 'change request',
    create: (at, word) => {
      const file = { name: `${word}.txt`, base64: Buffer.from(word.repeat(1000)).toString('base64') };
      return edit(at, { operation: 'insert_files', files: [file] });
    },
    addressOf: (at, { insertedFiles }) => ({ ...at, fileId: insertedFiles?.[0]?.id ?? '' }),
    read: at => to(`GET ${inChangeRequest}/content/files/{fileId}`, at),
  },
  comment: {
    within: 'change request',
    create: (at, word) => to(`POST ${inChangeRequest}/comments`, at, { body: { body: text(word) } }),
    addressOf: (at, { id }) => ({ ...at, commentId: id }),
    change: (at, word) => {
      const body = { body: text(word), resolved: true, addedReactions: ['👍'] };
      return to(`PUT ${inChangeRequest}/comments/{commentId}`, at, { body });
    },
    remove: at => to(`DELETE ${inChangeRequest}/comments/{commentId}`, at),
    read: at => to(`GET ${inChangeRequest}/comments/{commentId}`, at),
  },
  reply: {
    within: 'comment',
    create: (at, word) =>
      to(`POST ${inChangeRequest}/comments/{commentId}/replies`, at, { body: { body: text(word) } }),
    addressOf: (at, { id }) => ({ ...at, commentReplyId: id }),
    change: (at, word) =>
      to(`PUT ${inChangeRequest}/comments/{commentId}/replies/{commentReplyId}`, at, { body: { body: text(word) } }),
    remove: at => to(`DELETE ${inChangeRequest}/comments/{commentId}/replies/{commentReplyId}`, at),
    read: at => to(`GET ${inChangeRequest}/comments/{commentId}/replies/{commentReplyId}`, at),
  },
  space: {
    create: (_, word) => asked('POST /orgs/{organizationId}/spaces', { organizationId, body: { title: word } }),
    addressOf: (_, { id }) => ({ spaceId: id }),
    change: (at, word) => to('PATCH /spaces/{spaceId}', at, { body: { title: word, editMode: 'locked' } }),
    finish: at => to('DELETE /spaces/{spaceId}', at),
    read: at => to('GET /spaces/{spaceId}', at),
  },
  collection: {
    create: (_, word) => asked('POST /orgs/{organizationId}/collections', { organizationId, body: { title: word } }),
    addressOf: (_, { id }) => ({ collectionId: id }),
    change: (at, word) => to('PATCH /collections/{collectionId}', at, { body: { title: word } }),
    remove: at => to('DELETE /collections/{collectionId}', at),
    read: at => to('GET /collections/{collectionId}', at),
  },
  team: {
    create: (_, word) =>
      asked('PUT /orgs/{organizationId}/teams', { organizationId, body: { title: word, members: ['amara', 'jun'] } }),
    addressOf: (_, { id }) => ({ organizationId, teamId: id }),
    change: (at, word) => to('PATCH /orgs/{organizationId}/teams/{teamId}', at, { body: { title: word } }),
    remove: at => to('DELETE /orgs/{organizationId}/teams/{teamId}', at),
    read: at => to('GET /orgs/{organizationId}/teams/{teamId}', at),
  },
  site: {
    create: (_, word) => asked('POST /orgs/{organizationId}/sites', { organizationId, body: { title: word } }),
    addressOf: (_, { id }) => ({ organizationId, siteId: id }),
    change: (at, word) => to(`PATCH ${inSite}`, at, { body: { title: word } }),
    remove: at => to(`DELETE ${inSite}`, at),
    read: at => to(`GET ${inSite}`, at),
  },
  'share link': {
    within: 'site',
    create: (at, word) => to(`POST ${inSite}/share-links`, at, { body: { name: word } }),
    addressOf: (at, { id }) => ({ ...at, shareLinkId: id }),
    change: (at, word) => to(`PATCH ${inSite}/share-links/{shareLinkId}`, at, { body: { name: word, active: false } }),
    remove: at => to(`DELETE ${inSite}/share-links/{shareLinkId}`, at),
    read: at => to(`GET ${inSite}/share-links`, at),
  },
  'OpenAPI specification': {
    create: (_, word) =>
      asked('PUT /orgs/{organizationId}/openapi/{specSlug}', {
        organizationId,
        specSlug: word,
        body: { source: { text: `openapi: 3.1.0\ninfo: {title: ${word}, version: '1'}\n` } },
      }),
    addressOf: (_, { id }) => ({ organizationId, specSlug: id }),
    remove: at => to('DELETE /orgs/{organizationId}/openapi/{specSlug}', at),
    read: at => to('GET /orgs/{organizationId}/openapi/{specSlug}', at),
  },
};

function edit(at: Address, change: object): RequestWithInput {
  const { pageId: _, fileId: __, ...changeRequest } = at;
  return to(`POST ${inChangeRequest}/content`, changeRequest, {
    query: { compat: false },
    body: { changes: [change] },
  });
}
