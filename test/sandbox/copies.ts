import { loadSample } from '../../src/sandbox/load/sample.ts';
import { State } from '../../src/sandbox/store/state.ts';
import { tablesOf } from './integrity.ts';

/** Fills a new sandbox with the rows that another one has now, in their order. */
export function rowsOf(state: State): (copy: State) => void {
  const entries = tablesOf(state)
    .flatMap(table => table.all().map(row => ({ kind: table.kind, sequence: table.sequence(row.id), row })))
    .sort((a, b) => a.sequence - b.sequence);
  for (const { row } of entries) Object.values(row).forEach(freeze);
  return copy => {
    // Replies are cached by row object, so each sandbox has row objects of its own; their frozen values are shared.
    for (const { kind, sequence, row } of entries) copy.load(kind, { sequence, row: { ...row } });
  };
}

/** Has whoever changes a part of a row fail. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
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
