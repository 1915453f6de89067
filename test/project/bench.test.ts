import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benches, readRecords } from '../bench/benches.ts';
import { charts } from '../bench/chart.ts';
import { isBroken } from '../bench/measure.ts';
import { readmeFile, readmeWith } from '../bench/report.ts';
import { root } from './sources.ts';

describe('benchmarks', () => {
  const records = readRecords();

  it('have a file each, and recorded results belong to them', () => {
    const missing = [...benches.keys()].filter(name => !existsSync(join(root, `test/bench/${name}.ts`)));
    assert.deepEqual(missing, []);
    assert.deepEqual(
      [...records.keys()].filter(name => !benches.has(name)),
      [],
    );
  });

  it('have tables of the recorded results, with date and machine', async () => {
    const page = readFileSync(readmeFile, 'utf8');
    assert.equal(page, await readmeWith(page, records));
    for (const { date, machine } of records.values()) assert.ok(page.includes(`${date}, on ${machine}`));
  });

  it('have charts of the recorded results', () => {
    const drawn = charts(records);
    assert.deepEqual([...drawn.keys()], ['growth-comments.svg', 'growth-requests.svg']);
    for (const [name, svg] of drawn) assert.equal(readFileSync(join(root, 'media', name), 'utf8'), svg);
  });

  it('fail when a result exceeds its bound, or was not measured', () => {
    const figure = { name: 'one', unit: 'requests / one after another', atMost: [2, 1] };
    assert.equal(isBroken({ ...figure, value: [2, 1] }), false);
    assert.equal(isBroken({ ...figure, value: [2, 2] }), true);
    assert.equal(isBroken({ ...figure, value: [] }), true);
    assert.equal(isBroken({ name: 'two', unit: 'ms', value: [9], ratio: 2.1, ratioAtMost: 2 }), true);
    assert.equal(isBroken({ name: 'two', unit: 'ms', value: [9], ratio: 2, ratioAtMost: 2 }), false);
  });
});
