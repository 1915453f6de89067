import assert from 'node:assert/strict';
import { createSandbox } from '../../src/sandbox/index.ts';
import { fillAcme } from './acme.ts';
import { checkIntegrity } from './integrity.ts';
import { openSandbox } from './sandbox.ts';

describe('the integrity check of the stored data', () => {
  it('finds no problem in the sample', async () => {
    const sandbox = await createSandbox();
    checkIntegrity(sandbox.state);
    await sandbox.close();
  });

  it('finds broken references between rows', async () => {
    const { state } = await openSandbox({ fill: fillAcme });
    // The spaces of Acme are made without content.
    assert.throws(() => checkIntegrity(state), /the space 'handbook' refers to the revision 'handbook-1'/);
  });
});
