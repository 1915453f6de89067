import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import { fillWorld, today } from './world.ts';
import type { AnyRow } from './row.ts';
import { rows } from './rows.ts';

/** Operations that create something without a `Location` header in the reply. */
const quiet: readonly string[] = [
  'PUT /orgs/{organizationId}/teams',
  'POST /orgs/{organizationId}/openapi',
  'PUT /orgs/{organizationId}/openapi/{specSlug}',
  'POST /orgs/{organizationId}/translations',
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
] satisfies Route[];

describe('the Location header', () => {
  for (const [name, row] of Object.entries(rows) as [Route, AnyRow][]) {
    if (row.status !== 201) continue;
    const isQuiet = quiet.includes(name);

    it(`${isQuiet ? 'is not sent by' : 'leads to the resource created by'} ${name}`, async () => {
      const world = await openSandbox({ fill: fillWorld, clock: () => today });
      const input = typeof row.input === 'function' ? await row.input(world) : row.input;
      const response = await world.fetch(toRequest(name, input, world.token));
      assert.equal(response.status, 201);
      const location = response.headers.get('location');
      if (isQuiet) return assert.equal(location, null);
      assert.ok(location !== null);
      const { id } = (await response.json()) as { id: string };
      assert.equal(location.split('/').at(-1), id);
      await assertIsThere(location, id, world);
    });
  }
});

/** Asserts that the address of a created resource works. Some resources cannot be read alone, so a write is tried. */
async function assertIsThere(
  location: string,
  id: string,
  world: { token: string; fetch(request: Request): Promise<Response> },
): Promise<void> {
  const headers = { authorization: `Bearer ${world.token}` };
  const reply = await world.fetch(new Request(location, { headers }));
  if (reply.status === 405) return assert.match(reply.headers.get('allow') ?? '', /PATCH/);
  assert.equal(reply.status, 200);
  assert.equal(((await reply.json()) as { id: string }).id, id);
}
