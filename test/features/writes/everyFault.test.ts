import assert from 'node:assert/strict';
import type { Fault, Reply } from '../../host/faultyServer.ts';
import { run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { assertForPeople } from '../hostile/unharmed.ts';
import type { Write } from './write.ts';
import { writes } from './writes.ts';

const refused = (status: number, retryAfter?: number): Fault => ({
  kind: 'status',
  status,
  message: 'The test refuses it.',
  ...(retryAfter !== undefined && { retryAfter }),
});
const answered = (status: number, body: string, headers: Reply['headers'] = {}): Fault => ({
  kind: 'other',
  reply: () => ({ status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) }),
});
const elsewhere = { location: '/v1/elsewhere' };

/** Faults behind which a write is not done. */
const notDone: Record<string, Fault> = {
  '400': refused(400),
  '403': refused(403),
  '409': refused(409),
  '422': refused(422),
  '429': refused(429),
  '429 that wants a time in the past': refused(429, -1),
  '429 that wants years': refused(429, 1e9),
  '500': refused(500),
  'a lost request': { kind: 'dropped' },
  'the page of a network': { kind: 'html' },
  'the page of a gateway, 502': { kind: 'html', status: 502 },
  'the page of a gateway, 503': { kind: 'html', status: 503 },
  'the page of a gateway, 504': { kind: 'html', status: 504 },
};

/** Replies behind which it is done, and of which the service tells nothing. */
const unusable: Record<string, Fault> = {
  nothing: answered(200, ''),
  'nothing, and 204': answered(204, ''),
  null: answered(200, 'null'),
  'an empty object': answered(200, '{}'),
  'another object': answered(200, '{"x":1}'),
  'a list': answered(200, '[]'),
  'odd values': answered(200, '{"id":1,"number":"8","title":null,"result":{},"items":{},"version":"x"}'),
};

/** Faults behind which it is done, and the answer is lost. */
const lost: Record<string, Fault> = {
  'a lost reply': { kind: 'dropped', isDone: true },
  'half a reply': { kind: 'cut' },
  '500': { kind: 'status', status: 500, isDone: true },
  '503': { kind: 'html', status: 503, isDone: true },
  '504': { kind: 'html', status: 504, isDone: true },
  '301': answered(301, '', elsewhere),
  '307': answered(307, '', elsewhere),
};

/** What strikes every write in each run of the tests; the others do where `MARGINALIA_TEST_FULL` is set, which takes minutes. */
const always = ['nothing', 'another object', 'odd values', 'a lost reply'];
const isRun = (name: string) => always.includes(name) || process.env['MARGINALIA_TEST_FULL'] !== undefined;

const isOpen = /may still do it|not known|Perhaps done|could not be looked up/;
const isNo =
  /^Could not|^Tried|(?:is|are) not\b(?!.* any more)|(?:is|are) still\b|has not\b|Not all|where it was|nothing has changed/;
/** What names the present state, whichever it is. */
const isState = /It is (?:open|draft|archived|named ".*")\.$| lies in ".*" now\.$/;

describe('a write', () => {
  const set = stage();
  skipLookUpDelays();

  function begin({ prepare, count, isBlind }: Write): void {
    prepare?.(set.sandbox);
    set.sandbox.state.keepWrites();
    assert.equal(isBlind ? 0 : count(set.sandbox), 0, 'it is done before');
  }

  /** Runs a write, and gives the words that it ends with. */
  async function runOnce({ command, target, answers }: Write): Promise<string> {
    const messages = await run(command, answers, ...(target ? [target(set.sandbox)] : []));
    assertForPeople(messages);
    const words = messages.at(-1) ?? assert.fail('Nothing was said.');
    // Says who answered, not what is true.
    return words.replace('something that is not the service', 'something else');
  }

  const requests = ({ sends }: Write) => set.server.requests.filter(request => sends.test(request)).length;

  for (const write of writes) {
    const { command, sends, count, done, isBlind } = write;
    const names = (faults: Record<string, Fault>) => Object.entries(faults).filter(([name]) => isRun(name));

    it(`that is not done is never said to be done, and is done once in the end: ${command}`, async () => {
      begin(write);
      for (const [name, fault] of Object.entries(notDone)) {
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        await set.server.recover();
        assert.ok(isOpen.test(words) || isNo.test(words) || isState.test(words), `${name}: ${words}`);
        assert.equal(isBlind ? 0 : count(set.sandbox), 0, name);
      }
      assert.match(await runOnce(write), done);
      assert.equal(count(set.sandbox), 1);
    });

    for (const [name, fault] of names(unusable)) {
      if (write.isToldByStatus && name.endsWith('204')) continue;
      it(`that is answered with ${name} is said to be done, and is done once: ${command}`, async () => {
        begin(write);
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        assert.match(words, done);
        assert.doesNotMatch(words, /Could not|was lost|done is not known/);
        assert.deepEqual([count(set.sandbox), requests(write)], [1, 1]);
      });
    }

    for (const [name, fault] of isBlind ? [] : names(lost)) {
      it(`that is done behind ${name} is said to be, and is done once: ${command}`, async () => {
        begin(write);
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        // A reply without a body has no half.
        const isTold = name === 'half a reply' && done.test(words);
        assert.ok(isTold || /the answer was lost\./.test(words), words);
        assert.doesNotMatch(words, isNo);
        assert.doesNotMatch(words, /may still|done is not known|Try again/);
        assert.deepEqual([count(set.sandbox), requests(write)], [1, 1]);
      });
    }
  }
});
