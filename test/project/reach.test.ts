import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/api/requestDocuments.ts';
import { operationsPage, type OperationPaths, findOperationPaths } from './reach.ts';
import { routesWithoutUser } from './routesWithoutUser.ts';
import { root } from './sources.ts';

describe('the table of operations and their commands', function () {
  // The compiler reads the whole extension.
  this.timeout(120_000);
  let ways: OperationPaths;
  before(() => (ways = findOperationPaths()));

  it('has a command for every documented operation, except those sent only as request documents', () => {
    const documented = operations.filter(({ isOptional }) => !isOptional).map(({ route }) => route);
    assert.equal(documented.length, 130);
    const byHand = documented.filter(route => !ways.get(route)?.length);
    assert.deepEqual(
      byHand.filter(route => !routesWithoutUser.includes(route)),
      [],
    );
  });

  it('equals the table in OPERATIONS.md', () => {
    const page = readFileSync(join(root, 'OPERATIONS.md'), 'utf8');
    assert.equal(page, operationsPage(ways), 'Run "npm run generate" and commit the result.');
  });

  it('lists dedicated commands first', () => {
    const first = (route: Parameters<OperationPaths['get']>[0]) => ways.get(route)?.[0];
    assert.equal(first('POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge'), '*Merge Change Request*');
    assert.equal(first('POST /orgs/{organizationId}/sites/{siteId}/publish'), '*Publish Site*');
    assert.equal(first('DELETE /orgs/{organizationId}/teams/{teamId}'), '*Delete*');
    assert.equal(first('GET /orgs/{organizationId}/saml'), 'rows "SAML providers"');
  });
});
