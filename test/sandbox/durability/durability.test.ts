import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sized } from '../../size.ts';
import { createRandom } from '../random.ts';
import { writeUntilBroken } from './lane.ts';
import type { ConfirmedResource, Random } from './lane.ts';
import { bundleSandbox, checkData, kill, copyData, spawnSandbox, startLife } from './life.ts';

const seed = Number(process.env['MARGINALIA_KILL_SEED'] ?? 1);
/** The number of data folders, and of processes that run concurrently. */
const folders = 2;
const killsPerFolder = sized(90);
const killsOfStarts = sized(20);
const lanes = 4;
/** The maximum number of acknowledged writes before the sandbox is killed during the next ones. */
const maxStreamLength = 24;

describe('killing the sandbox', function () {
  this.timeout(600_000);
  let parent: string;
  let main: string;
  /** Stops the other streams of writes if one fails. */
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

  it(`loses no acknowledged write and corrupts nothing, ${folders * killsPerFolder} times`, async () => {
    const streams = Array.from({ length: folders }, (_, index) => liveAndDie(`stream-${index}`, index));
    for (const stream of streams) stream.catch(() => (hasFailed = true));
    await Promise.allSettled(streams);
    const written = await Promise.all(streams);
    for (const writes of written) assert.ok(writes > 5 * killsPerFolder, `only ${writes} writes were tried`);
  });

  it(`keeps a new folder usable while it is being filled, ${killsOfStarts} times`, async () => {
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

  /** Kills one sandbox after the other on the same data. Returns the number of acknowledged writes. */
  async function liveAndDie(name: string, index: number): Promise<number> {
    const data = join(parent, name);
    const random = createRandom(seed * 1000 + index);
    const things: ConfirmedResource[][] = Array.from({ length: lanes }, () => []);
    let written = 0;
    let checked: Promise<void> = Promise.resolve();
    for (let round = 0; round < killsPerFolder && !hasFailed; round++) {
      const { child, send } = await startLife(main, data);
      children.push(child);
      await checked;
      let remaining = random.below(maxStreamLength);
      const reached = Promise.withResolvers<void>();
      const killed = reached.promise.then(() => delay(random.below(10))).then(() => kill(child));
      const acknowledged = () => {
        written++;
        if (remaining-- === 0) reached.resolve();
      };
      const words = createWords(`w${index}x${round}`);
      const running = things.map(laneThings =>
        // A failing lane also ends this process, because the other lanes would write forever.
        writeUntilBroken({ send, things: laneThings, random: forLane(random), words, acknowledged }).finally(
          reached.resolve,
        ),
      );
      await Promise.allSettled([...running, killed]);
      await Promise.all(running);
      const all = things.flat();
      // Checking all data takes longer each time, so most rounds check a part of it.
      const isLast = round === killsPerFolder - 1;
      const wanted = all.filter(thing => isLast || thing.pending || random.below(all.length) < 60);
      checked = checkData(copyData(data), wanted).catch((error: unknown) => fail(error, `${name}, kill ${round}`));
    }
    await checked;
    return written;
  }
});

function forLane(random: Random): Random {
  return createRandom(random.below(2 ** 31));
}

/** Returns a generator of words that no other process or lane uses. */
function createWords(prefix: string): () => string {
  let number = 0;
  return () => `${prefix}x${number++}x`;
}

function fail(error: unknown, where: string): never {
  throw new Error(`In ${where} of MARGINALIA_KILL_SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}
