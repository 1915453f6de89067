import assert from 'node:assert/strict';
import { ImportContentSource } from '@gitbook/api';
import type { RevisionPage } from '@gitbook/api';
import { openDocs } from './docs.ts';
import { withServer } from './elsewhere.ts';

const markdownOf = (page: RevisionPage) => ('markdown' in page ? page.markdown : undefined);
const titles = (pages: readonly RevisionPage[]): string[] =>
  pages.flatMap(page => [page.title, ...('pages' in page ? titles(page.pages) : [])]);
const start = encodeURIComponent('/');

describe('with the published client, content', () => {
  it('is read as a revision, as pages and as files', async () => {
    const { api } = await openDocs();
    const { data: revision } = await api.spaces.getCurrentRevision('docs');
    assert.equal(revision.id, (await api.spaces.getSpaceById('docs')).data.revision);
    assert.deepEqual((await api.spaces.listPages('docs')).data.pages, revision.pages);
    const { data: files } = await api.spaces.listFiles('docs');
    assert.deepEqual(files.items, revision.files);
    const [map] = files.items;
    assert.partialDeepStrictEqual(map, { name: 'map.svg', dimensions: { width: 4, height: 2 } });
    assert.deepEqual((await api.spaces.getFileById('docs', map?.id ?? '')).data, map);
    assert.match(await (await fetch(map?.downloadURL ?? '')).text(), /^<svg /);
  });

  it('equals that of the revision with its ID', async () => {
    const { api } = await openDocs();
    const { data: revision } = await api.spaces.getCurrentRevision('docs');
    const { data: same } = await api.spaces.getRevisionById('docs', revision.id);
    assert.deepEqual(titles(same.pages), ['Start', 'Guide', 'Setup']);
    assert.deepEqual(titles(revision.pages), titles(same.pages));
    const { data } = await api.spaces.listPagesInRevisionById('docs', revision.id);
    assert.deepEqual(data.pages, same.pages);
    const { data: files } = await api.spaces.listFilesInRevisionById('docs', revision.id);
    assert.deepEqual(files.items, revision.files);
    const [file] = revision.files;
    assert.deepEqual((await api.spaces.getFileInRevisionById('docs', revision.id, file?.id ?? '')).data, file);
    const [page] = revision.pages;
    const { data: pageInRevision } = await api.spaces.getPageInRevisionById('docs', revision.id, page?.id ?? '');
    assert.equal(markdownOf(pageInRevision), markdownOf((await api.spaces.getPageById('docs', page?.id ?? '')).data));
  });

  it('has reusable content in each of its versions', async () => {
    const { api, propose } = await openDocs({
      'guide/setup.md': '# Setup\n\n{% include "../.gitbook/includes/note.md" %}\n',
      '.gitbook/includes/note.md': '# A note\n',
    });
    const { data: revision } = await api.spaces.getCurrentRevision('docs');
    const [note] = revision.reusableContents;
    assert.equal(note?.title, 'A note');
    const id = encodeURIComponent(note.id);
    assert.deepEqual((await api.spaces.getReusableContentById('docs', id)).data, note);
    assert.deepEqual((await api.spaces.getReusableContentInRevisionById('docs', revision.id, id)).data, note);
    const changeRequest = await propose([]);
    assert.deepEqual((await api.spaces.getReusableContentInChangeRequestById('docs', changeRequest, id)).data, note);
  });

  it('reports what a revision changed, and in which change request', async () => {
    const { api, propose } = await openDocs();
    const { data: page } = await api.spaces.getPageByPath('docs', 'guide');
    const id = await propose([{ operation: 'update_page', page: page.id, title: 'Herons' }]);
    const { data: merge } = await api.spaces.mergeChangeRequest('docs', id);
    const { data } = await api.spaces.getRevisionSemanticChanges('docs', merge.revision);
    assert.equal(data.mergedFrom?.id, id);
    assert.partialDeepStrictEqual(data.changes, [
      { type: 'page_edited', page: { id: page.id }, attributes: { title: { before: 'Guide', after: 'Herons' } } },
    ]);
  });

  it('is Markdown or a document on request', async () => {
    const { api } = await openDocs();
    const { data: page } = await api.spaces.getPageByPath('docs', encodeURIComponent('guide/setup'), {
      format: 'markdown',
    });
    assert.equal(markdownOf(page as RevisionPage), '# Setup\n\nStand still.\n\n## Later\n\nStrike.\n');
    const { data: other } = await api.spaces.getPageById('docs', page.id, { format: 'document' });
    assert.ok('document' in other && other.document && 'documentId' in other);
    assert.deepEqual(
      other.document.nodes.map(node => 'type' in node && node.type),
      ['heading-1', 'paragraph', 'heading-2', 'paragraph'],
    );
    assert.deepEqual((await api.spaces.getDocumentById('docs', other.documentId ?? '')).data, other.document);
  });

  it('of a change request is read like that of the space', async () => {
    const { api, propose } = await openDocs();
    const setup = (await api.spaces.getPageByPath('docs', encodeURIComponent('guide/setup'))).data.id;
    const id = await propose([{ operation: 'update_page', page: setup, document: { markdown: 'Be still.\n' } }]);
    const { data: revision } = await api.spaces.getRevisionOfChangeRequestById('docs', id);
    assert.equal(revision.id, (await api.spaces.getChangeRequestById('docs', id)).data.revision);
    const { data: bare } = await api.spaces.getRevisionOfChangeRequestById('docs', id, { metadata: false });
    assert.ok(revision.pages.every(one => 'git' in one) && !bare.pages.some(one => 'git' in one));
    assert.deepEqual((await api.spaces.listPagesInChangeRequest('docs', id)).data.pages, revision.pages);
    const { data: files } = await api.spaces.listFilesInChangeRequestById('docs', id);
    assert.deepEqual(files.items, revision.files);
    const [file] = files.items;
    assert.deepEqual((await api.spaces.getFileInChangeRequestById('docs', id, file?.id ?? '')).data, file);
    const query = { format: 'markdown' as const };
    const { data: page } = await api.spaces.getPageInChangeRequestById('docs', id, setup, query);
    assert.equal(markdownOf(page), 'Be still.\n');
    const path = encodeURIComponent('guide/setup');
    assert.deepEqual((await api.spaces.getPageInChangeRequestByPath('docs', id, path, query)).data, page);
  });

  it('has links, and files have backlinks', async () => {
    const { api, propose } = await openDocs();
    const id = await propose([]);
    const { data: all } = await api.spaces.listSpaceLinks('docs');
    const kinds = all.items.map(({ status, targetReference }) => `${status} ${targetReference?.kind}`);
    assert.deepEqual(kinds, ['ok page', 'broken url', 'ok file']);
    assert.deepEqual([all.stats.total, all.stats.broken.total], [3, 1]);
    const page = (await api.spaces.getPageInChangeRequestByPath('docs', id, start)).data.id;
    const { data: ofPage } = await api.spaces.listPageLinksInChangeRequest('docs', id, page);
    assert.equal(ofPage.items.length, 3);
    const [file] = (await api.spaces.listFiles('docs')).data.items;
    const { data: backlinks } = await api.spaces.listChangeRequestFileBacklinks('docs', id, file?.id ?? '');
    assert.deepEqual(
      backlinks.items.map(({ kind }) => kind),
      ['page'],
    );
  });

  it('is imported from an address', async () => {
    const { api, as, propose } = await openDocs();
    const id = await propose([]);
    const { data: imported, status } = await withServer(
      (_, response) => response.end('# Storks\n\nThey clatter.\n'),
      async origin => {
        const written = { source: ImportContentSource.Markdown, url: `${origin}/storks.md` };
        return as('eden').spaces.importContentInChangeRequest('docs', id, written);
      },
    );
    assert.deepEqual([status, imported.importedResources, imported.totalResources], [201, 1, 1]);
    assert.equal((await api.spaces.getChangeRequestById('docs', id)).data.revision, imported.revision);
    const { data: page } = await api.spaces.getPageInChangeRequestByPath('docs', id, 'storks', { format: 'markdown' });
    assert.equal(page.title, 'Storks');
    assert.equal(markdownOf(page as RevisionPage), '# Storks\n\nThey clatter.\n');
  });
});
