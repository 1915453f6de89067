import assert from 'node:assert/strict';
import { IntegrationScope, IntegrationTarget, IntegrationVisibility } from '@gitbook/api';
import { fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';

const written = {
  ...{ title: 'Mermaid', description: 'Draws diagrams', summary: '# Diagrams\n\nIn pages.' },
  ...{ visibility: IntegrationVisibility.Public, target: IntegrationTarget.Space, categories: [] },
  scopes: [IntegrationScope.SpaceContentRead],
  blocks: [{ id: 'mermaid', title: 'Diagram' }],
  externalLinks: [{ url: 'https://mermaid.example', label: 'Website' }],
  contentSecurityPolicy: "default-src 'self'",
};
const secret = { organization: 'acme', script: 'run()', secrets: { key: 'hidden' } };

describe('with the published client, an integration', () => {
  it('is published, found, and published again', async () => {
    const { api } = await openService();
    const { data: first } = await api.integrations.publishIntegration('mermaid', { ...written, ...secret });
    assert.partialDeepStrictEqual(first, { ...written, name: 'mermaid', version: 1, owner: { id: 'acme' } });
    assert.deepEqual((await api.integrations.getIntegrationByName('mermaid')).data, first);

    const changes = { title: 'Mermaids' };
    const { data: next } = await api.integrations.publishIntegration('mermaid', { ...written, ...secret, ...changes });
    assert.deepEqual([next.title, next.version], ['Mermaids', 2]);
    const { data: list } = await api.integrations.listIntegrations({ search: 'merm', blocks: true, owner: 'acme' });
    assert.deepEqual(list.items, [next]);
    const { data: none } = await api.integrations.listIntegrations({ target: IntegrationTarget.Site });
    assert.deepEqual(none.items, []);
  });

  it('has its content security policy as a string, as in api.md; the directives of the client are rejected', async () => {
    const { api } = await openService();
    const contentSecurityPolicy = { 'default-src': "'self'" };
    const publication = { ...written, ...secret, contentSecurityPolicy };
    const publishing = api.integrations.publishIntegration('mermaid', publication);
    await assert.rejects(publishing, { code: 400, errorMessage: /contentSecurityPolicy/ });
  });

  it('is unpublished', async () => {
    const { api } = await openService();
    await api.integrations.publishIntegration('mermaid', { ...written, ...secret });
    await api.integrations.unpublishIntegration('mermaid');
    await assert.rejects(api.integrations.getIntegrationByName('mermaid'), { code: 404 });
  });

  it('has no events, because the sandbox runs no integrations', async () => {
    const { api } = await openService();
    await api.integrations.publishIntegration('mermaid', { ...written, ...secret });
    const { data } = await api.integrations.listIntegrationEvents('mermaid', { limit: 10 });
    assert.deepEqual([data.items, data.count], [[], 0]);
    await assert.rejects(api.integrations.listIntegrationEvents('unknown'), { code: 404 });
  });

  it('lists its installations', async () => {
    const { api } = await openService({
      fill(state) {
        fillAcme(state);
        const createdAt = state.now();
        for (const [id, externalIds] of Object.entries({ one: ['file-1'], two: [] })) {
          const fields = { integration: 'mermaid', organization: 'zenith', createdAt, updatedAt: createdAt };
          state.integrationInstallations.put({ id, status: 'active', externalIds, ...fields });
        }
      },
    });
    await api.integrations.publishIntegration('mermaid', { ...written, ...secret });
    const ids = async (query: { externalId?: string }) =>
      (await api.integrations.listIntegrationInstallations('mermaid', query)).data.items.map(({ id }) => id);
    const [one, two, third] = await ids({});
    assert.deepEqual([one, two, typeof third], ['one', 'two', 'string']);
    assert.deepEqual(await ids({ externalId: 'file-1' }), ['one']);
  });
});
