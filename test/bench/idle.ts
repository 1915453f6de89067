import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { State } from '../../src/sandbox/store/state.ts';
import { printFigure } from './measure.ts';
import { startService } from './service.ts';
import { openWindows } from './windows.ts';
import { addChangeRequest, addComments, addPages, fillOrganization } from './world.ts';

// Measures how many requests a window sends without any user action.
const minutes = 3;
const bounds = new Map([
  ['Three minutes, visible', 3],
  ['Three minutes, hidden', 0],
]);

function fill(state: State): void {
  fillOrganization(state, 'talk');
  const talk = state.spaces.get('talk');
  addComments(state, { space: talk, changeRequest: addChangeRequest(state, talk, 1) }, addPages(state, talk, 1), 10);
}

const service = await startService(fill);
const windows = await openWindows(service);
try {
  await windows.run('idle', {
    aside: () => service.take(),
    async leave(name: string) {
      await setTimeout(minutes * 60_000);
      const { requests } = await service.take();
      printFigure({ name, unit: 'requests', value: [requests], atMost: [bounds.get(name) ?? 0] });
    },
    async hide(_: unknown, page: Page) {
      // Without this, a page considers itself focused in every case.
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
      await (await page.context().newPage()).bringToFront();
    },
  });
} finally {
  await windows.close();
  await service.close();
}
