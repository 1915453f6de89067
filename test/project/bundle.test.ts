import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

interface Output {
  entryPoint?: string;
  bytes: number;
  imports: { path: string; kind: string }[];
  inputs: Record<string, unknown>;
}

// Plays `vscode` for the time of loading: everything is there, nothing does anything. Prints what else was loaded.
const loadAlone = `
  const Module = require('node:module');
  const anything = new Proxy(class {}, { get: (target, key) => (key === 'prototype' ? target.prototype : anything) });
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'vscode' ? anything : load(request, ...rest));
  require(process.argv[1]);
  console.log(JSON.stringify(Object.keys(require.cache)));
`;

// Prints the first PDF that the sample has.
const printPdf = `
  void require(process.argv[1]).createSandbox().then(async sandbox => {
    const [{ id, space }] = sandbox.state.changeRequests.all();
    const asked = new Request('http://127.0.0.1/v1/spaces/' + space + '/change-requests/' + id + '/pdf', {
      headers: { authorization: 'Bearer ' + sandbox.token },
    });
    const { url } = await (await sandbox.fetch(asked)).json();
    console.log((await (await sandbox.fetch(new Request(url))).text()).slice(0, 5));
    await sandbox.close();
  });
`;

// Imports a page of HTML into a change request of the sample, and prints what became of it.
const importHtml = `
  const page = require('node:http').createServer((_, response) => response.end('<h1>It <em>works</em></h1>'));
  const open = state => state.changeRequests.all().find(({ status }) => status === 'open');
  page.listen(0, '127.0.0.1', () => require(process.argv[1]).createSandbox().then(async sandbox => {
    const { id, space } = open(sandbox.state);
    const url = 'http://127.0.0.1:' + page.address().port + '/';
    const content = 'http://127.0.0.1/v1/spaces/' + space + '/change-requests/' + id + '/content/';
    const headers = { authorization: 'Bearer ' + sandbox.token, 'content-type': 'application/json' };
    const body = JSON.stringify({ url, source: 'html' });
    await sandbox.fetch(new Request(content + 'import', { method: 'POST', headers, body }));
    const imported = await sandbox.fetch(new Request(content + 'path/it-works', { headers }));
    console.log((await imported.json()).markdown);
    await sandbox.close();
    page.close();
  }));
`;

describe('The bundle that VS Code loads', () => {
  let folder: string;
  let files: Record<string, Output>;
  let outputs: Map<string, Output>;

  before(function () {
    this.timeout(120_000);
    folder = mkdtempSync(join(tmpdir(), 'marginalia-bundle-'));
    const metafile = join(folder, 'meta.json');
    execFileSync(process.execPath, ['esbuild.mjs', '--production', `--outdir=${folder}`, `--metafile=${metafile}`]);
    const meta: { outputs: Record<string, Output> } = JSON.parse(readFileSync(metafile, 'utf8'));
    files = Object.fromEntries(Object.entries(meta.outputs).map(([path, output]) => [basename(path), output]));
    outputs = new Map(Object.values(files).map(output => [output.entryPoint ?? '', output]));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is smaller than 90 kB, with all that it loads at once', () => {
    const bytes = atOnce().reduce((sum, name) => sum + demand(name).bytes, 0);
    assert.ok(bytes < 90_000, `It has ${bytes} bytes.`);
  });

  it('contains no package, whatever part of it is loaded', () => {
    const parts = Object.entries(files).filter(([name]) => name.startsWith('extension'));
    assert.ok(parts.length > 2);
    const inputs = parts.flatMap(([, { inputs }]) => Object.keys(inputs));
    assert.deepEqual(
      inputs.filter(file => file.includes('node_modules/')),
      [],
    );
  });

  it('finds the other bundles beside it', () => {
    const found = new Set(Object.values(files).flatMap(({ imports }) => imports.map(({ path }) => path)));
    assert.deepEqual(
      ['http', 'markdown', 'openapi-validate', 'sandbox'].filter(name => !found.has(`./${name}.js`)),
      [],
    );
  });

  it('loads nothing else until something is used: no command, no comment, no limit', () => {
    const bundle = join(folder, 'extension.js');
    const loaded: string[] = JSON.parse(
      execFileSync(process.execPath, ['-e', loadAlone, bundle], { encoding: 'utf8' }),
    );
    assert.deepEqual(loaded.map(path => basename(path)).sort(), atOnce().sort());
    const sources = atOnce().flatMap(name => Object.keys(demand(name).inputs));
    const late = /^src\/(api\/limits|features\/.*\/?commands|features\/comments\/threads|model\/discussions\/)/;
    assert.deepEqual(
      sources.filter(source => late.test(source)),
      [],
    );
  });

  it('has beside it what brings undici and marked', () => {
    assert.ok(contains('src/api/http.ts', 'undici'));
    assert.ok(contains('src/markdown/index.ts', 'marked'));
  });

  it('has beside it what prints PDFs, which the sandbox finds with its fonts when one is asked for', () => {
    assert.ok(contains('src/sandbox/pdf/worker.ts', 'pdfmake'));
    assert.ok(!contains('src/sandbox/index.ts', 'pdfmake'));
    const printed = execFileSync(process.execPath, ['-e', printPdf, join(folder, 'sandbox.js')], { encoding: 'utf8' });
    assert.equal(printed, '%PDF-\n');
  });

  it('has beside it what reads HTML, which the sandbox finds when a page is imported', () => {
    assert.ok(contains('src/sandbox/import/htmlToMarkdown.ts', 'rehype-parse'));
    assert.ok(!contains('src/sandbox/index.ts', 'rehype-parse'));
    const page = execFileSync(process.execPath, ['-e', importHtml, join(folder, 'sandbox.js')], { encoding: 'utf8' });
    assert.equal(page, '# It *works*\n\n');
  });

  /** The names of the files that are loaded as soon as the first one is. */
  function atOnce(): string[] {
    const found = new Set(['extension.js']);
    for (const name of found) {
      const needed = demand(name).imports.filter(({ kind }) => kind === 'import-statement');
      for (const { path } of needed) if (basename(path) in files) found.add(basename(path));
    }
    return [...found];
  }

  function demand(name: string): Output {
    return files[name] ?? assert.fail(`${name} is not built.`);
  }

  function contains(entryPoint: string, name: string): boolean {
    return Object.keys(output(entryPoint).inputs).some(file => file.includes(`node_modules/${name}/`));
  }

  function output(entryPoint: string): Output {
    const found = outputs.get(entryPoint);
    assert.ok(found, `${entryPoint} is not built.`);
    return found;
  }
});
