import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Book } from '../../src/sandbox/pdf/book.ts';
import { readPdf } from '../sandbox/pdf/pdfReader.ts';

interface Output {
  bytes: number;
  imports: { path: string; kind: string }[];
  inputs: Record<string, unknown>;
}

// Loads a module with a fake `vscode` and prints the paths of all loaded modules.
const loadAlone = `
  const Module = require('node:module');
  const known = { bundle: undefined };
  const anything = new Proxy(class {}, {
    get: (target, key) => (key === 'prototype' ? target.prototype : key in known ? known[key] : anything),
  });
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'vscode' ? anything : load(request, ...rest));
  require(process.argv[1]);
  console.log(JSON.stringify(Object.keys(require.cache)));
`;

// Prints the first bytes of a PDF of the sample.
const printPdf = `
  void require(process.argv[1]).createSandbox().then(async sandbox => {
    const [{ id, space, revision }] = sandbox.state.changeRequests.all();
    const [page] = sandbox.state.revisions.get(revision).pages;
    const path = '/v1/spaces/' + space + '/change-requests/' + id + '/pdf?only=true&page=' + page.id;
    const asked = new Request('http://127.0.0.1' + path, {
      headers: { authorization: 'Bearer ' + sandbox.token },
    });
    const { url } = await (await sandbox.fetch(asked)).json();
    console.log((await (await sandbox.fetch(new Request(url))).text()).slice(0, 5));
    await sandbox.close();
  });
`;

// Imports an HTML page into a change request of the sample and prints the Markdown of the new page.
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

// Sends requests through redirects, retries, gzip and HTTP and HTTPS proxies, and prints the replies.
const sendRequests = `
  const { createServer } = require('node:http');
  const { gzipSync } = require('node:zlib');
  const { readFileSync } = require('node:fs');
  let failures = 1;
  const service = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
    if (failures-- > 0) return response.writeHead(503).end();
    request.on('data', () => {}).on('end', () => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(request.method + ' ' + request.url));
    });
  });
  const proxy = createServer((request, response) => response.end('proxy: ' + request.method + ' ' + request.url));
  const certificate = name => readFileSync(process.argv[2] + '/' + name);
  const credentials = { cert: certificate('server.pem'), key: certificate('server.key') };
  const safe = require('node:https').createServer(credentials, (request, response) => response.end('safe: ' + request.url));
  proxy.on('connect', (request, socket) => {
    const target = require('node:net').connect(safe.address().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\\r\\n\\r\\n');
      target.pipe(socket).pipe(target);
    });
  });
  const listening = one => new Promise(done => one.listen(0, '127.0.0.1', done));
  (async () => {
    await Promise.all([service, proxy, safe].map(listening));
    const { createHttp } = require(process.argv[1]);
    const address = 'http://127.0.0.1:' + proxy.address().port;
    const http = createHttp({ retryDelayMs: 1, proxy: { isUsed: true, address, isStrict: false } });
    const local = 'http://127.0.0.1:' + service.address().port;
    for (const [method, url] of [['GET', local + '/moved'], ['POST', local], ['GET', 'http://service.test/'], ['GET', 'https://service.test/']]) {
      console.log((await http.send({ method, url, ...(method === 'POST' && { body: 'x' }) })).body.toString());
    }
    process.exit();
  })();
`;

