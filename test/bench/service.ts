import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { State } from '../../src/sandbox/store/state.ts';
import { type Exchange, startFaultyServer } from '../host/faultyServer.ts';
import { tripsOf } from '../host/traffic.ts';

/** A sandbox behind a proxy with a latency, which counts requests. */
export interface BenchService {
  readonly url: string;
  readonly token: string;
  /** Makes the sandbox compute what a real service has stored, so that later requests are answered at once. */
  prepare(paths: readonly string[]): Promise<void>;
  /** Returns the requests since the last call, after waiting until no more arrive. */
  take(): Promise<Traffic>;
  /** Returns the requests of the sign-in and the first view, separately from later ones. */
  takeFirstView(): Promise<{ firstView: Traffic; afterwards: Traffic }>;
  /** Waits for the request that detects revisions. Each window sends it once, after its first page is shown. */
  revisionsProbe(): Promise<void>;
  /** Waits until no requests have arrived for a moment. */
  quiet(): Promise<void>;
  refuse(): Promise<void>;
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface Traffic {
  requests: number;
  /** The length of the longest chain of requests, each of which began after the previous one was answered. */
  trips: number;
  /** The number of requests by route, without IDs. */
  asked: Record<string, number>;
  /** The IDs of the pages whose text or document was requested. */
  pages: ReadonlySet<string>;
}

/** The latency of the service in milliseconds. */
export const latency = 50;
/** Milliseconds without requests after which no more are expected; longer than any delay of the extension. */
const quietFor = 1000;

export async function startService(fill: (state: State) => void): Promise<BenchService> {
  const sandbox = await startSandbox({ fill, token: 'token-of-ada' });
  // The name differs from the sandbox's, because responses of a sandbox are not cached.
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
    async prepare(paths) {
      const headers = { authorization: `Bearer ${sandbox.token}` };
      for (const path of paths) {
        const response = await fetch(`${sandbox.url}/v1${path}`, { headers });
        if (!response.ok) throw new Error(`Could not read ${path}: status ${response.status}.`);
        await response.arrayBuffer();
      }
    },
    async revisionsProbe() {
      const probe = /^GET .spaces.[^/]+.revisions.[^/]+.pages$/;
      while (!server.exchanges.slice(taken).some(({ asked }) => probe.test(asked))) await setTimeout(50);
    },
    take: async () => trafficOf(await takeExchanges()),
    async takeFirstView() {
      const exchanges = await takeExchanges();
      // The first rows appear with the first reply to GET /orgs. Later requests of the view are counted separately.
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
  const pages = new Set(exchanges.flatMap(({ asked }) => /\/page\/([^/?]+)/.exec(asked)?.[1] ?? []));
  return { requests: exchanges.length, trips: tripsOf(exchanges), asked: countOf(exchanges), pages };
}

function countOf(exchanges: readonly Exchange[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { asked } of exchanges) {
    const route = asked.replace(/(orgs|spaces|collections|change-requests|revisions|page|comments)\/[^/]+/g, '$1/*');
    counts.set(route, (counts.get(route) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
