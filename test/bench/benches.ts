import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './measure.ts';

/** A bench, implemented in the file of its name in this folder. */
interface Bench {
  subject: string;
  /** True if it takes minutes. It is then run only when named. */
  isSlow?: true;
}

export const benches: ReadonlyMap<string, Bench> = new Map([
  ['requests', { subject: "requests of a reviewer's day, and the longest chain of them, with the service 50 ms away" }],
  ['growth', { subject: 'requests by the size of what is shown' }],
  ['activation', { subject: 'the activation of the extension, on that of one that does nothing' }],
  ['threads', { subject: 'a page of 200 kB with many threads, on the same page without one' }],
  [
    'reviewPage',
    { subject: 'the review page of a long change request, and of one with many comments, on a page that stands still' },
  ],
  ['eventLoop', { subject: 'how long the extension host leaves others waiting, on a document in memory' }],
  ['idle', { subject: 'requests while nobody does anything', isSlow: true }],
  ['client', { subject: 'the client of the service, on an undici agent' }],
  ['nodePlacement', { subject: 'lines of the nodes of a page, on its block tokens' }],
  [
    'sandbox',
    { subject: 'lists, documents and reports of the sandbox, on a bare server that has the same bytes ready' },
  ],
  ['sandboxStart', { subject: 'the start of the sandbox, on that of Node' }],
  ['start', { subject: 'loading what the extension is bundled into' }],
]);

/** The last recorded figures of a bench. */
export interface Record {
  date: string;
  machine: string;
  figures: Figure[];
}

export const figuresFile = join(import.meta.dirname, 'figures.json');

export function readRecords(): Map<string, Record> {
  if (!existsSync(figuresFile)) return new Map();
  const records = JSON.parse(readFileSync(figuresFile, 'utf8')) as { [name: string]: Record };
  return new Map(Object.entries(records));
}