describe('the bundle', function () {
  this.timeout(60_000);
  let folder: string;
  let outputs: Map<string, Output>;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-bundle-'));
    execFileSync(process.execPath, ['esbuild.mjs', '--production', `--outdir=${folder}`]);
    const meta = JSON.parse(readFileSync(join(folder, 'metafile.json'), 'utf8')) as { outputs: Record<string, Output> };
    outputs = new Map(Object.entries(meta.outputs).map(([path, output]) => [basename(path), output]));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('loads at most 155 kB at activation, and no package except the one for translations', () => {
    const files = staticImports('extension.js');
    const bytes = files.reduce((sum, name) => sum + outputOf(name).bytes, 0);
    assert.ok(bytes <= 155_000, `${bytes} bytes in ${files.length} files`);
    assert.deepEqual(
      files.flatMap(inputsOf).filter(input => input.includes('node_modules/') && !input.includes('/@vscode/l10n/')),
      [],
    );
  });

  it('loads only the static imports of extension.js until a feature is used', () => {
    const loaded: string[] = JSON.parse(run(loadAlone, 'extension.js'));
    assert.deepEqual(loaded.map(path => basename(path)).sort(), staticImports('extension.js').sort());
  });

  it('has a script of at most 150 kB for the review page, which imports nothing', () => {
    const { bytes, imports } = outputOf('review-page.js');
    assert.ok(bytes <= 150_000, `${bytes} bytes`);
    assert.deepEqual(imports, []);
  });

  it('has the diagram renderer in a separate file', () => {
    assert.deepEqual(
      [...outputs.keys()].filter(file => contains(file, 'mermaid')),
      ['diagrams.js'],
    );
    assert.deepEqual(outputOf('diagrams.js').imports, []);
  });

  it('names each lazily loaded chunk after its module', () => {
    const lazy = [...outputs.values()].flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => basename(path)),
    );
    const parts = lazy.filter(path => outputs.has(path));
    assert.ok(parts.includes('sandbox.js') && parts.includes('features-commands.js'));
    assert.deepEqual(
      parts.filter(path => path.startsWith('shared-')),
      [],
    );
  });

  it('keeps undici, marked, pdfmake and the HTML parser in lazily loaded chunks', () => {
    const packages = { 'http.js': 'undici', 'markdown.js': 'marked', 'pdf.js': 'pdfmake' };
    for (const [file, name] of Object.entries(packages)) assert.ok(contains(file, name), `${name} is not in ${file}`);
    assert.ok(contains('sandbox-import-htmlToMarkdown.js', 'rehype-parse'));
    for (const name of ['pdfmake', 'rehype-parse']) assert.ok(!contains('sandbox.js', name), name);
  });

  it('can send requests through redirects, retries and proxies', () => {
    const certificates = join(import.meta.dirname, '../api/certificates');
    const replies = run(sendRequests, 'http.js', certificates);
    const expected = ['GET /', 'POST /', 'proxy: GET http://service.test/', 'safe: /'];
    assert.deepEqual(replies.trim().split('\n'), expected);
  });

  it('can print PDFs', () => {
    assert.equal(run(printPdf, 'sandbox.js'), '%PDF-\n');
  });

  it('can print SVG images with text in any script', async () => {
    const words = '<text y="20">Latin Ελληνικά नमस्ते 한국어 ខ្មែរ مرحبا བོད</text>';
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30">${words}</svg>`);
    const file = { name: 'a.svg', url: '', contentType: 'image/svg+xml', size: svg.length };
    const workerData: Book = {
      ...{ title: 'Birds', subtitle: 'Docs', titles: {} },
      files: { drawing: { ...file, base64: svg.toString('base64') } },
      pages: [{ id: 'page', parents: [], title: 'Scripts', markdown: '![Not drawn](/files/drawing)\n' }],
    };
    const worker = new Worker(join(folder, 'pdf.js'), { workerData });
    const [printed] = (await once(worker, 'message')) as [Uint8Array];
    assert.match((await readPdf(printed)).pages.join(), /^Birds – Docs Scripts Latin Ελληνικά /);
  });

  it('can import HTML', () => {
    assert.equal(run(importHtml, 'sandbox.js'), '# It *works*\n\n');
  });

  it('contains the license of every bundled package', () => {
    const inputs = [...outputs.keys()].flatMap(inputsOf);
    const names = inputs.map(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
    const notices = readFileSync(join(folder, 'ThirdPartyNotices.txt'), 'utf8').split(/\n-{80}\n\n/);
    const named = notices
      .filter(notice => /licen[cs]e|permission|redistribution/i.test(notice))
      .flatMap(notice => notice.split('\n\n').map(paragraph => paragraph.split(' ')[0]));
    assert.ok(names.length > 100);
    assert.deepEqual(
      [...new Set(names), 'dejavu-fonts-ttf', '@vscode/codicons'].filter(name => !named.includes(name)),
      [],
    );
  });

  /** Runs a script in a process of its own, with the path of a bundled file as its first argument, and returns its output. */
  function run(script: string, file: string, ...args: string[]): string {
    return execFileSync(process.execPath, ['-e', script, join(folder, file), ...args], { encoding: 'utf8' });
  }

  function outputOf(name: string): Output {
    return outputs.get(name) ?? assert.fail(`${name} is not built`);
  }

  function inputsOf(name: string): string[] {
    return Object.keys(outputOf(name).inputs);
  }

  /** Returns the names of a file and of all files that it imports statically, directly or not. */
  function staticImports(first: string): string[] {
    const names = new Set([first]);
    for (const name of names) {
      for (const { path, kind } of outputOf(name).imports) {
        if (kind === 'import-statement' && outputs.has(basename(path))) names.add(basename(path));
      }
    }
    return [...names];
  }

  function contains(file: string, name: string): boolean {
    return staticImports(file)
      .flatMap(inputsOf)
      .some(input => input.includes(`node_modules/${name}/`));
  }
});
