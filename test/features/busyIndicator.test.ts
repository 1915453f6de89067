import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { busyDelayMs, hideBusyIndicator, runWithBusyIndicator } from '../../src/ui/busyIndicator.ts';
import { eventually } from '../host/eventually.ts';
import { skipDelays } from '../host/timers.ts';
import { replaceWindowProperties } from '../host/window.ts';

describe('the busy indicator of a command', () => {
  let shownTitles: string[];
  let restorers: (() => void)[];

  beforeEach(() => {
    shownTitles = [];
    const withProgress = ({ title = '' }: vscode.ProgressOptions, run: () => Promise<unknown>) => {
      shownTitles.push(title);
      return run();
    };
    restorers = [skipDelays(delayMs => delayMs === busyDelayMs), replaceWindowProperties({ withProgress })];
  });
  afterEach(() => restorers.forEach(restore => restore()));

  /** Waits until a timer that was due would have run. */
  const timersRun = async () => {
    await new Promise(resolve => setTimeout(resolve));
    await setImmediate();
  };

  it('appears while the command shows no other UI', async () => {
    await runWithBusyIndicator('Refresh', () => eventually(() => assert.deepEqual(shownTitles, ['Refresh'])));
  });

  it('stays hidden during progress that outlasts a prompt in it', async () => {
    await runWithBusyIndicator('Refresh', () =>
      hideBusyIndicator(async () => {
        await hideBusyIndicator(() => Promise.resolve());
        await timersRun();
        assert.deepEqual(shownTitles, []);
      }),
    );
  });
});
