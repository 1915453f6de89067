import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { type Parts, parts } from './app.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';
import { marginalia, sampleSandbox } from './support.ts';

/** The environment of a test: a sandbox with the sample, behind a server that can simulate faults. */
export interface Stage {
  readonly sandbox: RunningSandbox;
  readonly server: FaultyServer;
}

/** A stage without a window, with the models assembled for the test alone. */
export interface PartsStage extends Stage {
  readonly app: Parts;
}

/**
 * Starts a stage and signs the extension in before each test of a suite, and closes it afterwards. Hooks run in the
 * order of declaration, so hooks that must run before the stage closes are declared above it.
 */
export function stage(start: () => Promise<RunningSandbox> = sampleSandbox): Stage {
  return staged(async account => {
    await (await marginalia()).signIn(account);
  }, start);
}

/** Starts a stage and signs the models in instead of the extension. */
export function stageOfParts(): PartsStage {
  return staged(async (account, set) => {
    set.app = parts();
    await set.app.session.signIn(account);
  });
}

interface Account {
  url: string;
  token: string;
}

type Set = { -readonly [K in keyof PartsStage]?: PartsStage[K] };

function staged(
  signIn: (account: Account, set: Set) => Promise<void>,
  start: () => Promise<RunningSandbox> = sampleSandbox,
): PartsStage {
  let set: Set = {};
  beforeEach(async () => {
    const sandbox = (set.sandbox = await start());
    const { url } = (set.server = await startFaultyServer(sandbox.url));
    await signIn({ url, token: sandbox.token }, set);
  });
  afterEach(async () => {
    const { app, server, sandbox } = set;
    set = {};
    app?.dispose();
    await server?.close();
    await sandbox?.close();
  });
  return {
    get sandbox() {
      return set.sandbox ?? assert.fail('There is a sandbox while a test runs.');
    },
    get server() {
      return set.server ?? assert.fail('There is a server while a test runs.');
    },
    get app() {
      return set.app ?? assert.fail('There are parts where they were asked for, while a test runs.');
    },
  };
}
