import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { roles } from '../acme.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';
import { serve } from '../operations/changeRequestContent.ts';
import type { AnyRow } from '../operations/row.ts';
import { rows } from '../operations/rows.ts';
import { fillWorld, today } from '../operations/world.ts';

// The table of the users who may call each operation. It is written by hand from the documentation of the service, so that
// it does not repeat a mistake in the permissions of the sandbox.

/** The users who may call an operation, and the status code that every other user receives. */
interface Permission {
  allowed: readonly string[];
  /** The status code for a member whose role in the organization is too low. */
  member: 403 | 404;
  /** The status code for a guest, who is a member without a role. */
  guest: 403 | 404;
  /** The status code for a user of another organization. */
  stranger: 403 | 404;
}

// Ada is an administrator, Cato may create, Rosa review, Eden edit, Colm comment and Reed read; Gus is a guest.
const administrators = ['ada'];
const creators = [...administrators, 'cato'];
const reviewers = [...creators, 'rosa'];
const editors = [...reviewers, 'eden'];
const commenters = [...editors, 'colm'];
const readers = [...commenters, 'reed'];
const members = [...readers, 'gus'];
const stranger = 'zoe';

/** Permission for a resource of an organization. Guests can see that it exists, users of other organizations cannot. */
const inOrganization = (allowed: readonly string[]): Permission => ({
  ...{ allowed, member: 403, guest: 403, stranger: 404 },
});
/** Permission for a resource of a space without a default role. Only members with a role can see that it exists. */
const inSpace = (allowed: readonly string[]): Permission => ({ allowed, member: 403, guest: 404, stranger: 404 });
/** Permission for a resource that every user can see. */
const visibleToAll = (allowed: readonly string[]): Permission => ({
  ...{ allowed, member: 403, guest: 403, stranger: 403 },
});

const organization = '/orgs/{organizationId}';
const member = `${organization}/members/{userId}`;
const team = `${organization}/teams/{teamId}`;
const saml = `${organization}/saml`;
const spec = `${organization}/openapi/{specSlug}`;
const translations = `${organization}/translations`;
const site = `${organization}/sites/{siteId}`;
const section = `${site}/sections/{siteSectionId}`;
const group = `${site}/section-groups/{siteSectionGroupId}`;
const space = '/spaces/{spaceId}';
const changeRequest = `${space}/change-requests/{changeRequestId}`;
const collection = '/collections/{collectionId}';
const integration = '/integrations/{integrationName}';

/** Returns the routes of operations on comments, for spaces and for change requests. */
const onComments = (...operations: string[]) =>
  [space, changeRequest].flatMap(base => operations.map(operation => operation.replace(' ', ` ${base}`)));

