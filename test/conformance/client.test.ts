import assert from 'node:assert/strict';
import { GitBookAPI, GitBookAPIError } from '@gitbook/api';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';

describe('the published client, with its usual options,', () => {
  it('throws its own error with the status and message of the sandbox', async () => {
    const { api, as, url } = await openService();
    const refusal = async (request: Promise<unknown>) => {
      const error = await request.then(
        () => assert.fail('Nothing was refused.'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof GitBookAPIError);
      return `${error.code} ${error.errorMessage}`;
    };
    const stranger = new GitBookAPI({ endpoint: url, authToken: 'unknown' });
    assert.match(await refusal(api.spaces.updateSpaceById('guide', { title: 'x'.repeat(51) })), /^400 body.title .*50/);
    assert.match(await refusal(stranger.spaces.getSpaceById('guide')), /^401 /);
    assert.match(await refusal(as('reed').spaces.deleteSpaceById('guide')), /^403 .*yours is Commenter/);
    assert.match(await refusal(api.spaces.getSpaceById('nowhere')), /^404 No space has the ID 'nowhere'/);
    assert.match(await refusal(api.spaces.restoreSpace('guide')), /^409 /);
  });

  it('iterates over the pages of a list', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `space-${index}`);
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        for (const id of ids) addSpace(state, id);
      },
    });
    const walked: string[] = [];
    for (let page: string | undefined, more = true; more; more = page !== undefined) {
      const query = { limit: 10, ...(page === undefined ? {} : { page }) };
      const { data } = await api.orgs.listSpacesInOrganizationById('acme', query);
      walked.push(...data.items.map(({ id }) => id));
      assert.equal(data.count, 28);
      page = data.next?.page;
    }
    assert.deepEqual(walked, ['handbook', 'manual', 'guide', ...ids]);
  });

  it('decompresses responses of the sandbox', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        for (let index = 0; index < 100; index++) addSpace(state, `space-${index}`);
      },
    });
    const response = await api.orgs.listSpacesInOrganizationById('acme', { limit: 1000 });
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.equal(response.data.items.length, 103);
  });

  it('accepts a trailing slash in the address, and can abort a request', async () => {
    const { token, url } = await openService();
    const api = new GitBookAPI({ endpoint: `${url}/`, authToken: token, userAgent: 'conformance/1' });
    assert.equal((await api.orgs.getOrganizationById('acme')).data.title, 'Acme');
    const signal = AbortSignal.abort();
    await assert.rejects(api.orgs.getOrganizationById('acme', { signal }), { name: 'AbortError' });
  });

  it('gets 404 for an operation that is not in the contract', async () => {
    const { api } = await openService();
    const answers = api.orgs.streamAskInOrganization('acme', { query: 'Why?' });
    const reading = async () => {
      for await (const answer of answers) assert.fail(`There was an answer: ${JSON.stringify(answer)}`);
    };
    await assert.rejects(reading(), { code: 404, errorMessage: /no operation/ });
    await assert.rejects(api.createInstallationClient('mermaid', 'one'), { code: 404 });
  });
});
