import assert from 'node:assert/strict';
import { GitBookAPI } from '@gitbook/api';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import type { Route } from '../../src/api/routes.ts';
import { fillAcme } from '../sandbox/acme.ts';
import { checkReply, routeOf } from '../sandbox/checkReply.ts';
import { complaintsAbout } from './description.ts';
import { disagreements } from './disagreements.ts';

/** A sandbox on a port, and the published client that speaks with it. */
export interface Service extends RunningSandbox {
  /** The client of the owner of the sandbox. */
  readonly api: GitBookAPI;
  /** The client of somebody else. */
  as(userId: string): GitBookAPI;
}

/** What the client called with success, and what its own description had against the replies; coverage.test.ts asks. */
export const heard = { routes: new Set<string>(), complaints: new Set<string>() };

const opened: RunningSandbox[] = [];

/** Starts a sandbox that stops after the test. Every reply to the client is held against our contract and its own. */
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

const listen: typeof fetch = async (address, init) => {
  const response = await fetch(address, init);
  const text = await response.clone().text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const route = routeOf(init?.method ?? 'GET', new URL(String(address)).pathname);
  if (route) checkAnswer(route, response.status, body);
  else assert.equal(response.status, 404, `${String(address)} is not in the contract, and was answered.`);
  return response;
};

function checkAnswer(route: Route, status: number, body: unknown): void {
  checkReply(route, status, body);
  for (const complaint of complaintsAbout(route, status, body)) {
    assert.ok(complaint in disagreements, `The client's description of ${route} is not kept: ${complaint}.`);
    heard.complaints.add(complaint);
  }
  if (status < 400) heard.routes.add(route);
}
