import assert from 'node:assert/strict';
import contract from '../../src/api/contract.json' with { type: 'json' };
import { handlers } from '../../src/sandbox/handlers.ts';
import { unavailable } from '../../src/sandbox/unavailable.ts';

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

describe('the operations of the sandbox', () => {
  it('are those of the contract, no more and no less', () => {
    const routes = Object.entries(contract.paths).flatMap(([path, item]) =>
      verbs.filter(verb => verb in item).map(verb => `${verb.toUpperCase()} ${path}`),
    );
    assert.deepEqual(Object.keys(handlers).sort(), routes.sort());
  });

  it('are not listed as unavailable when they are played', () => {
    const played = Object.entries<unknown>(unavailable).filter(([route, refuse]) => {
      const entry = Object.entries<unknown>(handlers).find(([name]) => name === route);
      return entry?.[1] !== refuse;
    });
    assert.deepEqual(
      played.map(([route]) => route),
      [],
    );
  });
});
