import { mock } from 'node:test';

/**
 * Ends the mocking of timers. VS Code sends its messages after a timeout of 0, which waits for the mocked clock, too. One
 * that is never sent has the window wait 20 seconds for it, and then connect anew.
 */
export function resetTimers(): void {
  mock.timers.tick(1);
  mock.timers.reset();
}
