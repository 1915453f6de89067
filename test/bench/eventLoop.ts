import type { State } from '../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import { median, onFloor, printFigure } from './measure.ts';
import { startService } from './service.ts';
import { openWindows } from './windows.ts';
import { addChangeRequest, addComments, addPages, allPages, markdownOf } from './world.ts';

// Measures for how long the extension host blocks its event loop while a page with 300 comments or among 5,000 is
// opened, and while a comment is added to it, and while somebody types in a page of 200 kB. The floor is an in-memory
// document with equal text, and a command that only sends a request.
const rounds = 4;
/** Maximum delay in milliseconds of 99 in 100 events. If the floor exceeds it, the floor is the maximum. */
const most = 16;

function fill(state: State): void {
  fillAcme(state);
  const manual = addSpace(state, 'manual');
  const pages = allPages(addPages(state, manual, 1000));
  addComments(state, { space: manual, changeRequest: addChangeRequest(state, manual, 1) }, pages, 5000);
  const long = addSpace(state, 'long');
  const content = addPages(state, long, 1, 200_000);
  for (let round = 0; round <= rounds; round++) {
    addComments(state, { space: long, changeRequest: addChangeRequest(state, long, round + 1) }, content, 300);
  }
}

interface Delays {
  name: string;
  p99: number;
  longest: number;
}

const service = await startService(fill);
// The built-in Markdown extension reads every page of 200 kB in blocks of 20 to 100 ms, also without Marginalia.
const windows = await openWindows(service, { 'files.associations': { '*.md': 'plaintext' } });
const delays: Delays[] = [];
try {
  await windows.run('eventLoop', {
    what: () => ({ rounds, long: markdownOf('Page 0', 200_000) }),
    aside: () => service.take(),
    nothing: async () => (await fetch(`${service.url}/v1/user`)).status,
    delays: (measured: Delays) => void delays.push(measured),
  });
} finally {
  await windows.close();
  await service.close();
}

for (const [name, some] of Map.groupBy(delays, one => one.name)) {
  const floors = delays.filter(one => one.name === `${name}, floor`);
  if (floors.length === 0) continue;
  const [p99, longest] = [({ p99 }: Delays) => p99, ({ longest }: Delays) => longest];
  const atMost = [Math.max(most, median(floors.map(p99)))];
  printFigure(
    onFloor({ name: `${name}: 99 of 100 delays are below`, unit: 'ms', atMost }, some.map(p99), floors.map(p99)),
  );
  printFigure(onFloor({ name: `${name}: the longest delay`, unit: 'ms' }, some.map(longest), floors.map(longest)));
}
