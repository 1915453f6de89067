import type { State } from '../../src/sandbox/store/state.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import { printFigure } from './measure.ts';
import { startService } from './service.ts';
import { openWindows } from './windows.ts';
import { addChangeRequest, addComments, addPages, allPages } from './world.ts';

// Measures how the number of requests for a page and a list grows with the number of comments and change requests.
const sizes = [10, 100, 1000, 10_000];

function fill(state: State): void {
  fillAcme(state);
  for (const size of sizes) {
    const discussed = addSpace(state, `comments-${size}`, { title: `Space comments-${size}.` });
    const pages = allPages(addPages(state, discussed, Math.max(40, size / 5)));
    addComments(state, { space: discussed, changeRequest: addChangeRequest(state, discussed, 1) }, pages, size);
    const long = addSpace(state, `requests-${size}`, { title: `Space requests-${size}.` });
    addPages(state, long, 1);
    for (let number = 1; number <= size; number++) addChangeRequest(state, long, number);
  }
}

const service = await startService(fill);
const windows = await openWindows(service);
let clicks = 0;
try {
  await windows.run('growth', {
    sizes: () => sizes,
    // The first page that is not at the top. It has one comment, or five if there are enough.
    page: (size: number) => `comments-${size}-page-0/comments-${size}-page-${Math.max(40, size / 5) / 20}.md`,
    aside: () => service.take(),
    probe: () => service.revisionsProbe(),
    clicks: (count: number) => (clicks = count),
    async step({ name }: { name: string }) {
      const { requests, trips } = await service.take();
      const [chart = '', size] = name.split(' ');
      printGrowth(chart, Number(size), [requests, chart === 'comments' ? trips : clicks]);
    },
  });
} finally {
  await windows.close();
  await service.close();
}

function printGrowth(chart: string, size: number, value: number[]): void {
  const count = size.toLocaleString('en');
  const pages = Math.ceil(size / 1000);
  if (chart === 'comments') {
    const at = { chart, size, of: 'comments in the change request of a page' };
    printFigure({
      name: `Open a page among ${count} comments`,
      unit: 'requests / one after another',
      value,
      atMost: [5, 3],
      at,
    });
  } else {
    const at = { chart, size, of: 'change requests of a space' };
    const atMost = [pages + 1, pages - 1];
    printFigure({ name: `Load all ${count} change requests`, unit: 'requests / clicks', value, atMost, at });
  }
}
