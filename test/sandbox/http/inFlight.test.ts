import assert from 'node:assert/strict';
import { fillAcme } from '../acme.ts';
import { openSandbox } from '../sandbox.ts';

describe('concurrent writes', () => {
  it('are all stored, even if others among them are rejected', async () => {
    const sandbox = await openSandbox({ fill: fillAcme });
    const rename = (title: string) => sandbox.call('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body: { title } });
    const refusals = [
      () => sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId: 'nowhere', body: {} }),
      () => sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId: 'guide', body: { title: 5 } }),
      () => sandbox.refusal('GET /orgs/{organizationId}', { organizationId: 'zenith' }),
    ];
    for (let before = 0; before < 6; before++) {
      for (const refuse of refusals) {
        const early = Array.from({ length: before }, refuse);
        const title = `After ${before}`;
        const late = [rename(title), refuse(), refuse(), refuse()];
        await Promise.all([...early, ...late]);
        assert.equal(sandbox.state.spaces.get('handbook').title, title);
      }
    }
  });
});
