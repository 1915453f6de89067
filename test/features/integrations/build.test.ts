import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { projectFolder } from '../../host/support.ts';

const manifest = `name: word-count
title: Word count
description: Counts words
organization: tidewell
visibility: public
script: ./src/index.ts
scopes: []
target: space
`;
const source = `import { greeting } from './greeting';\nexport default (name: string): string => greeting + name;\n`;

describe('publishing an integration whose script must be built', function () {
  this.timeout(60_000);
  const set = stage();
  let folder: string;
  let file: vscode.Uri;
  const originals: [string, PropertyDescriptor][] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'integration-'));
    file = vscode.Uri.file(join(folder, 'gitbook-manifest.yaml'));
    await write('gitbook-manifest.yaml', manifest);
    await write('src/index.ts', source);
    await write('src/greeting.ts', 'export const greeting: string = "Good morning, ";\n');
    const uri = vscode.Uri.file(folder);
    pretend('getWorkspaceFolder', (asked: vscode.Uri) =>
      asked.path.startsWith(uri.path) ? { uri, name: 'integration', index: 0 } : undefined,
    );
  });
  afterEach(async () => {
    for (const [name, descriptor] of originals.splice(0)) Object.defineProperty(vscode.workspace, name, descriptor);
    await rm(folder, { recursive: true });
  });

  /** Replaces a property of `vscode.workspace` until the end of the test. */
  function pretend(name: 'getWorkspaceFolder' | 'isTrusted', value: unknown): void {
    originals.unshift([name, Object.getOwnPropertyDescriptor(vscode.workspace, name) ?? assert.fail()]);
    Object.defineProperty(vscode.workspace, name, { value, configurable: true });
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  async function addEsbuild(): Promise<void> {
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(projectFolder(), 'node_modules/esbuild'), join(folder, 'node_modules/esbuild'), 'junction');
  }

  const addBuildScript = (build: string, main?: string) =>
    write('package.json', JSON.stringify({ name: 'word-count', main, scripts: { build } }));

  async function publish(...replies: Answer[]): Promise<string[]> {
    const answers = answerPrompts(...replies);
    await vscode.commands.executeCommand('marginalia.integration.publish', file);
    answers.restore();
    return answers.transcript;
  }

  const sent = () => set.server.writes.map(({ body }) => body as Record<string, string>);
  const leftovers = async () => (await readdir(tmpdir())).filter(name => name.startsWith('marginalia-integration-'));

  it('never sends TypeScript: it is bundled with the esbuild of the workspace after a confirmation', async () => {
    await addEsbuild();
    const messages = await publish('Build', 'Publish Privately');
    assert.match(messages[0] ?? '', /Build "Word count"\?.*\.\/src\/index\.ts is not JavaScript.*esbuild/s);
    const [{ script = '', runtime } = {}] = sent();
    assert.match(script, /Good morning/);
    assert.doesNotMatch(script, /\bimport\b|: string/);
    assert.equal(runtime, 'v2', 'an ECMAScript module needs it');
    assert.deepEqual(await leftovers(), []);
  });

  it('names visibility, version, target and the built file, and is not public by default', async () => {
    await addEsbuild();
    const messages = await publish('Build', (offered: readonly unknown[]) => {
      assert.deepEqual(offered.slice(1), ['Publish Privately', 'Publish to Everybody']);
      return 'Publish Privately';
    });
    const question = messages[1] ?? '';
    assert.match(question, /Visibility: its manifest says public\. Everybody will find it, and can install it\./);
    assert.match(question, /Version: 1/);
    assert.match(question, /Target: space/);
    assert.match(question, /Script: built from \.\/src\/index\.ts with esbuild, \d+ bytes/);
    assert.equal(sent()[0]?.['visibility'], 'private');
  });

  it('is public if the user chooses that, and so are later versions', async () => {
    await addEsbuild();
    await publish('Build', 'Publish to Everybody');
    assert.equal(sent()[0]?.['visibility'], 'public');
    const messages = await publish('Build', 'Publish');
    assert.match(messages[1] ?? '', /Visibility: public\..*Version: 2/s);
    assert.equal(sent()[1]?.['visibility'], 'public');
  });

  it('bundles JSX, JavaScript with imports, and text files', async () => {
    await addEsbuild();
    await write('node_modules/@gitbook/runtime/jsx-runtime.js', 'export const jsx = (kind, props) => [kind, props];');
    await write('node_modules/@gitbook/runtime/package.json', '{ "name": "@gitbook/runtime", "type": "module" }');
    await write('src/style.raw.css', '.loud { color: red }');
    await write('src/part.js', 'module.exports = { part: "the part" };');
    for (const [path, text] of [
      ['src/view.tsx', 'import css from "./style.raw.css";\nexport default <box>{css}</box>;'],
      ['src/old.js', 'const { part } = require("./part");\nmodule.exports = part;'],
      ['src/new.mjs', 'export { part } from "./part.js";'],
      ['src/late.js', 'export default () => import("./part.js");'],
    ] as const) {
      await write(path, text);
      await write('gitbook-manifest.yaml', manifest.replace('./src/index.ts', path));
      await publish('Build', 'Publish Privately');
      const { script = '' } = sent().pop() ?? {};
      assert.match(script, /the part|color: red/, path);
      assert.doesNotMatch(script, /require\("\.|from "\.|<box>/, path);
    }
  });

  it('runs the build script of the package without esbuild, and sends its main file', async () => {
    await addBuildScript(`node -e "fs.writeFileSync('out.js', 'export default 42;')"`, 'out.js');
    const messages = await publish('Build', 'Publish Privately');
    assert.match(messages[0] ?? '', /npm run build.*writeFileSync/s);
    assert.equal(sent()[0]?.['script'], 'export default 42;');
    assert.match(messages[1] ?? '', /Script: built from \.\/src\/index\.ts with "npm run build"/);
  });

  it('runs the build script for a file of the manifest that does not exist yet', async () => {
    await write('gitbook-manifest.yaml', manifest.replace('./src/index.ts', 'dist/index.js'));
    await addBuildScript(
      `node -e "fs.mkdirSync('dist'); fs.writeFileSync('dist/index.js', 'addEventListener(1)')"`,
      'lib.js',
    );
    await publish('Build', 'Publish Privately');
    assert.equal(sent()[0]?.['script'], 'addEventListener(1)');
  });

  it('sends the main file when the manifest names a JavaScript source with imports', async () => {
    await write('gitbook-manifest.yaml', manifest.replace('index.ts', 'index.js'));
    await write('src/index.js', source.replace(/: string/g, ''));
    await addBuildScript(`node -e "fs.writeFileSync('out.js', 'export default 42;')"`, 'out.js');
    await publish('Build', 'Publish Privately');
    assert.equal(sent()[0]?.['script'], 'export default 42;');
  });

  for (const main of ['../out.js', join(tmpdir(), 'out.js')]) {
    it(`does not send a main file outside of the package: ${main.replace(tmpdir(), '')}`, async () => {
      await addBuildScript('node --version', main);
      const messages = await publish('Build');
      assert.match(messages.at(-1) ?? '', /Name the file that "npm run build" writes in this package as "main"/);
      assert.deepEqual(sent(), []);
    });
  }

  it('shows the output of a failed build script', async () => {
    await addBuildScript(`node -e "console.error('The flux is \\u001b[31mlow\\u001b[0m'); process.exit(3)"`, 'out.js');
    const messages = await publish('Build');
    assert.match(messages.at(-1) ?? '', /Could not build .*npm run build.* ended with code 3.*The flux is low/s);
    assert.deepEqual(sent(), []);
  });

  it('shows the location of an esbuild error, and sends nothing', async () => {
    await addEsbuild();
    await rm(join(folder, 'src/greeting.ts'));
    const messages = await publish('Build');
    assert.match(messages.at(-1) ?? '', /src\/index\.ts:1: Could not resolve "\.\/greeting"/);
    assert.deepEqual(sent(), []);
    assert.deepEqual(await leftovers(), []);
  });

  it('rejects a build that is not one self-contained file', async () => {
    for (const [text, reason] of [
      ['', /is empty/],
      ['import "./more.js";', /imports "\.\/more\.js"/],
      ['let x: string = 1;', /is not JavaScript/],
    ] as const) {
      await write('package.json', JSON.stringify({ main: 'out.js', scripts: { build: 'node build.cjs' } }));
      await write('build.cjs', `require('fs').writeFileSync('out.js', ${JSON.stringify(text)})`);
      const messages = await publish('Build');
      assert.match(messages.at(-1) ?? '', reason);
    }
    await addBuildScript('node -e 0');
    assert.match(
      (await publish('Build')).at(-1) ?? '',
      /Name the file that "npm run build" writes in this package as "main"/,
    );
    assert.deepEqual(sent(), []);
  });

  it('builds nothing without a confirmation', async () => {
    await addBuildScript(`node -e "fs.writeFileSync('out.js', '1')"`, 'out.js');
    await publish(undefined);
    assert.ok(!(await readdir(folder)).includes('out.js'));
    assert.deepEqual(sent(), []);
  });

  it('kills the build and its child processes when it is cancelled', async () => {
    await addBuildScript('node build.cjs', 'out.js');
    const program = `const fs = require('fs');
      fs.writeFileSync('started', String(process.pid));
      setInterval(() => {}, 1000);`;
    await write('build.cjs', program);
    const answers = answerPrompts('Build');
    const isDone = vscode.commands.executeCommand('marginalia.integration.publish', file);
    let pid = 0;
    await eventually(async () => {
      pid = Number(
        Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.file(join(folder, 'started')))).toString(),
      );
      assert.ok(pid > 0);
    });
    answers.cancel();
    await isDone;
    answers.restore();
    await eventually(() => assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' }));
    assert.equal(answers.transcript.length, 1, 'nothing is said after the question');
    assert.deepEqual(sent(), []);
  });

  it('runs nothing of an untrusted workspace', async () => {
    await addEsbuild();
    await addBuildScript(`node -e "fs.writeFileSync('out.js', '1')"`, 'out.js');
    pretend('isTrusted', false);
    const messages = await publish();
    assert.match(messages.at(-1) ?? '', /src\/index\.ts is not JavaScript.*Restricted Mode.*Manage Workspace Trust/s);
    assert.ok(!(await readdir(folder)).includes('out.js'));
    assert.deepEqual(sent(), []);
  });

  it('runs nothing of a folder outside of the workspace', async () => {
    await addEsbuild();
    pretend('getWorkspaceFolder', () => undefined);
    assert.match((await publish()).at(-1) ?? '', /src\/index\.ts is not JavaScript.*Open its folder/s);
    assert.deepEqual(sent(), []);
  });

  it('says what to do when no build is possible', async () => {
    const messages = await publish();
    assert.match(
      messages.at(-1) ?? '',
      /src\/index\.ts is not JavaScript.*neither esbuild.*nor a build script.*"script"/s,
    );
    assert.deepEqual(sent(), []);
  });

  it('sends self-contained JavaScript as it is, without a question', async () => {
    for (const text of [
      'addEventListener("fetch", () => { with (Math) return; });\n',
      '#!/usr/bin/env node\nimport { createHash } from "node:crypto";\nexport default createHash;\n',
      'const parts = { 1: function (require) { return require("./2"); } }; // import "./x"\n',
      'import { connect } from "cloudflare:sockets";\nexport default { connect, text: `import "./a"` };\n',
    ]) {
      await write('dist/index.js', text);
      await write('gitbook-manifest.yaml', manifest.replace('./src/index.ts', 'dist/index.js'));
      await publish('Publish Privately');
      assert.equal(sent().pop()?.['script'], text);
    }
  });
});
