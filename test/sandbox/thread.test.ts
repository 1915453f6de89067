import assert from 'node:assert/strict';
import { runJob } from '../../src/sandbox/thread/runJob.ts';

describe('the worker threads of the sandbox', () => {
  const running = new AbortController().signal;
  let started = 0;
  const count = () => started++;
  beforeEach(() => {
    started = 0;
    process.on('worker', count);
  });
  afterEach(() => process.off('worker', count));

  it('are reused for the next job', async () => {
    await runJob('findDestinations', ['[one](one.md)'], running);
    started = 0;
    const [destinations] = await runJob('findDestinations', ['[two](two.md)'], running);
    assert.match(new TextDecoder().decode(destinations?.json), /two\.md/);
    assert.equal(started, 0);
  });

  it('run several jobs concurrently', async () => {
    const texts = ['one', 'two', 'three'].map(name => [`[${name}](${name}.md)`]);
    const results = await Promise.all(texts.map(text => runJob('findDestinations', text, running)));
    const names = results.map(([destinations]) => /\w+\.md/.exec(new TextDecoder().decode(destinations?.json))?.[0]);
    assert.deepEqual(names, ['one.md', 'two.md', 'three.md']);
  });

  it('are replaced after a failed job', async () => {
    const unreadable = [undefined] as unknown as string[];
    await assert.rejects(runJob('findDestinations', unreadable, running), TypeError);
    assert.equal((await runJob('findDestinations', ['text'], running)).length, 1);
  });

  it('stop their jobs when the sandbox closes', async () => {
    const closing = new AbortController();
    const job = runJob('findDestinations', ['[one](one.md)'], closing.signal);
    closing.abort();
    await assert.rejects(job, /shutting down/);
    assert.equal((await runJob('findDestinations', ['text'], running)).length, 1);
  });
});
