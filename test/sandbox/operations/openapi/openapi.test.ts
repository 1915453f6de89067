import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fillAcme } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const yaml = 'openapi: 3.1.0\ninfo:\n  title: Herons\n  version: "1"\n';
const json = '{"swagger": "2.0", "info": {"title": "Herons", "version": "2"}}';

describe('OpenAPI specifications of the sandbox', () => {
  let sandbox: OpenSandbox;
  const path = { organizationId, specSlug: 'herons' };
  const create = (source: { url: string } | { text: string }, slug = 'herons') =>
    sandbox.call('POST /orgs/{organizationId}/openapi', { organizationId, body: { slug, source } });
  const put = (source: { url: string } | { text: string }) =>
    sandbox.reply('PUT /orgs/{organizationId}/openapi/{specSlug}', { ...path, body: { source } });
  const read = () => sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}', path);

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('are processed after they were accepted', async () => {
    const spec = await create({ text: yaml });
    assert.deepEqual([spec.processingState, spec.lastVersion, spec.sourceURL], ['pending', undefined, undefined]);
    await sandbox.idle();
    const { processingState, lastVersion, lastProcessErrorCode } = await read();
    assert.deepEqual([processingState, lastProcessErrorCode], ['complete', undefined]);
    const latest = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest', path);
    assert.equal(latest.id, lastVersion);
  });

  it('keep a version for every source, newest first', async () => {
    assert.equal((await put({ text: yaml })).status, 201);
    await sandbox.idle();
    assert.equal((await put({ text: json })).status, 200);
    await sandbox.idle();
    const { items } = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions', path);
    assert.deepEqual([items.length, items[0]?.id], [2, (await read()).lastVersion]);
    const version = { ...path, versionId: items[1]?.id ?? '' };
    const first = await sandbox.call(
      'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
      version,
    );
    assert.deepEqual(first.filesystem, {
      'herons.yaml': { openapi: '3.1.0', info: { title: 'Herons', version: '1' } },
    });
    const latest = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content', path);
    assert.deepEqual(Object.keys(latest.filesystem), ['herons.json']);
  });

  it('can be read at the address of their version, with its signature', async () => {
    await create({ text: yaml });
    await sandbox.idle();
    const { url = '' } = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest', path);
    const response = await sandbox.fetch(new Request(url));
    assert.deepEqual([response.headers.get('content-type'), await response.text()], ['application/yaml', yaml]);
    assert.equal((await sandbox.fetch(new Request(url.replace(/signature=.*/, 'signature=0')))).status, 403);
  });

  it('that are invalid report it, and keep their last version', async () => {
    await create({ text: yaml });
    await sandbox.idle();
    const { lastVersion } = await read();
    const circle = 'openapi: 3.1.0\npaths: &paths\n  inside: *paths\n';
    const deep = `{"openapi": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const text of ['title: Herons', '{"openapi": ', '- a\n- b', 'a: b: c', 'plain', circle, deep]) {
      await put({ text });
      await sandbox.idle();
      const spec = await read();
      assert.deepEqual([spec.lastProcessErrorCode, spec.lastVersion], ['PARSE_ERROR', lastVersion], text);
    }
    await put({ text: json });
    await sandbox.idle();
    assert.equal((await read()).lastProcessErrorCode, undefined);
  });

  it('have a latest version, whatever the IDs of their versions', async () => {
    const put = (id: string, text: string) =>
      sandbox.state.openApiSpecVersions.put({ id, spec: 'spec', createdAt: sandbox.state.now(), text });
    put('latest', json);
    put('newest', yaml);
    sandbox.state.openApiSpecs.put({
      id: 'spec',
      organization: 'acme',
      slug: 'herons',
      source: { text: yaml },
      processingState: 'complete',
      createdAt: sandbox.state.now(),
      updatedAt: sandbox.state.now(),
      lastVersion: 'newest',
    });
    const latest = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest', path);
    assert.equal(latest.id, 'newest');
    const content = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content', path);
    assert.deepEqual(Object.keys(content.filesystem), ['herons.yaml']);
  });

  it('have a unique slug', async () => {
    await create({ text: yaml });
    const body = { slug: 'herons', source: { text: yaml } };
    const refusal = await sandbox.refusal('POST /orgs/{organizationId}/openapi', { organizationId, body });
    assert.deepEqual(refusal, {
      status: 409,
      message: "The organization has a specification 'herons' already. Update that one.",
    });
    const list = await sandbox.call('GET /orgs/{organizationId}/openapi', { organizationId });
    assert.equal(list.count, 1);
  });

  it('require a slug that follows the contract, in the path too', async () => {
    const body = { source: { text: yaml } };
    for (const specSlug of ['No Slug', 'double--dash', 'x'.repeat(101)]) {
      const input = { organizationId, specSlug, body };
      const refusal = await sandbox.refusal('PUT /orgs/{organizationId}/openapi/{specSlug}', input);
      assert.match(refusal.message, /^specSlug must (match the pattern|not have more than 100)/);
    }
  });

  it('are written by users who may create content', async () => {
    const body = { slug: 'herons', source: { text: yaml } };
    const options = { as: 'rosa' };
    const refusal = await sandbox.refusal('POST /orgs/{organizationId}/openapi', { organizationId, body }, options);
    assert.equal(refusal.status, 403);
    await create({ text: yaml });
    const spec = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}', path, options);
    assert.deepEqual(spec.permissions, { view: true, edit: false });
  });

  it('are deleted with their versions, and are unknown afterwards', async () => {
    await create({ text: yaml });
    await sandbox.idle();
    const remove = () => sandbox.reply('DELETE /orgs/{organizationId}/openapi/{specSlug}', path);
    assert.equal((await remove()).status, 205);
    assert.equal((await remove()).status, 204);
    assert.equal(sandbox.state.openApiSpecVersions.size, 0);
    assert.equal((await sandbox.refusal('GET /orgs/{organizationId}/openapi/{specSlug}', path)).status, 404);
  });

  it('have no latest version while none was valid', async () => {
    await create({ text: 'nonsense' });
    await sandbox.idle();
    const refusal = await sandbox.refusal('GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest', path);
    assert.equal(refusal.status, 404);
  });

  describe('with a URL', () => {
    let server: Server;
    let answer: RequestListener;
    let url: string;

    beforeEach(async () => {
      server = createServer((request, response) => answer(request, response));
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/herons.yaml`;
    });

    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    const outcome = async () => {
      const spec = await create({ url });
      assert.equal(spec.sourceURL, url);
      await sandbox.idle();
      const { lastProcessErrorCode, lastVersion } = await read();
      return lastProcessErrorCode ?? (lastVersion === undefined ? 'nothing' : 'version');
    };

    it('are downloaded', async () => {
      answer = (_, response) => response.end(yaml);
      assert.equal(await outcome(), 'version');
    });

    it('report when there is nothing to read', async () => {
      answer = (_, response) => response.writeHead(404).end(yaml);
      assert.equal(await outcome(), 'FETCH_ERROR');
    });

    it('report when the server does not respond', async () => {
      sandbox = await openSandbox({ fill: fillAcme, timeoutMs: 100 });
      answer = () => {};
      assert.equal(await outcome(), 'FETCH_TIMEOUT');
    });

    it('report a timeout', async () => {
      sandbox = await openSandbox({ fill: fillAcme, timeoutMs: 100 });
      answer = (_, response) => response.write(yaml);
      assert.equal(await outcome(), 'FETCH_TIMEOUT');
    });

    it('report a response that is too large', async () => {
      const part = `# ${'x'.repeat(1024 * 1024)}\n`;
      answer = (_, response) => response.end(yaml + part.repeat(20));
      assert.equal(await outcome(), 'FETCH_ERROR');
    });

    it('report a broken connection', async () => {
      answer = request => request.socket.destroy();
      assert.equal(await outcome(), 'FETCH_ERROR');
    });

    it('report a URL that is not allowed', async () => {
      url = 'file:///etc/passwd';
      assert.equal(await outcome(), 'FETCH_ERROR');
    });

    it('are in progress until they are downloaded', async () => {
      let at = new Date('2026-03-01T10:00:00.000Z');
      sandbox = await openSandbox({ fill: fillAcme, clock: () => at });
      const asked = new Promise<() => void>(resolve => {
        answer = (_, response) => resolve(() => response.end(yaml));
      });
      assert.equal((await create({ url })).processingState, 'pending');
      const release = await asked;
      const { processingState, lastProcessedAt } = await read();
      assert.deepEqual([processingState, lastProcessedAt], ['progress', undefined]);
      at = new Date('2026-03-01T10:00:07.000Z');
      release();
      await sandbox.idle();
      const after = await read();
      assert.deepEqual([after.processingState, after.lastProcessedAt], ['complete', at.toISOString()]);
      assert.deepEqual([after.createdAt, after.updatedAt], ['2026-03-01T10:00:00.000Z', at.toISOString()]);
    });

    it('use the last source when it changes during a download', async () => {
      const asked = new Promise<() => void>(resolve => {
        answer = (_, response) => resolve(() => response.end(yaml));
      });
      await create({ url });
      const release = await asked;
      await put({ text: json });
      release();
      await sandbox.idle();
      const { items } = await sandbox.call('GET /orgs/{organizationId}/openapi/{specSlug}/versions', path);
      assert.equal(items.length, 1);
      assert.equal((await read()).sourceURL, undefined);
    });
  });
});
