import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sized } from '../../size.ts';
import { createRandom } from '../random.ts';
import { writeUntilBroken } from './lane.ts';
import type { Known, Random } from './lane.ts';
import { bundleSandbox, checkData, kill, putAside, spawnSandbox, startLife } from './life.ts';

const seed = Number(process.env['MARGINALIA_KILL_SEED'] ?? 1);
/** So many data folders are written to, and so many processes run, at once. */
const folders = 2;
const killsPerFolder = sized(90);
const killsOfStarts = sized(20);
const lanes = 4;
/** So many writes are acknowledged at most before the sandbox is killed while it answers the next ones. */
const longestStream = 24;

describe('killing the sandbox', function () {
  this.timeout(600_000);
  let parent: string;
  let main: string;
  /** Where one stream of writes fails, the others need not go on. */
  let hasFailed = false;
  const children: ChildProcess[] = [];

  before(async () => {
    parent = mkdtempSync(join(tmpdir(), 'marginalia-kill-'));
    main = await bundleSandbox(parent);
  });

  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(parent, { recursive: true, force: true });
  });

  it(`loses no acknowledged write and breaks nothing, ${folders * killsPerFolder} times`, async () => {
    const streams = Array.from({ length: folders }, (_, index) => liveAndDie(`stream-${index}`, index));
    for (const stream of streams) stream.catch(() => (hasFailed = true));
    await Promise.allSettled(streams);
    const written = await Promise.all(streams);
    for (const writes of written) assert.ok(writes > 5 * killsPerFolder, `only ${writes} writes were tried`);
  });

  it(`leaves a new folder usable while it is filled, ${killsOfStarts} times`, async () => {
    const random = createRandom(seed);
    for (let round = 0; round < killsOfStarts; round++) {
      const data = join(parent, `start-${round}`);
      mkdirSync(data);
      const child = spawnSandbox(main, data);
      children.push(child);
      await delay(50 + random.below(400));
      await kill(child);
      await checkData(data, []).catch((error: unknown) => fail(error, `start ${round}`));
    }
  });

  /** Kills one sandbox after the other on the same data, and tells how many writes they answered. */
  async function liveAndDie(name: string, index: number): Promise<number> {
    const data = join(parent, name);
    const random = createRandom(seed * 1000 + index);
    const things: Known[][] = Array.from({ length: lanes }, () => []);
    let written = 0;
    let checked: Promise<void> = Promise.resolve();
    for (let round = 0; round < killsPerFolder && !hasFailed; round++) {
      const { child, send } = await startLife(main, data);
      children.push(child);
      await checked;
      let remaining = random.below(longestStream);
      const reached = Promise.withResolvers<void>();
      const killed = reached.promise.then(() => delay(random.below(10))).then(() => kill(child));
      const acknowledged = () => {
        written++;
        if (remaining-- === 0) reached.resolve();
      };
      const words = createWords(`w${index}x${round}`);
      const running = things.map(laneThings =>
        // A lane that fails ends this life too: the others would go on writing for ever.
        writeUntilBroken({ send, things: laneThings, random: forLane(random), words, acknowledged }).finally(
          reached.resolve,
        ),
      );
      await Promise.allSettled([...running, killed]);
      await Promise.all(running);
      const all = things.flat();
      // Looking at everything takes longer each time: in between, a part of it is enough.
      const isLast = round === killsPerFolder - 1;
      const wanted = all.filter(thing => isLast || thing.pending || random.below(all.length) < 60);
      checked = checkData(putAside(data), wanted).catch((error: unknown) => fail(error, `${name}, kill ${round}`));
    }
    await checked;
    return written;
  }
});

function forLane(random: Random): Random {
  return createRandom(random.below(2 ** 31));
}

/** Words that no other life and no other lane has. */
function createWords(prefix: string): () => string {
  let number = 0;
  return () => `${prefix}x${number++}x`;
}

function fail(error: unknown, where: string): never {
  throw new Error(`In ${where} of MARGINALIA_KILL_SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}
