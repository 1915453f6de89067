import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { benches, figuresFile, type Record } from './benches.ts';
import { charts } from './chart.ts';
import { type Figure, isBroken, sizeOf } from './measure.ts';

export const readmeFile = join(import.meta.dirname, 'README.md');
const media = join(import.meta.dirname, '../../media');

/** Stores the records, and writes the tables and charts that show them. */
export async function writeReport(records: ReadonlyMap<string, Record>): Promise<void> {
  const known = [...benches.keys()].flatMap(name => {
    const record = records.get(name);
    return record ? [[name, record] as const] : [];
  });
  const files = { printWidth: 120, parser: 'json' };
  writeFileSync(figuresFile, await format(JSON.stringify(Object.fromEntries(known)), files));
  writeFileSync(readmeFile, await readmeWith(readFileSync(readmeFile, 'utf8'), records));
  for (const [name, svg] of charts(records)) writeFileSync(join(media, name), svg);
}

/** Returns a page with its tables replaced by those of the records. */
export async function readmeWith(page: string, records: ReadonlyMap<string, Record>): Promise<string> {
  const [start, end] = ['<!-- Made by npm run bench -- --record -->', '<!-- End of what was made -->'];
  const before = page.slice(0, page.indexOf(start));
  const after = page.slice(page.indexOf(end));
  const tables = [...benches].flatMap(([name, { subject }]) => {
    const record = records.get(name);
    return record ? [section(name, subject, record)] : [];
  });
  return format([before + start, ...tables, after].join('\n\n'), { parser: 'markdown', printWidth: 120 });
}

function section(name: string, subject: string, { date, machine, figures }: Record): string {
  const rows = figures.map(figure => {
    const { name, floor, ratio } = figure;
    const cells = [name, sizeOf(figure), floor ?? '', ratio ?? '', bound(figure)];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| What | Measured | Floor | Ratio | At most |\n| --- | --- | --- | --- | --- |';
  return `### ${name}\n\n${subject}; ${date}, on ${machine}.\n\n${[head, ...rows].join('\n')}`;
}

function bound(figure: Figure): string {
  const { atMost, ratioAtMost } = figure;
  const bounds = [...(atMost ? [atMost.join(' / ')] : []), ...(ratioAtMost ? [`ratio ${ratioAtMost}`] : [])];
  return `${bounds.join(', ')}${isBroken(figure) ? ' ✘' : ''}`;
}
