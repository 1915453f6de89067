import { loadSample } from '../../src/sandbox/load/sample.ts';
import { State } from '../../src/sandbox/store/state.ts';
import { tablesOf } from './integrity.ts';

/** Returns a function that copies the current rows of a state, in order, to a new sandbox. */
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

/** Freezes a row deeply, so that an attempt to change it throws. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}

let sample: { folder: string; fill: (copy: State) => void } | undefined;

/**
 * Returns a function that fills a sandbox with the sample. The sample is read once, because thousands of tests use it.
 */
export function fillFromSample(folder: string): (copy: State) => void {
  if (sample?.folder !== folder) {
    const state = new State();
    loadSample(state, folder);
    sample = { folder, fill: rowsOf(state) };
  }
  return sample.fill;
}