const table: readonly (readonly [permission: Permission, ...routes: string[]])[] = [
  [
    visibleToAll([...members, stranger]),
    'GET /',
    'GET /user',
    'GET /orgs',
    'GET /integrations',
    `GET ${integration}`,
    'GET /subdomains/{subdomain}',
  ],
  // A user may ask for the domain of his or her own address.
  [visibleToAll(members), 'GET /email-domains/{emailDomain}/orgs'],
  // A user can see the users who are in the same organization.
  [{ ...visibleToAll(members), stranger: 404 }, 'GET /users/{userId}'],

  [
    inOrganization(members),
    `GET ${organization}`,
    `GET ${organization}/collections`,
    `GET ${organization}/search`,
    `GET ${organization}/spaces`,
    `GET ${organization}/change-requests`,
    `GET ${organization}/sso`,
    `POST ${organization}/ping`,
    `GET ${collection}`,
    `GET ${collection}/spaces`,
  ],
  [
    inOrganization(readers),
    `GET ${organization}/members`,
    `GET ${member}`,
    `GET ${member}/spaces`,
    `GET ${member}/teams`,
    `GET ${organization}/teams`,
    `GET ${team}`,
    `GET ${team}/members`,
    `GET ${organization}/openapi`,
    `GET ${spec}`,
    `GET ${spec}/versions`,
    `GET ${spec}/versions/latest`,
    `GET ${spec}/versions/latest/content`,
    `GET ${spec}/versions/{versionId}`,
    `GET ${spec}/versions/{versionId}/content`,
    `GET ${organization}/sites`,
    `GET ${site}`,
    `GET ${site}/published`,
    `GET ${site}/structure`,
    `GET ${site}/sections`,
    `GET ${site}/section-groups`,
    `GET ${site}/site-spaces`,
    `GET ${site}/adaptive-schema`,
    `GET ${site}/adaptive-schema/template-conditions`,
    `GET ${translations}`,
    `GET ${translations}/{translationSettingsId}`,
  ],
  [
    inOrganization(creators),
    `POST ${organization}/spaces`,
    `POST ${organization}/collections`,
    `POST ${organization}/openapi`,
    `PUT ${spec}`,
    `DELETE ${spec}`,
    `POST ${organization}/sites`,
    `PATCH ${site}`,
    `DELETE ${site}`,
    `POST ${site}/publish`,
    `POST ${site}/unpublish`,
    `PATCH ${site}/structure/sort`,
    `PUT ${site}/adaptive-schema`,
    `POST ${site}/sections`,
    `PATCH ${section}`,
    `DELETE ${section}`,
    `POST ${section}/move`,
    `POST ${site}/section-groups`,
    `PATCH ${group}`,
    `DELETE ${group}`,
    `POST ${group}/move`,
    `POST ${group}/sections`,
    `DELETE ${group}/sections/{siteSectionId}`,
    // A share link gives access to everybody who has it, so members who only read cannot see it.
    `GET ${site}/share-links`,
    `POST ${site}/share-links`,
    `PATCH ${site}/share-links/{shareLinkId}`,
    `DELETE ${site}/share-links/{shareLinkId}`,
    `POST ${translations}`,
    `PUT ${translations}/{translationSettingsId}`,
    `DELETE ${translations}/{translationSettingsId}`,
  ],
  [
    inOrganization(administrators),
    `PATCH ${organization}`,
    `DELETE ${organization}/link-invites/{inviteId}`,
    `PATCH ${member}`,
    `POST ${member}/sso`,
    `PUT ${organization}/teams`,
    `GET ${saml}`,
    `POST ${saml}`,
    `GET ${saml}/{samlProviderId}`,
    `PATCH ${saml}/{samlProviderId}`,
    `DELETE ${saml}/{samlProviderId}`,
    `PATCH ${collection}`,
    `DELETE ${collection}`,
    `POST ${collection}/move`,
    `POST ${collection}/transfer`,
    `POST ${integration}`,
  ],
  // A member may leave the organization (Eden) or be removed by an administrator.
  [inOrganization(['ada', 'eden']), `DELETE ${member}`],
  // The owner of the team is Rosa.
  [
    inOrganization(['ada', 'rosa']),
    `PATCH ${team}`,
    `DELETE ${team}`,
    `PUT ${team}/members`,
    `PUT ${team}/members/{userId}`,
    `DELETE ${team}/members/{userId}`,
  ],
  [
    visibleToAll(administrators),
    `GET ${integration}/installations`,
    `GET ${integration}/events`,
    `DELETE ${integration}`,
  ],

  [
    inSpace(readers),
    `GET ${space}`,
    `GET ${space}/permissions/aggregate`,
    `GET ${space}/search`,
    `GET ${space}/links`,
    `GET ${space}/content`,
    `GET ${space}/content/pages`,
    `GET ${space}/content/page/{pageId}`,
    `GET ${space}/content/path/{pagePath}`,
    `GET ${space}/content/files`,
    `GET ${space}/content/files/{fileId}`,
    `GET ${space}/content/reusable-contents/{reusableContentId}`,
    `GET ${space}/documents/{documentId}`,
    'GET /org/{organizationId}/imports/{importRunId}',
    'POST /org/{organizationId}/imports/{importRunId}/cancel',
    `GET ${space}/revisions/{revisionId}`,
    `GET ${space}/revisions/{revisionId}/changes`,
    `GET ${space}/revisions/{revisionId}/pages`,
    `GET ${space}/revisions/{revisionId}/page/{pageId}`,
    `GET ${space}/revisions/{revisionId}/files`,
    `GET ${space}/revisions/{revisionId}/files/{fileId}`,
    `GET ${space}/revisions/{revisionId}/reusable-contents/{reusableContentId}`,
    `GET ${space}/change-requests`,
    `GET ${changeRequest}`,
    `GET ${changeRequest}/pdf`,
    `GET ${changeRequest}/changes`,
    `GET ${changeRequest}/contributors`,
    `GET ${changeRequest}/requested-reviewers`,
    `GET ${changeRequest}/reviews`,
    `GET ${changeRequest}/reviews/{reviewId}`,
    `GET ${changeRequest}/content`,
    `GET ${changeRequest}/content/pages`,
    `GET ${changeRequest}/content/page/{pageId}`,
    `GET ${changeRequest}/content/page/{pageId}/links`,
    `GET ${changeRequest}/content/path/{pagePath}`,
    `GET ${changeRequest}/content/files`,
    `GET ${changeRequest}/content/files/{fileId}`,
    `GET ${changeRequest}/content/reusable-contents/{reusableContentId}`,
    `GET ${changeRequest}/content/files/{fileId}/backlinks`,
    'GET /urls/content',
    ...onComments(
      'GET /commenters',
      'GET /comments',
      'GET /comments/{commentId}',
      'GET /comments/{commentId}/replies',
      'GET /comments/{commentId}/replies/{commentReplyId}',
    ),
  ],
  [inSpace(commenters), ...onComments('POST /comments', 'POST /comments/{commentId}/replies')],
  [
    inSpace(editors),
    `POST ${space}/change-requests`,
    `PATCH ${changeRequest}`,
    `POST ${changeRequest}/update`,
    `POST ${changeRequest}/content`,
    `POST ${changeRequest}/content/import`,
    'POST /org/{organizationId}/imports',
    `POST ${changeRequest}/requested-reviewers`,
    `DELETE ${changeRequest}/requested-reviewers/{userId}`,
  ],
  [inSpace(reviewers), `POST ${changeRequest}/merge`, `POST ${changeRequest}/reviews`],
  [inSpace(creators), `POST ${space}/duplicate`],
  [
    inSpace(administrators),
    `PATCH ${space}`,
    `DELETE ${space}`,
    `POST ${space}/restore`,
    `POST ${space}/move`,
    `POST ${space}/transfer`,
  ],
  // Ada is the author of the comments and replies.
  [
    inSpace(['ada']),
    ...onComments(
      'PUT /comments/{commentId}',
      'PUT /comments/{commentId}/replies/{commentReplyId}',
      'DELETE /comments/{commentId}',
      'DELETE /comments/{commentId}/replies/{commentReplyId}',
    ),
  ],
];

