import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { addSite } from '../acme.ts';
import { tablesOf } from '../integrity.ts';
import type { AnyRow } from '../operations/row.ts';
import { rows } from '../operations/rows.ts';
import { fillWorld, today } from '../operations/world.ts';
import { openSandbox, toRequest } from '../sandbox.ts';

/** Another resource for each path parameter, which contains nothing of what the tests of the operations address. */
const others: Readonly<Record<string, string>> = {
  organizationId: 'zenith',
  spaceId: 'twin',
  changeRequestId: 'twin',
  commentId: 'twin',
  teamId: 'twin',
  siteId: 'twin',
  siteSectionId: 'twin',
  siteSectionGroupId: 'twin',
  specSlug: 'twin',
  integrationName: 'twin',
};

/** Operations for which the last parameter also addresses something below the other resource. */
const sharedChildren: ReadonlySet<string> = new Set([
  // These create what is missing.
  'organizationId in POST /orgs/{organizationId}/members/{userId}/sso',
  'organizationId in PUT /orgs/{organizationId}/openapi/{specSlug}',
  'teamId in PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}',
  // Two change requests of a space have the same pages and files.
  ...[
    'content/files/{fileId}',
    'content/files/{fileId}/backlinks',
    'content/page/{pageId}',
    'content/page/{pageId}/links',
  ].map(path => `changeRequestId in GET /spaces/{spaceId}/change-requests/{changeRequestId}/${path}`),
]);

/** Adds the other resources. Ada administrates all of them, so that no missing permission hides a mistake. */
function addOthers(state: State): void {
  const { members, spaces, revisions, teams, comments, openApiSpecs, siteSections, siteSectionGroups } = state;
  members.put({ ...members.get(memberId('acme', 'ada')), id: memberId('zenith', 'ada'), organization: 'zenith' });
  const space = spaces.get('docs');
  revisions.put({ ...revisions.get(space.revision), id: 'twin', space: 'twin', parents: [], pages: [], files: [] });
  spaces.put({ ...space, id: 'twin', revision: 'twin' });
  createChangeRequest(state, space, { id: 'twin', subject: '', by: 'eden', at: state.now() });
  comments.put({ ...comments.get('why'), id: 'twin' });
  teams.put({ ...teams.get('writers'), id: 'twin', members: [] });
  addSite(state, 'twin');
  siteSections.put({ ...siteSections.get('manual'), id: 'twin', path: 'twin' });
  siteSectionGroups.put({ ...siteSectionGroups.get('more'), id: 'twin' });
  const { lastVersion: _, ...spec } = openApiSpecs.get('spec-1');
  openApiSpecs.put({ ...spec, id: 'twin', slug: 'twin' });
  state.integrations.put({ ...state.integrations.get('figma'), id: 'twin' });
}

describe('a nested resource is not found below another parent', () => {
  const nested = readContract().operations.flatMap(({ route, parameters }) => {
    const names = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name);
    return rows[route] ? names.slice(0, -1).map(name => ({ route, name })) : [];
  });

  for (const { route, name } of nested.filter(({ route, name }) => !sharedChildren.has(`${name} in ${route}`))) {
    it(`by ${route} with another ${name}`, async () => {
      const other = others[name];
      assert.ok(other, `Name another ${name}.`);
      const { status, isChanged } = await send(route, { [name]: other });
      // Deleting a resource that does not exist succeeds.
      assert.equal(status, route.startsWith('DELETE ') && status === 204 ? 204 : 404);
      assert.equal(isChanged, false, 'It was changed or deleted nevertheless.');
    });
  }
});

async function send(route: Route, replaced: object): Promise<{ status: number; isChanged: boolean }> {
  const world = await openSandbox({ fill: fillWorld, clock: () => today });
  const { input } = rows[route] as AnyRow;
  const valid = typeof input === 'function' ? await input(world) : input;
  addOthers(world.state);
  const allRows = () => JSON.stringify(tablesOf(world.state).map(table => table.all()));
  const before = allRows();
  const { status } = await world.fetch(toRequest(route, { ...valid, ...replaced }, world.token));
  return { status, isChanged: allRows() !== before };
}
