import assert from 'node:assert/strict';
import { lostReplies, faultsBeforeWrite, unusableReplies } from '../../host/faults.ts';
import type { Fault } from '../../host/faultyServer.ts';
import { discardAll } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { isFullSize } from '../../size.ts';
import { assertForPeople } from '../hostile/unharmed.ts';
import { runWrite, titleOf, type Write } from './write.ts';
import { writes } from './writes.ts';

/** The faults tested in each run. The others run only with `MARGINALIA_TEST_FULL`, and take minutes. */
const always = ['nothing', 'odd values', 'a lost reply'];
const isRun = (name: string) => always.includes(name) || isFullSize;

const isOpen = /may still do it|not known|Perhaps done|could not be looked up|it is looked up before it is sent/;
const isNo =
  /^Could not|^Tried|Not done: |version from before|^Failed to save: (?!.*the answer was lost)|(?:is|are|was) not\b(?!.* any more)|(?:is|are) still\b|has not\b|does not say it|Nothing (?:of it|is imported)|Not all|where it was|nothing has changed/;
/** Matches a sentence that names the present state. */
const isState = /It is (?:open|draft|archived|named ".*")\.$| lies in (?:".*"|no collection) now\.$/;

/** Removes the parts of sentences that say what is not known. */
const withoutUnknown = (words: string) => words.replace(/[^.;]* not known/g, '');

describe('a write', () => {
  // Unsaved documents are discarded before the server stops.
  afterEach(discardAll);
  const set = stage();
  skipLookUpDelays();
  /** The number of requests before the write. */
  let requestsBefore = 0;

  async function begin({ prepare, count, isBlind }: Write): Promise<void> {
    await prepare?.(set.sandbox);
    set.sandbox.state.keepWrites();
    assert.equal(isBlind ? 0 : count(set.sandbox), 0, 'it is done before');
    requestsBefore = set.server.requests.length;
  }

  /** Runs a write, and returns its last message. */
  async function runOnce(write: Write): Promise<string> {
    const messages = await runWrite(write, set);
    assertForPeople(messages);
    const words = messages.at(-1) ?? assert.fail('Nothing was said.');
    // This phrase names the sender of the reply, not the state.
    return words.replace('something that is not the service', 'something else');
  }

  const requests = ({ sends }: Write) =>
    set.server.requests.slice(requestsBefore).filter(request => sends.test(request)).length;

  for (const write of writes) {
    const { sends, count, done, isBlind, requests: requestsOnce = 1 } = write;
    const title = titleOf(write);
    const names = (faults: Record<string, Fault>) => Object.entries(faults).filter(([name]) => isRun(name));

    it(`that fails is never reported as done, and is done once on retry: ${title}`, async () => {
      await begin(write);
      for (const [name, fault] of Object.entries(faultsBeforeWrite)) {
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        await set.server.recover();
        assert.ok(isOpen.test(words) || isNo.test(words) || isState.test(words), `${name}: ${words}`);
        assert.equal(isBlind ? 0 : count(set.sandbox), 0, name);
      }
      assert.match(await runOnce(write), done);
      assert.equal(count(set.sandbox), 1);
    });

    for (const [name, fault] of names(unusableReplies)) {
      if (write.isKnownFromStatus && name.endsWith('204')) continue;
      it(`that is answered with ${name} is reported as done, and is done once: ${title}`, async () => {
        await begin(write);
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        assert.match(words, done);
        assert.doesNotMatch(words, /Could not|was lost|done is not known/);
        assert.deepEqual([count(set.sandbox), requests(write)], [1, requestsOnce]);
      });
    }

    for (const [name, fault] of isBlind ? names(lostReplies) : []) {
      it(`that succeeds behind ${name} has an unknown outcome without a lookup: ${title}`, async () => {
        await begin(write);
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        // A reply without a body cannot be cut in half.
        if (name === 'half a reply' && done.test(words)) return;
        assert.match(words, /the answer was lost\..* not known/s);
        assert.doesNotMatch(withoutUnknown(words), isNo);
        assert.equal(count(set.sandbox), 1);
      });
    }

    for (const [name, fault] of isBlind ? [] : names(lostReplies)) {
      it(`that succeeds behind ${name} is reported as done, and is done once: ${title}`, async () => {
        await begin(write);
        set.server.fail(fault, sends);
        const words = await runOnce(write);
        // A write that looks up its own outcome continues. A reply without a body cannot be cut in half.
        assert.ok(done.test(words) || /the answer was lost\./.test(words), words);
        assert.doesNotMatch(withoutUnknown(words), isNo);
        assert.doesNotMatch(words, /may still|done is not known|Try again/);
        assert.deepEqual([count(set.sandbox), requests(write)], [1, requestsOnce]);
      });
    }
  }
});
