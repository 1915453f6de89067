import assert from 'node:assert/strict';
import contract from '../../src/api/contract.json' with { type: 'json' };
import { handlers } from '../../src/sandbox/handlers.ts';

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

describe('the operations of the sandbox', () => {
  it('are those of the contract, no more and no less', () => {
    const routes = Object.entries(contract.paths).flatMap(([path, item]) =>
      verbs.filter(verb => verb in item).map(verb => `${verb.toUpperCase()} ${path}`),
    );
    assert.deepEqual(Object.keys(handlers).sort(), routes.sort());
  });
});
