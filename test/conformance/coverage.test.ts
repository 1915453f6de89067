import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, readDocumentedContract } from '../../src/sandbox/http/contract.ts';
import { coverage } from './client.ts';
import { withoutParameterNames } from './description.ts';
import { disagreements, notOffered, requestDisagreements } from './disagreements.ts';
import { newestOperations } from './newest.ts';
import { newestDisagreements, notOfferedByNewest } from './newestDisagreements.ts';
import { offeredOperations } from './offered.ts';
import { requestDifferences } from './requests.ts';

const routes = readContract().operations.map(({ route }) => route);

describe('the published client', () => {
  it('has every operation of the contract, except some optional ones', async () => {
    const offered = await offeredOperations();
    assert.deepEqual(routes.filter(route => !offered.has(withoutParameterNames(route))).sort(), notOffered);
    const documented = readDocumentedContract().operations.filter(({ route }) => notOffered.includes(route));
    assert.deepEqual(documented, []);
  });

  it('has the parameters and bodies of the contract, except those on the list', () => {
    assert.deepEqual(requestDifferences().sort(), Object.keys(requestDisagreements).sort());
  });
});

describe('the newest published client', () => {
  it('has every operation of the contract, except those removed by the service', () => {
    const missing = routes.filter(route => !newestOperations.has(withoutParameterNames(route)));
    assert.deepEqual(missing.sort(), Object.keys(notOfferedByNewest).sort());
  });
});

// Runs after the last test of all files, because only then all calls are known.
after('the conformance suite is complete', function () {
  const root = this.test?.parent;
  if (!root || !isWhole(root)) return;
  const uncalled = routes.filter(route => !coverage.routes.has(route) && !notOffered.includes(route));
  assert.deepEqual(uncalled, [], 'The client offers operations that no test of this folder calls with success.');
  const unsent = routes.filter(route => !coverage.sentByNewest.has(route) && !(route in notOfferedByNewest));
  assert.deepEqual(unsent, [], 'The newest client sends no request of these operations that is answered with success.');
  const settled = Object.keys(disagreements).filter(complaint => !coverage.complaints.has(complaint));
  assert.deepEqual(settled, [], 'The client and the sandbox no longer disagree here: take it off the list.');
  const settledByNewest = Object.keys(newestDisagreements).filter(
    complaint => !coverage.newestComplaints.has(complaint),
  );
  assert.deepEqual(settledByNewest, [], 'The newest client and the sandbox no longer disagree here: take it off.');
});

/** Returns true if every test of this folder ran and passed. A partial run does not cover all operations. */
function isWhole(root: Mocha.Suite): boolean {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.test.ts'));
  const paths = files.map(name => join(import.meta.dirname, name));
  const suites = root.suites.filter(({ file }) => file !== undefined && paths.includes(file));
  const isLoaded = paths.every(path => suites.some(({ file }) => file === path));
  return isLoaded && suites.flatMap(testsOf).every(({ state }) => state === 'passed');
}

function testsOf(suite: Mocha.Suite): Mocha.Test[] {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
