import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Route } from '../../../src/api/routes.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { loadSample } from '../../../src/sandbox/load/sample.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { sized } from '../../size.ts';
import { rowsOf } from '../copies.ts';
import { createChoices } from './random.ts';
import type { Random } from './random.ts';
import { fuzzOnce, operations } from './requests.ts';

const seed = Number(process.env['MARGINALIA_FUZZ_SEED'] ?? 1);
const worlds = 4;
const rounds = sized(40);
const requestsPerRound = 12;
/** The number of replies that are compared each time. */
const compared = 100;

describe('a sandbox after many writes', function () {
  this.timeout(300_000);
  const { fetch: realFetch } = globalThis;

  before(() => {
    globalThis.fetch = () => Promise.reject(new Error('There is no network here.'));
  });

  after(() => {
    globalThis.fetch = realFetch;
  });

  for (let number = 0; number < worlds; number++) {
    const name = `MARGINALIA_FUZZ_SEED=${seed}, world ${number}`;
    it(`replies like a new sandbox with the same rows (${name})`, () => tryWorld(number));
  }
});

async function tryWorld(number: number): Promise<void> {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const clock = () => new Date(now);
  const sandbox = await createSandbox({ fill, clock, timeoutMs: 200 });
  const random = createChoices(seed * 1000 + number);
  const asked = new Map<string, Request>();
  const keep = (request: Request) => asked.set(keyOf(request), request.clone());
  const fetch = (request: Request) => {
    // PDFs contain the time of printing, so they are not compared.
    if (request.method === 'GET' && !request.url.includes('/pdf/')) keep(request);
    return sandbox.fetch(request);
  };
  const fuzzed = {
    sandbox,
    random,
    urls: [],
    fetch,
    origin: 'http://sandbox.test',
    accepted: new Map<Route, number>(),
  };
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < requestsPerRound; index++) {
      now += random.below(3);
      await fuzzOnce(fuzzed, random.pick(random.chance(0.5) ? discussing : operations) ?? assert.fail());
    }
    await sandbox.idle();
    for (const request of listsOf(sandbox)) keep(request);
    const fresh = await copyOf(sandbox, clock);
    for (const request of some(random, [...asked.values()])) {
      const [known, anew] = await Promise.all([sandbox, fresh].map(one => answerOf(one, request)));
      assert.equal(known, anew, keyOf(request));
    }
    await fresh.close();
  }
  await sandbox.close();
}

/** The most common operations, whose effects are visible in long lists. */
const discussing = operations.filter(({ route }) => /comments|change-requests\/\{|reviews/.test(route));

function fill(state: State): void {
  loadSample(state, join(import.meta.dirname, '../../../src/sandbox/load/sample'));
}

/** Returns a sandbox with the same rows but without cached results. */
function copyOf({ state, token }: Sandbox, clock: () => Date): Promise<Sandbox> {
  return createSandbox({ fill: rowsOf(state), token, clock });
}

async function answerOf(sandbox: Sandbox, request: Request): Promise<string> {
  const { status, bytes } = await sandbox.answer(request.clone());
  return `${status} ${Buffer.from(bytes ?? []).toString()}`;
}

/** Returns requests for the long lists, with their orders and some filters, at each possible address of a sandbox. */
function listsOf({ state, token }: Sandbox): Request[] {
  const places = [
    ...state.spaces.all().map(({ id }) => `/spaces/${id}`),
    ...state.changeRequests.all().map(({ id, space }) => `/spaces/${space}/change-requests/${id}`),
  ];
  const comments = state.comments.all().slice(-20);
  const paths = [
    ...state.organizations
      .all()
      .flatMap(({ id }) => [
        `/orgs/${id}/change-requests?limit=3`,
        `/orgs/${id}/change-requests?orderBy=createdAt&status=open&status=merged&status=archived`,
      ]),
    ...state.spaces.all().flatMap(({ id }) => [`/spaces/${id}/links`, `/spaces/${id}/change-requests?limit=1000`]),
    ...places.flatMap(place => [`${place}/comments?limit=1000`, `${place}/comments?status=open&format=document`]),
    ...comments.map(({ space, page }) => `/spaces/${space}/comments?targetPage=${page}`),
  ];
  const headers = { authorization: `Bearer ${token}` };
  return ['sandbox.test', 'localhost:8080'].flatMap(host =>
    paths.map(path => new Request(`http://${host}/v1${path}`, { headers })),
  );
}

function keyOf(request: Request): string {
  return `${request.url} ${request.headers.get('authorization')}`;
}

function some<T>(random: Random, all: readonly T[]): T[] {
  return all.filter(() => random.chance(compared / all.length));
}
