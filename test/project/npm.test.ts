import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const useInTypeScript = `
import { createSandbox, startSandbox } from 'marginalia/sandbox';
import type { RunningSandbox, SandboxOptions } from 'marginalia/sandbox';
const options: SandboxOptions = { content: 'docs', data: 'state', documentedOnly: true, token: 'secret' };
const running: RunningSandbox = await startSandbox({ ...options, port: 0 });
const words: string[] = [running.url, running.token, running.tokenFor('lucia'), ...running.warnings];
const response: Response = await (await createSandbox()).fetch(new Request(words[0] ?? ''));
// @ts-expect-error There is no such option.
await startSandbox({ colour: response.status });
await running.close();
`;

/** Tests the instructions of src/sandbox/README.md for using the sandbox without the extension. */
describe('the npm package', function () {
  this.timeout(120_000);
  let folder: string;
  let command: ChildProcess | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-npm-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'an-integration', version: '1.0.0' }));
    await run(process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
    await run(process.execPath, ['scripts/npmPackage.mjs'], { cwd: root });
    const { stdout } = await run('npm', ['pack', join(root, 'dist/npm'), '--json', '--pack-destination', folder], {
      cwd: root,
    });
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

  it('has a command that starts the sandbox with its sample', async () => {
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

  it('can be imported in the tests of an integration', async () => {
    writeFileSync(join(folder, 'use.mjs'), useInTest);
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: folder });
    assert.equal(stdout.trim(), '2');
  });

  it('is the same module under its own name', async () => {
    writeFileSync(join(folder, 'name.mjs'), useInTest.replace('marginalia/sandbox', 'marginalia'));
    const { stdout } = await run(process.execPath, ['name.mjs'], { cwd: folder });
    assert.equal(stdout.trim(), '2');
  });

  it('has types', async () => {
    writeFileSync(join(folder, 'use.mts'), useInTypeScript);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const compile = run(
      process.execPath,
      [join(root, 'node_modules/typescript/lib/tsc.js'), ...options, ...types, 'use.mts'],
      {
        cwd: folder,
      },
    );
    const { stdout } = await compile.catch((error: unknown) => error as { stdout: string });
    assert.equal(stdout, '');
  });

  it('reports the required Node version, to npm and when it is started or imported with an older one', async () => {
    const manifest = join(folder, 'node_modules/marginalia/package.json');
    const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as { engines: { node: string } };
    const least = engines.node.replace('>=', '');
    writeFileSync(join(folder, 'old.cjs'), `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
    const words = `The sandbox needs Node ${least} or later, and this is 20.20.2. Install a newer Node.`;
    const command = join(folder, 'node_modules/marginalia/dist/sandbox-cli.js');
    for (const file of ['use.mjs', 'name.mjs', command]) {
      const failed = run(process.execPath, ['--require', './old.cjs', file], { cwd: folder });
      await assert.rejects(failed, ({ stderr }: { stderr: string }) => stderr.includes(words));
    }
  });

  it('has its own README, with the options of its command', async () => {
    const readme = readFileSync(join(folder, 'node_modules/marginalia/README.md'), 'utf8');
    assert.match(readme, /^# Marginalia sandbox\n/);
    const help = await run(join(folder, 'node_modules/.bin/marginalia-sandbox'), ['--help']);
    const options = [...help.stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option = '']) => option);
    assert.ok(options.length > 3);
    assert.deepEqual(
      options.filter(option => !readme.includes(`\`${option}\``)),
      [],
    );
  });

  it('contains all its entry points', () => {
    const inside = join(folder, 'node_modules/marginalia');
    const { exports, bin } = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as Entries;
    const files = [...Object.values(exports), bin].flatMap(entry =>
      typeof entry === 'string' ? entry : Object.values(entry),
    );
    assert.deepEqual(
      files.filter(file => !existsSync(join(inside, file))),
      [],
    );
    assert.ok(files.length > 3);
  });
});

interface Entries {
  exports: Record<string, string | Record<string, string>>;
  bin: Record<string, string>;
}
