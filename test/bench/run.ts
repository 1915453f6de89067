import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { node, run } from '../../scripts/setup.mjs';
import { benches, type Record, readRecords } from './benches.ts';
import { type Figure, isBroken } from './measure.ts';
import { writeReport } from './report.ts';

// Second half of npm run bench: runs the benches one after another. Everything is installed and packaged before.
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
});

const unknown = positionals.filter(name => !benches.has(name));
if (unknown.length > 0) {
  console.error(
    `Nothing was measured: there is no bench ${unknown.join(', ')}, but ${[...benches.keys()].join(', ')}.`,
  );
  process.exit(1);
}
const names = [...benches].filter(([name, { isSlow }]) =>
  positionals.length > 0 ? positionals.includes(name) : !isSlow,
);
const folder = mkdtempSync(join(tmpdir(), 'marginalia-bench-'));
const records = readRecords();
const broken: string[] = [];
for (const [name, { subject }] of names) {
  console.log(`\n${name}: ${subject}`);
  const figures = await measured(name);
  broken.push(...figures.filter(isBroken).map(figure => `${name}: ${figure.name}`));
  records.set(name, { date: new Date().toISOString().slice(0, 10), machine: machine(), figures });
}
rmSync(folder, { recursive: true });
if (flags.record) await writeReport(records);
if (broken.length > 0) console.log(`\nMore than there may be:\n${broken.map(line => `  ${line}`).join('\n')}`);
if (flags.check && broken.length > 0) process.exitCode = 1;

/** Runs a bench in its own process, so that compiled code and garbage of one bench do not influence another. */
async function measured(name: string): Promise<Record['figures']> {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, '');
  process.env['MARGINALIA_BENCH_RESULT'] = file;
  if ((await run(node, [`test/bench/${name}.ts`])) !== 0) {
    console.error(`The bench "${name}" failed, and nothing is recorded. See its output above.`);
    process.exit(1);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line) as Figure);
}

function machine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} × ${cores[0]?.model.trim()}, ${memory} GB, ${platform()} ${arch()}, Node ${process.version}`;
}
