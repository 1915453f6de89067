import { loadSample } from '../../src/sandbox/load/sample.ts';
import { State } from '../../src/sandbox/store/state.ts';
import { tablesOf } from './integrity.ts';

/** Fills a new sandbox with the rows that another one has now, in their order. */
export function rowsOf(state: State): (copy: State) => void {
  const entries = tablesOf(state)
    .flatMap(table => table.all().map(row => ({ kind: table.kind, sequence: table.sequence(row.id), row })))
    .sort((a, b) => a.sequence - b.sequence);
  return copy => {
    // What is presented is remembered by its row: no two sandboxes have the same.
    for (const { kind, ...entry } of structuredClone(entries)) copy.load(kind, entry);
  };
}

let sample: { folder: string; fill: (copy: State) => void } | undefined;

/** Fills a new sandbox with the sample, which is read once for all of them: thousands of tests begin with it. */
export function sampleOf(folder: string): (copy: State) => void {
  if (sample?.folder !== folder) {
    const state = new State();
    loadSample(state, folder);
    sample = { folder, fill: rowsOf(state) };
  }
  return sample.fill;
}
