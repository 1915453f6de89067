import assert from 'node:assert/strict';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

describe('the router of the sandbox', () => {
  let sandbox: OpenSandbox;
  const send = (method: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${sandbox.token}`, ...init.headers };
    return sandbox.fetch(new Request(`http://sandbox.test${path}`, { method, ...init, headers }));
  };
  const message = async (response: Promise<Response>) => {
    const { error } = (await (await response).json()) as { error: { code: number; message: string } };
    return `${error.code} ${error.message}`;
  };

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('marks every reply with a header, including errors', async () => {
    for (const path of ['/v1/orgs', '/v1/nothing', '/nothing']) {
      const response = await send('GET', path);
      assert.match(response.headers.get('server') ?? '', /^marginalia-sandbox\/\d+\.\d+\.\d+/);
    }
  });

  it('checks the token first', async () => {
    for (const authorization of ['', 'Basic abc', 'Bearer', 'Bearer wrong', `Bearer ${sandbox.token}x`]) {
      const response = await send('GET', '/v1/nothing', { headers: { authorization } });
      assert.equal(response.status, 401, authorization);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    }
  });

  it('identifies every user by a separate token', async () => {
    const user = await sandbox.call('GET /user', {}, { as: 'rosa' });
    assert.equal(user.displayName, 'Rosa');
    assert.notEqual(sandbox.tokenFor('rosa'), sandbox.tokenFor('eden'));
  });

  it('rejects tokens of another sandbox', async () => {
    const other = await openSandbox({ fill: fillAcme });
    const headers = { authorization: `Bearer ${other.tokenFor('rosa')}` };
    assert.equal((await send('GET', '/v1/user', { headers })).status, 401);
  });

  it('answers 404 for an unknown path', async () => {
    assert.equal(await message(send('GET', '/v1/spaceships/1')), '404 This service has no operation at /spaceships/1.');
    assert.equal((await send('GET', '/elsewhere')).status, 404);
  });

  it('answers 405 for an unsupported method, and lists the supported ones', async () => {
    for (const method of ['POST', 'HEAD', 'OPTIONS']) {
      const response = await send(method, '/v1/spaces/handbook');
      assert.equal(response.status, 405, method);
      assert.equal(response.headers.get('allow'), 'GET, PATCH, DELETE');
    }
  });

  it('prefers literal path segments to parameters', async () => {
    const organizationId = 'acme';
    const source = { text: '{"openapi": "3.1.0"}' };
    await sandbox.call('POST /orgs/{organizationId}/openapi', { organizationId, body: { slug: 'latest', source } });
    await sandbox.idle();
    const input = { organizationId, specSlug: 'latest' };
    const latest = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest', input);
    assert.equal(latest.object, 'openapi-spec-version');
  });

  it('rejects input that the contract forbids, and names the field and the limit', async () => {
    const patch = (body: unknown) =>
      message(send('PATCH', '/v1/spaces/handbook', { body: JSON.stringify(body) ?? '' }));
    assert.equal(await patch({ title: 'x'.repeat(51) }), '400 body.title must not have more than 50 characters.');
    assert.equal(await patch({ title: 5 }), '400 body.title must be a string.');
    assert.equal(await patch({ editMode: 'open' }), '400 body.editMode must be one of: live, locked.');
    assert.equal(await patch([]), '400 body must be an object.');
    assert.equal(await patch(undefined), '400 body is missing: this operation needs one, in JSON.');
    const list = (query: string) => message(send('GET', `/v1/orgs/acme/members?${query}`));
    assert.equal(await list('limit=1001'), '400 query.limit must not be more than 1000.');
    assert.equal(await list('limit=-1'), '400 query.limit must not be less than 0.');
    assert.equal(await list('limit=ten'), '400 query.limit must be an integer.');
    assert.equal(await list('order=up'), '400 query.order must be one of: asc, desc.');
  });

  it('names the field of the intended schema when a body may have several', async () => {
    const create = (source: unknown) =>
      message(send('POST', '/v1/orgs/acme/openapi', { body: JSON.stringify({ slug: 'api', source }) }));
    assert.equal(await create({}), '400 body.source.url is missing.');
    assert.equal(await create({ text: '' }), '400 body.source.text must have at least 1 character.');
    assert.equal(await create({ url: 'nowhere' }), "400 body.source.url must be in the format 'uri'.");
  });

  it('rejects a body that is not JSON', async () => {
    assert.match(
      await message(send('PATCH', '/v1/spaces/handbook', { body: '{"title": ' })),
      /^400 body is not JSON: /,
    );
  });

  it('ignores unknown parameters and members', async () => {
    const body = JSON.stringify({ title: 'New', organization: 'zenith', colour: 'red' });
    const response = await send('PATCH', '/v1/spaces/handbook?colour=red', { body });
    const space = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([space['title'], space['organization'], 'colour' in space], ['New', 'acme', false]);
  });

  it('decodes path parameters, and rejects invalid encodings', async () => {
    assert.equal(await message(send('GET', '/v1/orgs/a%2Fb')), "404 No organization has the ID 'a/b'.");
    assert.equal((await send('GET', '/v1/orgs/%ff')).status, 400);
  });

  it('offers only the documented interface when it is configured so', async () => {
    const documented = await openSandbox({ fill: fillAcme, documentedOnly: true });
    const fetch = (path: string) =>
      documented.fetch(
        new Request(`http://sandbox.test/v1${path}`, { headers: { authorization: `Bearer ${documented.token}` } }),
      );
    assert.equal((await fetch('/user')).status, 404);
    assert.equal((await fetch('/orgs/acme/spaces')).status, 404);
    assert.equal((await fetch('/orgs/acme/collections')).status, 200);
  });

  it('ignores undocumented members of a body when it is configured so', async () => {
    const body = JSON.stringify({ icon: 'no address' });
    assert.equal(
      await message(send('PATCH', '/v1/spaces/handbook', { body })),
      "400 body.icon must be in the format 'uri'.",
    );
    sandbox = await openSandbox({ fill: fillAcme, documentedOnly: true });
    assert.equal((await send('PATCH', '/v1/spaces/handbook', { body })).status, 200);
  });

  it('answers 500 for an internal error, reports it on the terminal, and continues', async () => {
    let isBroken = false;
    const clock = () => {
      if (isBroken) throw new Error('The clock stands still.');
      return new Date();
    };
    sandbox = await openSandbox({ fill: fillAcme, clock });
    const reported: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => reported.push(...words);
    isBroken = true;
    const response = await send('PATCH', '/v1/spaces/handbook', { body: '{}' });
    isBroken = false;
    console.error = error;
    assert.equal(await message(Promise.resolve(response)), '500 The sandbox failed: The clock stands still.');
    assert.equal(reported[0], 'PATCH /v1/spaces/handbook failed:');
    assert.equal((await send('PATCH', '/v1/spaces/handbook', { body: '{}' })).status, 200);
  });

  it('serves a help page at the app URLs in replies', async () => {
    const space = await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'handbook' });
    const response = await sandbox.fetch(new Request(space.urls?.app ?? ''));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /This is a sandbox/);
  });
});
