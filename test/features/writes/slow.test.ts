import assert from 'node:assert/strict';
import { busyDelayMs } from '../../../src/ui/busyIndicator.ts';
import { latestAnswers } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { discardAll } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { skipDelays } from '../../host/timers.ts';
import { runWrite, titleOf } from './write.ts';
import { writes } from './writes.ts';

// VS Code shows the progress of a save by itself.
const commands = writes.filter(({ command }) => command !== 'saving');

describe('a write on a slow server', () => {
  afterEach(discardAll);
  const set = stage();
  let restore = () => {};
  before(() => (restore = skipDelays(delayMs => delayMs === busyDelayMs)));
  after(() => restore());

  for (const write of commands) {
    const { progress = 'notification' } = write;
    it(`shows one progress (${progress}), and then at most one notification: ${titleOf(write)}`, async () => {
      await write.prepare?.(set.sandbox);
      set.server.fail({ kind: 'held' }, write.sends, 1);
      const ended = runWrite(write, set);
      await Promise.race([set.server.waiting(), ended]);
      try {
        await eventually(() => {
          const answers = latestAnswers();
          const counts = { notification: answers.inProgress().length, statusBar: answers.inStatusBar().length };
          assert.deepEqual(counts, { notification: 0, statusBar: 0, [progress]: 1 });
        });
      } finally {
        set.server.release();
        await ended;
      }
      const { notifications } = latestAnswers();
      assert.ok(notifications.length <= 1, notifications.map(({ text }) => text).join(' | '));
    });
  }

  for (const write of commands.filter(({ run, isOptional }) => !run && !isOptional)) {
    it(`shows progress while it reads: ${titleOf(write)}`, async () => {
      await write.prepare?.(set.sandbox);
      set.server.fail({ kind: 'held' }, /^GET /, 1);
      const ended = runWrite(write, set);
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      await Promise.race([set.server.waiting(), ended]);
      try {
        await eventually(() => {
          const answers = latestAnswers();
          const isShown = answers.inProgress().length + answers.inStatusBar().length > 0 || answers.isPicking();
          assert.ok(hasEnded || isShown, 'Nothing shows that it is at work.');
        });
      } finally {
        set.server.release();
        await ended;
      }
      assert.deepEqual(latestAnswers().inStatusBar(), []);
    });
  }
});
