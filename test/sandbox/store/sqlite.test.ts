import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { fillAcme } from '../acme.ts';
import { openSandbox, toRequest } from '../sandbox.ts';

describe('the stored data of the sandbox', () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'marginalia-data-'));
  });

  afterEach(() => rmSync(data, { recursive: true, force: true }));

  it('survives a restart of the sandbox, with its token', async () => {
    const first = await openSandbox({ data, fill: fillAcme });
    await first.call('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body: { title: 'Kept' } });
    await first.close();
    const second = await openSandbox({ data, fill: () => assert.fail('The folder is not new.') });
    assert.equal(second.token, first.token);
    assert.equal((await second.call('GET /spaces/{spaceId}', { spaceId: 'handbook' })).title, 'Kept');
    assert.deepEqual(second.state.spaces.all(), first.state.spaces.all());
    assert.deepEqual(second.state.members.all(), first.state.members.all());
  });

  it('keeps the order of lists, and valid page tokens', async () => {
    const first = await openSandbox({ data, fill: fillAcme });
    const input = (page?: string) => ({ organizationId: 'acme', query: { limit: 2, page } });
    const { next } = await first.call('GET /orgs/{organizationId}/spaces', input());
    await first.close();
    const second = await openSandbox({ data });
    const page = await second.call('GET /orgs/{organizationId}/spaces', input(next?.page));
    assert.deepEqual(
      page.items.map(space => space.id),
      ['guide'],
    );
  });

  it('loses deleted rows permanently', async () => {
    const first = await openSandbox({ data, fill: fillAcme });
    const path = { organizationId: 'acme', specSlug: 'api' };
    const source = { text: '{"openapi": "3.1.0"}' };
    await first.call('PUT /orgs/{organizationId}/openapi/{specSlug}', { ...path, body: { source } });
    await first.idle();
    await first.call('DELETE /orgs/{organizationId}/openapi/{specSlug}', path);
    await first.close();
    const second = await openSandbox({ data });
    assert.deepEqual([second.state.openApiSpecs.size, second.state.openApiSpecVersions.size], [0, 0]);
  });

  it('rejects a folder that another sandbox uses', async () => {
    await openSandbox({ data, fill: fillAcme });
    await assert.rejects(createSandbox({ data, fill: fillAcme }), {
      message:
        `Could not open the data folder '${data}': another sandbox is using it. ` +
        'Stop that one, or name another folder.',
    });
  });

  it('rejects a path that is not a folder', async () => {
    const refused = async (folder: string, reason: string) =>
      assert.rejects(createSandbox({ data: folder }), {
        message: `Could not open the data folder '${folder}': ${reason}`,
      });
    const path = join(data, 'notes.txt');
    writeFileSync(path, 'These are notes.');
    await refused(path, `EEXIST: file already exists, mkdir '${path}'. Name a folder that can be written.`);
  });

  it('releases a folder after a failed start', async () => {
    const content = join(data, 'nowhere');
    await assert.rejects(createSandbox({ data, content }), /there is no folder/);
    const sandbox = await openSandbox({ data, fill: fillAcme });
    assert.ok(sandbox.state.spaces.has('handbook'));
  });

  it('resumes interrupted processing', async () => {
    const first = await openSandbox({ data, fill: fillAcme });
    const source = { text: '{"openapi": "3.1.0"}' };
    const spec = { id: 'spec', organization: 'acme', slug: 'api', createdAt: first.state.now(), source };
    first.state.openApiSpecs.put({ ...spec, processingState: 'progress', updatedAt: spec.createdAt });
    await first.call('GET /user', {});
    await first.close();
    const second = await openSandbox({ data });
    await second.idle();
    assert.equal(second.state.openApiSpecs.get('spec').processingState, 'complete');
  });

  it('resumes pending downloads, for which closing does not wait', async () => {
    const source = { url: 'http://127.0.0.1:9/never' };
    const first = await openSandbox({ data, fill: fillAcme });
    const input = { organizationId: 'acme', body: { slug: 'api', source } };
    const { id } = await first.call('POST /orgs/{organizationId}/openapi', input);
    await first.close();
    assert.notEqual(first.state.openApiSpecs.get(id).processingState, 'complete');
    const second = await openSandbox({ data });
    await second.idle();
    assert.equal(second.state.openApiSpecs.get(id).lastProcessErrorCode, 'FETCH_ERROR');
  });

  it('contains every acknowledged write after the process was killed', async function () {
    this.timeout(120_000);
    for (let round = 0; round < 3; round++) {
      const { acknowledged, unanswered } = await writeUntilKilled(data, { round, writes: 5 + 10 * round });
      const sandbox = await openSandbox({ data });
      for (const [space, title] of acknowledged) {
        // A write without a reply may have been stored or not.
        const expected = [title, ...(unanswered.space === space ? [unanswered.title] : [])];
        assert.ok(expected.includes(sandbox.state.spaces.get(space).title), `${space} in round ${round}`);
      }
      assert.equal(acknowledged.size, 3);
      await sandbox.close();
    }
  });
});

interface Written {
  /** The last title of each space that a reply confirmed. */
  acknowledged: Map<string, string>;
  unanswered: { space: string; title: string };
}

/** Changes titles as fast as possible in a separate process, and kills that process during a write. */
async function writeUntilKilled(data: string, until: { round: number; writes: number }): Promise<Written> {
  const { round, writes } = until;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const acknowledged = new Map<string, string>();
  for (let number = 0; ; number++) {
    const space = ['handbook', 'manual', 'guide'][number % 3] ?? '';
    const title = `Round ${round}, write ${number}`;
    const request = toRequest('PATCH /spaces/{spaceId}', { spaceId: space, body: { title } }, token);
    const target = new Request(request.url.replace('http://sandbox.test', url), request);
    const answered = fetch(target).catch(() => undefined);
    if (number === writes) setTimeout(() => child.kill('SIGKILL'), round);
    // The process was killed before it replied, which is the case under test.
    const response = await answered;
    if (!response) return { acknowledged, unanswered: { space, title } };
    assert.equal(response.status, 200);
    acknowledged.set(space, title);
  }
}