const docs = { spaceId: 'docs' };
const molt = { ...docs, changeRequestId: '1' };
const revisionId = ({ state }: OpenSandbox) => state.spaces.get('docs').revision;
const pageOf = ({ state }: OpenSandbox) =>
  state.revisions.get(state.spaces.get('docs').revision).pages[0] ?? assert.fail();
const fileOf = ({ state }: OpenSandbox) =>
  state.revisions.get(state.spaces.get('docs').revision).files[0] ?? assert.fail();

/** The input of an operation about reusable content, which every revision of the space has now. */
function withReusableContent({ state }: OpenSandbox, input: object): object {
  for (const revision of state.revisions.by('space', 'docs')) {
    const reusableContents = [{ id: 'note', title: 'Note', document: state.documents.all()[0]?.id ?? '' }];
    state.revisions.put({ ...state.revisions.get(revision.id), reusableContents });
  }
  return { ...input, reusableContentId: 'note' };
}

/** Inputs of the operations that `rows` has no input for. */
const inputs: Readonly<Record<string, MakeInput>> = {
  'GET /': () => ({}),
  'GET /user': () => ({}),
  'GET /users/{userId}': () => ({ userId: 'eden' }),
  'GET /urls/content': () => ({ query: { url: 'http://sandbox.test/app/spaces/docs' } }),
  [`GET ${organization}/spaces`]: () => ({ organizationId: 'acme' }),
  [`GET ${organization}/change-requests`]: () => ({ organizationId: 'acme' }),
  [`GET ${space}/content`]: () => docs,
  [`GET ${space}/content/pages`]: () => docs,
  [`GET ${space}/content/page/{pageId}`]: world => ({ ...docs, pageId: pageOf(world).id }),
  [`GET ${space}/content/path/{pagePath}`]: () => ({ ...docs, pagePath: 'setup' }),
  [`GET ${space}/content/files`]: () => docs,
  [`GET ${space}/content/files/{fileId}`]: world => ({ ...docs, fileId: fileOf(world).id }),
  'POST /org/{organizationId}/imports': async () => ({
    organizationId: 'acme',
    body: {
      source: { type: 'website', url: await serve('<h1>Wings</h1>') },
      target: { space: 'docs', changeRequest: '1' },
    },
  }),
  'GET /org/{organizationId}/imports/{importRunId}': world => ({
    organizationId: 'acme',
    importRunId: revisionId(world),
  }),
  'POST /org/{organizationId}/imports/{importRunId}/cancel': world => ({
    ...{ organizationId: 'acme', importRunId: revisionId(world) },
  }),
  [`GET ${space}/content/reusable-contents/{reusableContentId}`]: world => withReusableContent(world, docs),
  [`GET ${space}/documents/{documentId}`]: world => ({ ...docs, documentId: pageOf(world).documentId }),
  [`GET ${space}/revisions/{revisionId}`]: world => ({ ...docs, revisionId: revisionId(world) }),
  [`GET ${space}/revisions/{revisionId}/changes`]: world => ({ ...docs, revisionId: revisionId(world) }),
  [`GET ${space}/revisions/{revisionId}/pages`]: world => ({ ...docs, revisionId: revisionId(world) }),
  [`GET ${space}/revisions/{revisionId}/page/{pageId}`]: world => ({
    ...{ ...docs, revisionId: revisionId(world) },
    pageId: pageOf(world).id,
  }),
  [`GET ${space}/revisions/{revisionId}/files`]: world => ({ ...docs, revisionId: revisionId(world) }),
  [`GET ${space}/revisions/{revisionId}/files/{fileId}`]: world => ({
    ...{ ...docs, revisionId: revisionId(world) },
    fileId: fileOf(world).id,
  }),
  [`GET ${space}/revisions/{revisionId}/reusable-contents/{reusableContentId}`]: world =>
    withReusableContent(world, { ...docs, revisionId: revisionId(world) }),
  [`GET ${changeRequest}/content/reusable-contents/{reusableContentId}`]: world => withReusableContent(world, molt),
  [`GET ${changeRequest}/changes`]: () => molt,
  [`GET ${changeRequest}/contributors`]: () => molt,
  [`GET ${changeRequest}/reviews`]: () => molt,
  [`GET ${changeRequest}/reviews/{reviewId}`]: () => ({ ...molt, reviewId: 'by-rosa' }),
  [`GET ${changeRequest}/content/path/{pagePath}`]: () => ({ ...molt, pagePath: 'setup' }),
  [`POST ${changeRequest}/content`]: () => ({
    ...{ ...molt, body: { changes: [{ operation: 'insert_page', title: 'Wings', document: { markdown: 'Two.' } }] } },
  }),
  [`POST ${changeRequest}/reviews`]: () => ({ ...molt, body: { status: 'approved' } }),
};

