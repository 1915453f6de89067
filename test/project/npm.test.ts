import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const useInTest = `
import { startSandbox } from 'marginalia/sandbox';
const sandbox = await startSandbox({ documentedOnly: true });
const response = await fetch(sandbox.url + '/v1/orgs', { headers: { authorization: 'Bearer ' + sandbox.token } });
console.log((await response.json()).count);
await sandbox.close();
`;

/** What the README promises to those who want the sandbox without the extension. */
describe('the npm package', function () {
  this.timeout(120_000);
  let folder: string;
  let command: ChildProcess | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-npm-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'an-integration', version: '1.0.0' }));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
    await run('npm', ['install', '--offline', '--no-audit', join(folder, filename)], { cwd: folder });
  });

  after(async () => {
    if (command?.exitCode === null) {
      command.kill();
      await once(command, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('is a command that starts the sandbox with its sample', async () => {
    command = spawn(join(folder, 'node_modules/.bin/marginalia-sandbox'), [], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(command.stdout);
    const [line] = (await once(createInterface(command.stdout), 'line')) as [string];
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    const ask = async <Reply>(path: string) => {
      const response = await fetch(`${url}/v1/spaces/heron-manual${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await response.json()) as Reply;
    };
    const { pages } = await ask<{ pages: { id: string }[] }>('/content/pages');
    const pdf = await ask<{ url: string }>(`/change-requests/1/pdf?only=true&page=${pages[0]?.id}`);
    const printed = await fetch(pdf.url);
    assert.equal(printed.headers.get('content-type'), 'application/pdf');
  });

  it('is a module for the tests of an integration', async () => {
    writeFileSync(join(folder, 'use.mjs'), useInTest);
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: folder });
    assert.equal(stdout.trim(), '2');
  });
});
