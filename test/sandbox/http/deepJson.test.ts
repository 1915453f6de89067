import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import { rows } from '../operations/rows.ts';
import type { AnyInput, AnyRow } from '../operations/row.ts';
import { fillWorld, today } from '../operations/world.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const site = { organizationId: 'acme', siteId: 'docs' };
const figma = { title: 'Deep', description: 'Deep', script: '', organization: 'acme' };
const draft = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: false };

/** Operations whose bodies contain JSON of any depth. */
const bodies: [route: Route, input: object, body: (deep: unknown) => object][] = [
  [
    'PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    site,
    deep => ({ jsonSchema: { ...draft, properties: { isNew: { type: 'boolean', description: 'New', deep } } } }),
  ],
  [
    'POST /integrations/{integrationName}',
    { integrationName: 'deep' },
    deep => ({ ...figma, scopes: [], configurations: { account: { properties: { deep } } } }),
  ],
  [
    'POST /spaces/{spaceId}/comments',
    { spaceId: 'docs' },
    deep => ({ body: { document: { object: 'document', data: { deep }, nodes: [] } } }),
  ],
  [
    'POST /spaces/{spaceId}/comments',
    { spaceId: 'docs' },
    deep => ({ body: { document: { object: 'document', nodes: [deep] } } }),
  ],
];

describe('JSON that is nested too deeply', () => {
  let world: OpenSandbox;
  beforeEach(async () => {
    world = await openSandbox({ fill: fillWorld, clock: () => today });
  });

  const send = async (route: Route, input: object, body: string) => {
    const request = toRequest(route, input, world.token);
    const { url, headers } = request;
    const { method } = request;
    const response = await world.fetch(new Request(url, { method, headers, body }));
    return `${response.status} ${await response.text()}`;
  };

  for (const { route } of readContract().operations.filter(({ body }) => body)) {
    const row = rows[route] as AnyRow | undefined;
    if (!row) continue;
    it(`is rejected with a message by ${route}`, async () => {
      const input: AnyInput = typeof row.input === 'function' ? await row.input(world) : row.input;
      const { version } = world.state;
      const deep = `${'{"a":['.repeat(3000)}${']}'.repeat(3000)}`;
      const body = JSON.stringify(input.body).replace(/^\{/, `{"x":${deep},`);
      assert.match(await send(route, { ...input, body: {} }, body), /^400 .*body is nested deeper than 200 levels/);
      assert.equal(world.state.version, version);
    });
  }

  for (const [route, input, body] of bodies) {
    it(`is rejected with a message wherever any JSON is allowed: ${JSON.stringify(body('…'))}`, async () => {
      const { version } = world.state;
      const [before = '', after = ''] = JSON.stringify(body('DEEP')).split('"DEEP"');
      for (const [open, close] of [
        ['{"a":', '}'],
        ['[', ']'],
        ['{"nodes":[', ']}'],
      ] as const) {
        for (const count of [300, 6000, 100_000]) {
          const deep = `${before}${open.repeat(count)}1${close.repeat(count)}${after}`;
          assert.match(await send(route, { ...input, body: {} }, deep), /^400 .*body is nested deeper than 200 levels/);
        }
      }
      assert.equal(world.state.version, version);
    });
  }

  it('is accepted up to a generous depth', async () => {
    const [route, input, body] = bodies[0] ?? assert.fail();
    const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as unknown;
    assert.match(await send(route, { ...input, body: {} }, JSON.stringify(body(deep))), /^200 /);
  });
});