/** Adds a review, a comment by Colm and a reply by Colm to the data that all tests of operations use. */
function fill(state: State): void {
  fillWorld(state);
  const { id, revision } = state.changeRequests.get('molt');
  const at = state.now();
  const review = { space: 'docs', changeRequest: id, revision, reviewer: 'rosa', status: 'approved' } as const;
  state.reviews.put({ id: 'by-rosa', ...review, createdAt: at, updatedAt: at });
  const posted = { postedBy: 'colm', postedAt: at, markdown: 'Hm.', reactions: [] };
  for (const [comment, on] of Object.entries({ 'colm-space': {}, 'colm-molt': { changeRequest: id } })) {
    state.comments.put({ id: comment, space: 'docs', ...on, revision, status: 'open', ...posted });
    state.commentReplies.put({ id: `${comment}-reply`, comment, ...posted });
  }
}

/** Permissions that depend on the author, for a comment and a reply by Colm. Colm has the role "comment". */
const authorPermissions: readonly (readonly [
  verb: string,
  permission: Permission,
  operation: string,
  body?: object,
])[] = [
  ['deletes', inSpace(['ada', 'colm']), 'DELETE /comments/{commentId}'],
  ['deletes', inSpace(['ada', 'colm']), 'DELETE /comments/{commentId}/replies/{commentReplyId}'],
  ['edits', inSpace(['colm']), 'PUT /comments/{commentId}', { body: { markdown: 'Oh.' } }],
  ['edits', inSpace(['colm']), 'PUT /comments/{commentId}/replies/{commentReplyId}', { body: { markdown: 'Oh.' } }],
  ['resolves', inSpace(commenters), 'PUT /comments/{commentId}', { resolved: true }],
  ['reacts to', inSpace(commenters), 'PUT /comments/{commentId}', { addedReactions: ['👍'] }],
  ['reacts to', inSpace(commenters), 'PUT /comments/{commentId}/replies/{commentReplyId}', { addedReactions: ['👍'] }],
];

