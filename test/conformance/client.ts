import assert from 'node:assert/strict';
import { GitBookAPI } from '@gitbook/api';
import olderDescription from '@gitbook/api/spec/openapi.json' with { type: 'json' };
import { startSandbox } from '../../src/sandbox/index.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import type { Route } from '../../src/api/routes.ts';
import { fillAcme } from '../sandbox/acme.ts';
import { checkReply, routeOf } from '../sandbox/checkReply.ts';
import { complaintsOf } from './description.ts';
import { disagreements } from './disagreements.ts';
import { newestDescription, sendWithNewest } from './newest.ts';
import { newestDisagreements } from './newestDisagreements.ts';

/** A sandbox on a port, with a published client that calls it. */
export interface Service extends RunningSandbox {
  readonly api: GitBookAPI;
  /** Returns the client of another user. */
  as(userId: string): GitBookAPI;
}

/** The routes called successfully by the clients, and their complaints about replies. coverage.test.ts reads them. */
export const coverage = {
  routes: new Set<string>(),
  sentByNewest: new Set<string>(),
  complaints: new Set<string>(),
  newestComplaints: new Set<string>(),
};

const opened: RunningSandbox[] = [];

/**
 * Starts a sandbox that stops after the test. Each reply is checked against our contract and the client's description.
 */
export async function openService(options: SandboxOptions = { fill: fillAcme }): Promise<Service> {
  const sandbox = await startSandbox(options);
  opened.push(sandbox);
  const clientOf = (authToken: string) =>
    new GitBookAPI({ endpoint: sandbox.url, authToken, serviceBinding: { fetch: listen } });
  return {
    ...sandbox,
    api: clientOf(sandbox.token),
    as: userId => clientOf(sandbox.tokenFor(userId)),
  };
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close();
});

const older = complaintsOf(olderDescription);
const newest = complaintsOf(newestDescription);

/** Sends a request with the newest client, and checks the reply against our contract and both descriptions. */
export const listen: typeof fetch = async (address, init = {}) => {
  const url = new URL(String(address));
  const route = routeOf(init.method ?? 'GET', url.pathname);
  const relayed = route && (await sendWithNewest({ route, url, init }));
  const response = relayed ?? (await fetch(url, init));
  if (relayed?.ok) coverage.sentByNewest.add(route ?? '');
  const text = await response.clone().text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (route) checkAnswer(route, response.status, body);
  else assert.equal(response.status, 404, `${url.href} is not in the contract, and was answered.`);
  return response;
};

function checkAnswer(route: Route, status: number, body: unknown): void {
  checkReply(route, status, body);
  for (const complaint of older(route, status, body)) {
    assert.ok(complaint in disagreements, `The client's description of ${route} is not kept: ${complaint}.`);
    coverage.complaints.add(complaint);
  }
  for (const complaint of newest(route, status, body)) {
    assert.ok(complaint in newestDisagreements, `The newest description of ${route} is not kept: ${complaint}.`);
    coverage.newestComplaints.add(complaint);
  }
  if (status < 400) coverage.routes.add(route);
}
