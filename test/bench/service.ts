import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { State } from '../../src/sandbox/store/state.ts';
import { type Exchange, startFaultyServer } from '../host/faultyServer.ts';
import { tripsOf } from '../host/traffic.ts';

/** A sandbox behind a server that answers late, and counts. */
export interface BenchService {
  readonly url: string;
  readonly token: string;
  /** What was asked since this was called last, once nothing more is asked. */
  take(): Promise<Traffic>;
  /** Takes what signing in and the first view asked, apart from what was asked after that. */
  takeFirstView(): Promise<{ firstView: Traffic; afterwards: Traffic }>;
  /** Waits until it was asked whether the server has revisions: once for each window, after its first page is shown. */
  revisionsProbe(): Promise<void>;
  /** Waits until nothing has been asked for a moment. */
  quiet(): Promise<void>;
  refuse(): Promise<void>;
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface Traffic {
  requests: number;
  /** The most requests of which each began after the one before had been answered. */
  trips: number;
  /** What was asked how often, without IDs. */
  asked: Record<string, number>;
}

/** How far away the service is, in milliseconds. */
export const latency = 50;
/** Longer than anything waits before it asks for something. */
const quietFor = 1000;

export async function startService(fill: (state: State) => void): Promise<BenchService> {
  const sandbox = await startSandbox({ fill, token: 'token-of-ada' });
  // Under another name than the sandbox's: what a sandbox says is not kept.
  const server = await startFaultyServer(sandbox.url, 'a-service/1', latency);
  let taken = 0;
  const isFlying = () => server.exchanges.filter(({ ended }) => ended === Infinity).length > server.abandoned.length;
  const quiet = async () => {
    let [count, since] = [server.exchanges.length, performance.now()];
    while (performance.now() - since < quietFor) {
      await setTimeout(50);
      if (server.exchanges.length === count && !isFlying()) continue;
      [count, since] = [server.exchanges.length, performance.now()];
    }
  };
  const takeExchanges = async () => {
    await quiet();
    const exchanges = server.exchanges.slice(taken);
    taken = server.exchanges.length;
    return exchanges;
  };
  return {
    url: server.url,
    token: sandbox.token,
    quiet,
    async revisionsProbe() {
      const probe = /^GET .spaces.[^/]+.revisions.[^/]+.pages$/;
      while (!server.exchanges.slice(taken).some(({ asked }) => probe.test(asked))) await setTimeout(50);
    },
    take: async () => trafficOf(await takeExchanges()),
    async takeFirstView() {
      const exchanges = await takeExchanges();
      // The first rows are those of the first reply to GET /orgs. Whatever else the view waits for is counted afterwards.
      const replies = ['GET /user', 'GET /orgs'].map(route => exchanges.find(({ asked }) => asked === route));
      const end = Math.max(...replies.map(reply => reply?.ended ?? Infinity));
      return {
        firstView: trafficOf(exchanges.filter(({ began }) => began < end)),
        afterwards: trafficOf(exchanges.filter(({ began }) => began >= end)),
      };
    },
    refuse: () => server.refuse(),
    recover: () => server.recover(),
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

function trafficOf(exchanges: readonly Exchange[]): Traffic {
  return { requests: exchanges.length, trips: tripsOf(exchanges), asked: countOf(exchanges) };
}

function countOf(exchanges: readonly Exchange[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { asked } of exchanges) {
    const route = asked.replace(/(orgs|spaces|collections|change-requests|revisions|page|comments)\/[^/]+/g, '$1/*');
    counts.set(route, (counts.get(route) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
