import assert from 'node:assert/strict';
import { type ForeignServer, startForeignServer } from '../../host/foreignServer.ts';
import { discardAll } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, sampleFolder } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';
import { assertForPeople, Watch } from '../hostile/unharmed.ts';
import { runWrite, titleOf } from '../writes/write.ts';
import { writes } from '../writes/writes.ts';

// The table of writes excludes optional operations only if the suite runs with documented operations only.
const describeDocumented = documentedOnly ? describe : () => undefined;

describeDocumented('a write on another implementation of the service', () => {
  // Unsaved documents are discarded before the server stops.
  afterEach(discardAll);
  let foreign: ForeignServer;
  const set = stage(async () => (foreign = await startForeignServer(sampleFolder())));
  skipLookUpDelays();
  let watch: Watch;
  before(() => (watch = new Watch()));
  after(() => watch.end());

  for (const write of writes)
    it(`succeeds with a message: ${titleOf(write)}`, async () => {
      await write.prepare?.(set.sandbox);
      set.sandbox.state.keepWrites();
      const messages = await runWrite(write, set);
      assertForPeople(messages);
      assert.match(messages.at(-1) ?? '', write.done);
      assert.equal(write.count(set.sandbox), 1);
      assert.deepEqual(foreign.invalidRequests, []);
    });
});
