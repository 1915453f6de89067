import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFloor, printFigure } from './measure.ts';

// Measures how long the bundles take to load, compared with an empty module. Each is loaded in a fresh process, because
// a module is loaded only once. `vscode` is a stand-in whose members can be called, read and constructed.
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'marginalia-bench-'));
const empty = join(folder, 'empty.cjs');
writeFileSync(empty, 'exports.activate = () => {};');
const loader = join(folder, 'load.cjs');
writeFileSync(
  loader,
  `const Module = require('node:module');
const any = new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : any), apply: () => any, construct: () => ({}) });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? any : load(name, ...rest));
const start = performance.now();
require(process.argv[2]);
console.log(performance.now() - start);`,
);

const loadTime = (file: string) => Number(execFileSync(process.execPath, [loader, file], { encoding: 'utf8' }));
// Half of the time is undici, which is loaded with the first request.
const bounds = new Map([['http', 80]]);
const bundles = ['extension', 'http', 'markdown', 'openapi-validate', 'sandbox'];
const rounds = 15;
const times = new Map<string, number[]>();
for (let round = 0; round < rounds; round++) {
  for (const name of ['empty', ...bundles]) {
    const file = name === 'empty' ? empty : join(root, 'dist', `${name}.js`);
    times.set(name, [...(times.get(name) ?? []), loadTime(file)]);
  }
}
rmSync(folder, { recursive: true });

// Only the first bundle is loaded at activation, and the second with the first request; the others are loaded on
// demand.
console.log(`Loading, against a module that is empty (${rounds} rounds)`);
for (const name of bundles) {
  const bound = bounds.get(name);
  const figure = { name: `Loading ${name}.js`, unit: 'ms', ...(bound !== undefined && { atMost: [bound] }) };
  printFigure(onFloor(figure, times.get(name) ?? [], times.get('empty') ?? []));
}
