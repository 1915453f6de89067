import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { roles } from '../acme.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';
import { fillWorld } from '../operations/world.ts';

const organizationId = 'acme';

describe('permissions in the sandbox', () => {
  for (const user of Object.keys(roles)) {
    it(`match what ${user}, whose role is ${roles[user]}, may do in the organization`, async () => {
      const { permissions } = await read(user, 'GET /orgs/{organizationId}', { organizationId });
      const body = { title: 'New' };
      const source = { text: 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n' };
      assert.deepEqual(permissions, {
        ...permissions,
        view: await may(user, 'GET /orgs/{organizationId}', { organizationId }),
        admin: await may(user, 'PATCH /orgs/{organizationId}', { organizationId, body }),
        listMembers: await may(user, 'GET /orgs/{organizationId}/members', { organizationId }),
        listTeams: await may(user, 'GET /orgs/{organizationId}/teams', { organizationId }),
        createContent: await may(user, 'POST /orgs/{organizationId}/collections', { organizationId, body }),
        createOpenAPISpec: await may(user, 'POST /orgs/{organizationId}/openapi', {
          organizationId,
          body: { slug: 'new', source },
        }),
        ownTeam: await may(user, 'PUT /orgs/{organizationId}/teams/{teamId}/members', {
          organizationId,
          teamId: 'writers',
          body: { remove: ['eden'] },
        }),
      });
    });

    it(`match what ${user} may do with a team, a translation and an integration`, async () => {
      const inOrganization = '/orgs/{organizationId}';
      const body = { title: 'New' };
      for (const [path, method, input] of [
        [`${inOrganization}/teams/{teamId}`, 'PATCH', { organizationId, teamId: 'writers', body }],
        [
          `${inOrganization}/translations/{translationSettingsId}`,
          'PUT',
          { organizationId, translationSettingsId: 'french', body },
        ],
        ['/integrations/{integrationName}', 'DELETE', { integrationName: 'figma' }],
      ] as const) {
        const route: Route = `GET ${path}`;
        if (!(await may(user, route, input))) continue;
        const { permissions = {} } = await read(user, route, input);
        const isAllowed = permissions['admin'] ?? permissions['edit'];
        assert.equal(isAllowed, await may(user, `${method} ${path}` as Route, input), path);
      }
    });
  }
});

/** Returns true if the operation succeeds. Uses a new sandbox each time, because it may change the data. */
async function may(user: string, route: Route, input: object): Promise<boolean> {
  const { status } = await ask(await openSandbox({ fill: fillWorld }), user, { route, input });
  assert.ok(status < 400 || status === 403, `${route} answered ${status}`);
  return status < 400;
}

async function read(user: string, route: Route, input: object): Promise<{ permissions?: Record<string, boolean> }> {
  const reply = await ask(await openSandbox({ fill: fillWorld }), user, { route, input });
  return (await reply.json()) as { permissions?: Record<string, boolean> };
}

function ask(sandbox: OpenSandbox, user: string, { route, input }: { route: Route; input: object }) {
  // GET requests have no body.
  const asked = route.startsWith('GET ') ? { ...input, body: undefined } : input;
  return sandbox.fetch(toRequest(route, asked, sandbox.tokenFor(user)));
}
