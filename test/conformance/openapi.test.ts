import assert from 'node:assert/strict';
import { OpenAPISpecProcessingErrorCode, OpenAPISpecProcessingState } from '@gitbook/api';
import type { GitBookAPI } from '@gitbook/api';
import { fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';
import { withServer } from './elsewhere.ts';

const herons = 'openapi: 3.1.0\ninfo: { title: Herons, version: "1" }\npaths: {}\n';
const egrets = '{"openapi": "3.1.0", "info": {"title": "Egrets", "version": "2"}, "paths": {}}';

describe('with the published client, an OpenAPI specification', () => {
  it('is created from text, processed, and read with its content', async () => {
    const { api, idle } = await openService();
    const written = { slug: 'birds', source: { text: herons } };
    const { data: created, status } = await api.orgs.createOpenApiSpec('acme', written);
    assert.deepEqual([status, created.slug, created.processingState], [201, 'birds', 'pending']);
    await idle();
    const { data: spec } = await api.orgs.getOpenApiSpecBySlug('acme', 'birds');
    assert.equal(spec.processingState, OpenAPISpecProcessingState.Complete);
    assert.deepEqual((await api.orgs.listOpenApiSpecs('acme')).data.items, [spec]);

    const { data: version } = await api.orgs.getLatestOpenApiSpecVersion('acme', 'birds');
    assert.equal(version.id, spec.lastVersion);
    assert.equal(await (await fetch(version.url)).text(), herons);
    const { data: content } = await api.orgs.getLatestOpenApiSpecVersionContent('acme', 'birds');
    assert.deepEqual(Object.values(content.filesystem).map(titleOf), ['Herons']);
  });

  it('keeps its versions when it is updated', async () => {
    const { api, idle } = await openService();
    const put = (text: string) => api.orgs.createOrUpdateOpenApiSpecBySlug('acme', 'birds', { source: { text } });
    assert.equal((await put(herons)).status, 201);
    await idle();
    assert.equal((await put(egrets)).status, 200);
    await idle();
    const { data: versions } = await api.orgs.listOpenApiSpecVersions('acme', 'birds');
    assert.deepEqual(await Promise.all(versions.items.map(({ id }) => contentOf(api, id))), ['Egrets', 'Herons']);
    const [, first] = versions.items;
    const { data: version } = await api.orgs.getOpenApiSpecVersionById('acme', 'birds', first?.id ?? '');
    assert.deepEqual(version, first);
  });

  it('reports that its source does not respond', async () => {
    const { api, idle } = await openService({ fill: fillAcme, timeoutMs: 50 });
    await withServer(
      () => undefined,
      async origin => {
        const source = { url: `${origin}/openapi.yaml` };
        const { data: created } = await api.orgs.createOpenApiSpec('acme', { slug: 'birds', source });
        assert.equal(created.sourceURL, source.url);
        await idle();
      },
    );
    const { data: spec } = await api.orgs.getOpenApiSpecBySlug('acme', 'birds');
    assert.equal(spec.lastProcessErrorCode, OpenAPISpecProcessingErrorCode.FETCH_TIMEOUT);
  });

  it('is deleted', async () => {
    const { api } = await openService();
    await api.orgs.createOpenApiSpec('acme', { slug: 'birds', source: { text: herons } });
    await api.orgs.deleteOpenApiSpecBySlug('acme', 'birds');
    await assert.rejects(api.orgs.getOpenApiSpecBySlug('acme', 'birds'), { code: 404 });
    assert.equal((await api.orgs.listOpenApiSpecs('acme')).data.count, 0);
  });
});

async function contentOf(api: GitBookAPI, versionId: string): Promise<string> {
  const { data } = await api.orgs.getOpenApiSpecVersionContentById('acme', 'birds', versionId);
  return titleOf(Object.values(data.filesystem)[0]);
}

function titleOf(document: unknown): string {
  return (document as { info: { title: string } }).info.title;
}
