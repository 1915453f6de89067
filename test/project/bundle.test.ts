import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { create } from 'fontkit';
import { readPacked } from '../../src/sandbox/load/packed.ts';
import type { Book } from '../../src/sandbox/pdf/book.ts';
import { readPdf } from '../sandbox/pdf/pdfReader.ts';

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

// Finds a place on a long page, and prints it and whether that was done in a worker.
const placeInWorker = `
  const { Placer } = require(process.argv[1]);
  const placer = new Placer((...words) => console.log(...words));
  const node = key => ({ object: 'block', type: 'paragraph', key, nodes: [] });
  const page = { nodes: [node('first'), node('second')], markdown: 'One.\\n\\n' + 'Two. '.repeat(40000) };
  void placer.on(page).place({ node: { id: 'gone', preview: 'One.' } }).then(({ start }) => {
    console.log(start, placer.hasWorker);
    placer.dispose();
  });
`;

// Reads packed bytes behind an address that has moved and a server that fails at first, then writes, through a proxy.
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
    const http = createHttp({ retryDelay: 1, proxy: { isUsed: true, address, isStrict: false } });
    const local = 'http://127.0.0.1:' + service.address().port;
    for (const [method, url] of [['GET', local + '/moved'], ['POST', local], ['GET', 'http://service.test/'], ['GET', 'https://service.test/']]) {
      console.log((await http.send({ method, url, ...(method === 'POST' && { body: 'x' }) })).body.toString());
    }
    process.exit();
  })();
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

  it('is one file of at most 60 kB, with all that it loads at once', () => {
    assert.deepEqual(atOnce(), ['extension.js']);
    const { bytes } = demand('extension.js');
    assert.ok(bytes <= 60_000, `It has ${bytes} bytes.`);
  });

  it('has for the review page a script of at most 80 kB, which nothing loads before the page is opened', () => {
    const { bytes, imports } = output('src/webview/reviewPage/main.ts');
    assert.ok(bytes <= 80_000, `It has ${bytes} bytes.`);
    assert.deepEqual(imports, []);
    const isOfPage = (source: string) =>
      /^src\/(webview|features\/reviewPage)\/.*\/?(main|panel|pages|threads)\.ts$/.test(source);
    const early = atOnce().flatMap(name => Object.keys(demand(name).inputs));
    assert.deepEqual(early.filter(isOfPage), []);
  });

  it('contains no package, whatever part of it is loaded', () => {
    const parts = Object.entries(files).filter(([name]) => /^(extension\.js|e-)/.test(name));
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

  it('loads nothing else until something is used: no client, no command, no comment, no preview, no limit', () => {
    const bundle = join(folder, 'extension.js');
    const loaded: string[] = JSON.parse(
      execFileSync(process.execPath, ['-e', loadAlone, bundle], { encoding: 'utf8' }),
    );
    assert.deepEqual(loaded.map(path => basename(path)).sort(), atOnce().sort());
    const sources = atOnce().flatMap(name => Object.keys(demand(name).inputs));
    const late =
      /^src\/(api\/(client|limits)|features\/.*\/?commands|features\/(comments\/threads|preview\/markdownIt)|model\/discussions\/)/;
    assert.deepEqual(
      sources.filter(source => late.test(source)),
      [],
    );
  });

  it('has beside it what brings undici and marked', () => {
    assert.ok(contains('src/api/http.ts', 'undici'));
    assert.ok(contains('src/markdown/index.ts', 'marked'));
  });

  it('has beside it what finds the places on long pages, which shares all that it does', () => {
    assert.ok(output('src/markdown/placing/worker.ts').bytes < 1000);
    const markdown = join(folder, 'markdown.js');
    const printed = execFileSync(process.execPath, ['-e', placeInWorker, markdown], { encoding: 'utf8' });
    assert.equal(printed, '0 true\n');
  });

  it('has of undici what it uses, and no other half', () => {
    const certificates = join(import.meta.dirname, '../api/certificates');
    const sending = ['-e', sendRequests, join(folder, 'http.js'), certificates];
    const said = execFileSync(process.execPath, sending, { encoding: 'utf8' });
    const expected = ['GET /', 'POST /', 'proxy: GET http://service.test/', 'safe: /'];
    assert.deepEqual(said.trim().split('\n'), expected);
    assert.ok(output('src/api/http.ts').bytes < 400_000);
  });

  it('brings fonts with the letters of Europe, and with what pages are decorated with', () => {
    const { files: fonts } = readPacked(join(folder, 'fonts/DejaVu.br'));
    const lacking = (name: string, text: string) => {
      const { characterSet } = create(fonts.get(`${name}.ttf`)?.() ?? assert.fail(`${name} is not packed.`));
      return [...text].filter(character => !characterSet.includes(character.codePointAt(0) ?? 0));
    };
    const letters = 'Aé“ß”ŁčğőșΩλЖї—…€→№';
    for (const name of ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono']) {
      assert.deepEqual(lacking(name, letters), [], name);
    }
    assert.deepEqual(lacking('DejaVuSansMono', '├─│└═╗█'), []);
    assert.deepEqual(lacking('DejaVuSans', '✔✘★☀⚠●☑☐•≤∑⌘①■♥├'), []);
  });

  it('names every package that it brings, with its terms', () => {
    const inputs = Object.values(files).flatMap(({ inputs }) => Object.keys(inputs));
    const names = inputs.map(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
    const notices = readFileSync(join(folder, 'ThirdPartyNotices.txt'), 'utf8').split(/\n-{80}\n\n/);
    const named = notices
      .filter(notice => /licen[cs]e|permission|redistribution/i.test(notice))
      .flatMap(notice => notice.split('\n\n').map(paragraph => paragraph.split(' ')[0]));
    assert.ok(names.length > 100);
    assert.deepEqual(
      [...new Set(names), 'dejavu-fonts-ttf'].filter(name => !named.includes(name)),
      [],
    );
  });

  it('has beside it what prints PDFs, which the sandbox finds with its fonts when one is asked for', () => {
    assert.ok(contains('src/sandbox/pdf/worker.ts', 'pdfmake'));
    assert.ok(!contains('src/sandbox/index.ts', 'pdfmake'));
    const printed = execFileSync(process.execPath, ['-e', printPdf, join(folder, 'sandbox.js')], { encoding: 'utf8' });
    assert.equal(printed, '%PDF-\n');
  });

  it('brings of the printer what it uses, which prints drawings in whatever script their words are', async () => {
    const words = '<text y="20">Latin Ελληνικά नमस्ते 한국어 ខ្មែរ مرحبا བོད</text>';
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30">${words}</svg>`);
    const file = { name: 'a.svg', url: '', contentType: 'image/svg+xml', size: svg.length };
    const workerData: Book = {
      ...{
        title: 'Birds',
        subtitle: 'Docs',
        titles: {},
        files: { drawing: { ...file, base64: svg.toString('base64') } },
      },
      pages: [{ id: 'page', parents: [], title: 'Scripts', markdown: '![Not drawn](/files/drawing)\n' }],
    };
    const worker = new Worker(join(folder, 'pdf.js'), { workerData });
    const [printed] = (await once(worker, 'message')) as [Uint8Array];
    assert.match((await readPdf(printed)).pages.join(), /^Birds – Docs Scripts Latin Ελληνικά /);
    assert.ok(output('src/sandbox/pdf/worker.ts').bytes < 560_000);
  });

  it('has beside it what reads HTML, which the sandbox finds when a page is imported', () => {
    assert.ok(contains('src/sandbox/import/htmlToMarkdown.ts', 'rehype-parse'));
    assert.ok(!contains('src/sandbox/index.ts', 'rehype-parse'));
    const page = execFileSync(process.execPath, ['-e', importHtml, join(folder, 'sandbox.js')], { encoding: 'utf8' });
    assert.equal(page, '# It *works*\n\n');
  });

  /** The names of the files that are loaded as soon as one is. */
  function atOnce(first = 'extension.js'): string[] {
    const found = new Set([first]);
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
    const [first = ''] = Object.entries(files).find(([, file]) => file.entryPoint === entryPoint) ?? [];
    const inputs = atOnce(first).flatMap(file => Object.keys(demand(file).inputs));
    return inputs.some(file => file.includes(`node_modules/${name}/`));
  }

  function output(entryPoint: string): Output {
    const found = outputs.get(entryPoint);
    assert.ok(found, `${entryPoint} is not built.`);
    return found;
  }
});