type MakeInput = (world: OpenSandbox) => object | Promise<object>;

const { operations } = readContract();
const routes = operations.map(({ route }) => route);
const routesInTable = table.flatMap(([, ...rest]) => rest);

describe('permission to call an operation', () => {
  it('is listed in the table once for each operation', () => {
    assert.deepEqual(routesInTable.toSorted(), routes.toSorted());
  });

  for (const [permission, ...rest] of table) {
    for (const route of rest) testPermission(route, permission, route as Route);
  }

  for (const [verb, permission, operation, body] of authorPermissions) {
    for (const [base, commentId] of [
      [space, 'colm-space'],
      [changeRequest, 'colm-molt'],
    ] as const) {
      const route = operation.replace(' ', ` ${base}`) as Route;
      const input = { ...molt, commentId, commentReplyId: `${commentId}-reply`, ...(body && { body }) };
      testPermission(`${route} that ${verb} a comment or reply of Colm`, permission, route, () => input);
    }
  }
});

function testPermission(title: string, permission: Permission, route: Route, makeInput = inputOf(route)): void {
  const { allowed, stranger: strangerStatus, guest, member: memberStatus } = permission;
  it(`${title} is limited to ${allowed.join(', ')}`, async () => {
    const world = await openSandbox({ fill, clock: () => today });
    const input = await createInput(world, makeInput);
    assert.deepEqual(await call(world, route, input), { status: 401, hasWritten: false }, 'without a token');
    for (const user of [...members, stranger]) {
      if (allowed.includes(user)) continue;
      const status = user === stranger ? strangerStatus : roles[user] === null ? guest : memberStatus;
      assert.deepEqual(await call(world, route, input, user), { status, hasWritten: false }, user);
    }
    for (const user of allowed) {
      // Each user writes to a sandbox that no other user has written to.
      const fresh = route.startsWith('GET ') ? world : await openSandbox({ fill, clock: () => today });
      const freshInput = fresh === world ? input : await createInput(fresh, makeInput);
      const { status } = await call(fresh, route, freshInput, user);
      assert.ok(status < 400, `${user} got ${status}`);
    }
  });
}

function inputOf(route: Route): MakeInput {
  const input = (rows[route] as AnyRow | undefined)?.input;
  if (typeof input === 'function') return input;
  return input ? () => input : (inputs[route] ?? assert.fail(`There is no input for ${route}.`));
}

/** Creates the input of a request. Rows that this writes to the sandbox count as written before the request. */
async function createInput(world: OpenSandbox, makeInput: MakeInput): Promise<object> {
  const input = await makeInput(world);
  world.state.keepWrites();
  return input;
}

/** Sends a request as a user, or without a token, and returns its status code and whether anything was written. */
async function call(world: OpenSandbox, route: Route, input: object, user?: string) {
  const request = toRequest(route, input, user === undefined ? '' : world.tokenFor(user));
  if (user === undefined) request.headers.delete('authorization');
  const { version } = world.state;
  const { status } = await world.fetch(request);
  return { status, hasWritten: world.state.version !== version };
}
