import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Schema } from '../../../src/api/routes.ts';
import { makeFolder } from '../docs.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const manual = 'heron-manual';

describe('the sandbox with the sample', () => {
  let sandbox: OpenSandbox;
  beforeEach(async () => {
    sandbox = await openSandbox();
  });

  it('loads all of it, without omissions', async () => {
    assert.deepEqual(sandbox.warnings, []);
    const { items } = await sandbox.call('GET /orgs', {});
    assert.deepEqual(
      items.map(({ id }) => id),
      ['tidewell', 'open-rivers'],
    );
    const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId: manual });
    assert.equal(documentsIn(pages).length, 120);
  });

  it('serves every page of every space, with all its links by path', async () => {
    for (const { id: spaceId } of sandbox.state.spaces.all()) {
      const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
      for (const { id: pageId, title } of documentsIn(pages)) {
        const { markdown = '' } = await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', {
          spaceId,
          pageId,
        });
        assert.ok(markdown.trim(), title);
        assert.doesNotMatch(markdown, /\]\(\/pages\//, title);
        assert.doesNotMatch(markdown, /\]\([^)]*\.gitbook\/assets/, title);
      }
    }
  });

  it('has outdated change requests, and merges that keep two versions', async () => {
    const route = 'GET /spaces/{spaceId}/change-requests';
    const { items } = await sandbox.call(route, { spaceId: manual, query: { status: 'open' } });
    const outdated = items.filter(changeRequest => changeRequest.outdated);
    assert.ok(outdated.length > 0);
    const results = new Set<string>();
    for (const { id } of outdated) {
      const target = { spaceId: manual, changeRequestId: id };
      const { result } = await sandbox.call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/update', target);
      results.add(result);
    }
    assert.deepEqual([...results].sort(), ['conflicts', 'update']);
  });

  it('attaches every comment with a quotation to a node that contains it', async () => {
    for (const { space: spaceId, id: changeRequestId } of sandbox.state.changeRequests.all()) {
      const target = { spaceId, changeRequestId };
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
      const { items } = await sandbox.call(`${route}/comments`, { ...target, query: { limit: 1000 } });
      for (const { target: hung } of items.filter(comment => comment.target.node)) {
        const input = { ...target, pageId: hung.page?.id ?? '', query: { format: 'document' as const } };
        const { document } = await sandbox.call(`${route}/content/page/{pageId}`, input);
        const text = JSON.stringify(document);
        assert.ok(text.includes(`"key":"${hung.node?.id}"`), `${hung.page?.path}: ${hung.node?.preview}`);
      }
    }
  });

  it('counts open comments correctly', async () => {
    for (const { space: spaceId, id: changeRequestId } of sandbox.state.changeRequests.all()) {
      const target = { spaceId, changeRequestId };
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
      const { comments } = await sandbox.call(route, target);
      const { count } = await sandbox.call(`${route}/comments`, { ...target, query: { status: 'open' } });
      assert.equal(comments, count);
    }
  });

  it('has the same IDs and keys in every run', async () => {
    const ids = (open: OpenSandbox) => [
      ...open.state.revisions.all().map(({ id }) => id),
      ...open.state.documents.all().map(({ id }) => id),
      ...open.state.comments.all().map(({ id, node }) => `${id} ${node?.id}`),
    ];
    assert.deepEqual(ids(await openSandbox()), ids(sandbox));
  });

  it('is the same in a data folder', async () => {
    const data = makeFolder({});
    const first = await openSandbox({ data });
    const rows = ({ state }: OpenSandbox) =>
      JSON.stringify(
        [state.spaces, state.revisions, state.documents, state.comments, state.commentReplies].map(t => t.all()),
      );
    const before = rows(first);
    await first.close();
    assert.equal(rows(await openSandbox({ data })), before);
  });

  it('shows the documentation of the user before the sample spaces', async () => {
    const content = makeFolder({ 'README.md': '# Mine\n' });
    const { call } = await openSandbox({ content });
    const { items } = await call('GET /orgs/{organizationId}/spaces', { organizationId: 'tidewell' });
    assert.match(items[0]?.title ?? '', /^Marginalia docs/);
    assert.equal(items[1]?.id, manual);
    const route = 'GET /spaces/{spaceId}/content/path/{pagePath}';
    assert.equal((await call(route, { spaceId: items[0]?.id ?? '', pagePath: '/' })).title, 'Mine');
  });

  it('names the documentation of the user after its folder, within the length limit', async () => {
    const long = 'a-folder-with-a-very-long-name-of-which-a-title-takes-a-part';
    const content = join(makeFolder({ [`${long}/README.md`]: '# Mine\n' }), long);
    const { call } = await openSandbox({ content });
    const { items } = await call('GET /orgs/{organizationId}/spaces', { organizationId: 'tidewell' });
    assert.equal(items[0]?.title, 'A folder with a very long name of which a title ta');
  });

  it('reports a missing folder', async () => {
    await assert.rejects(openSandbox({ content: '/nowhere' }), /there is no folder '\/nowhere'/);
  });
});

function documentsIn(pages: readonly Schema<'Page'>[]): Schema<'Page'>[] {
  return pages.flatMap(page => [...(page.type === 'document' ? [page] : []), ...documentsIn(page.pages ?? [])]);
}
