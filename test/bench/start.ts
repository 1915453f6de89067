import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What VS Code loads when it activates the extension, against a module that is empty: each in a fresh process, since a
// module is loaded only once. `vscode` is a stand-in whose members can be called, read and constructed.
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

const median = (values: number[] = []) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const above = (name: string) => median(times.get(name)) - median(times.get('empty'));
const everything = bundles.reduce((sum, name) => sum + above(name), 0);
console.log(`Loading at activation, against loading every bundle then (${rounds} rounds, ${everything.toFixed(0)} ms)`);
for (const name of bundles)
  console.log(`  ${name}: ${(above(name) / everything).toFixed(2)} of it (${above(name).toFixed(1)} ms)`);
console.log('  Only the first is loaded at activation (baseline 0.05); the others wait until they are used.');
