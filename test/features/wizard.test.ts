import assert from 'node:assert/strict';
import { BackError, runWizard, disableBack, wizardStep } from '../../src/ui/wizard.ts';

describe('a wizard', () => {
  /**
   * Creates a step that is answered with these values one after another. `asked` records each prompt, whether it can go
   * back, and its initial text.
   */
  function asking(...answers: (string | typeof BackError)[]) {
    const asked: [question: string, canGoBack: boolean, before: string | undefined][] = [];
    const ask = (question: string) =>
      wizardStep<string>(async (canGoBack, before) => {
        asked.push([question, canGoBack, before]);
        const answer = answers.shift();
        if (typeof answer === 'function') throw new answer();
        return answer ?? assert.fail(`No answer to ${question}.`);
      });
    return { asked, ask };
  }

  it('asks each step once when the user does not go back', async () => {
    const { asked, ask } = asking('a', 'b');
    assert.deepEqual(await runWizard(async () => [await ask('one'), await ask('two')]), ['a', 'b']);
    assert.deepEqual(asked, [
      ['one', false, undefined],
      ['two', true, undefined],
    ]);
  });

  it('asks the previous step again, with its answer', async () => {
    const { asked, ask } = asking('a', 'b', BackError, 'c', 'd');
    const run = async () => [await ask('one'), await ask('two'), await ask('three')];
    assert.deepEqual(await runWizard(run), ['a', 'c', 'd']);
    assert.deepEqual(asked.slice(3), [
      ['two', true, 'b'],
      ['three', true, undefined],
    ]);
  });

  it('goes back to the first step, and can take another branch', async () => {
    const { ask } = asking('a', BackError, 'b', 'c');
    const run = async () => ((await ask('one')) === 'a' ? ask('left') : ask('right'));
    assert.equal(await runWizard(run), 'c');
  });

  it('cannot go back behind a completed action', async () => {
    const { asked, ask } = asking('a', 'b', 'c');
    let done = 0;
    await runWizard(async () => {
      await ask('one');
      disableBack();
      done++;
      await ask('two');
      await ask('three');
    });
    assert.equal(done, 1);
    assert.deepEqual(
      asked.map(([, canGoBack]) => canGoBack),
      [false, false, false],
    );
  });

  it('cannot go back when it is finished', async () => {
    const { asked, ask } = asking('a', 'b');
    let later = Promise.resolve('');
    const { promise, resolve } = Promise.withResolvers<void>();
    await runWizard(async () => {
      await ask('one');
      later = promise.then(() => ask('two'));
    });
    resolve();
    assert.equal(await later, 'b');
    assert.deepEqual(asked.at(-1), ['two', false, undefined]);
  });

  it('fails when its function fails', async () => {
    await assert.rejects(
      runWizard(() => Promise.reject(new Error('odd'))),
      /odd/,
    );
  });

  it('allows prompts outside of a wizard', async () => {
    const { asked, ask } = asking('a');
    assert.equal(await ask('one'), 'a');
    assert.deepEqual(asked, [['one', false, undefined]]);
  });
});
