import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const one = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';

describe('changes of a change request in the sandbox', () => {
  let docs: Docs;
  let start: string;
  let guide: string;
  const rewrite = (page: string, markdown: string) =>
    ({ operation: 'update_page', page, document: { markdown } }) as const;

  beforeEach(async () => {
    docs = await openDocs({
      'SUMMARY.md': '* [Start](README.md)\n* [Guide](guide.md)\n',
      'README.md': 'Welcome.\n\nRead the [guide](guide.md).\n',
      'guide.md': 'First.\n\nSecond.\n\nThird.\n',
    });
    start = (await docs.page('')).id;
    guide = (await docs.page('guide')).id;
  });

  it('are listed, ten by default', async () => {
    const inserts = Array.from({ length: 9 }, (_, index) => ({
      operation: 'insert_page' as const,
      title: `New ${index}`,
      document: { markdown: 'New.' },
    }));
    const proposal = await docs.propose([
      rewrite(guide, 'New.'),
      { operation: 'update_page', page: start, title: 'Begin', description: 'Here', emoji: '🌱' },
      { operation: 'update_page', page: guide, into: start },
      ...inserts,
    ]);
    const input = { spaceId, changeRequestId: proposal.id };
    const { changes, more } = await docs.call(`${one}/changes`, input);
    assert.deepEqual([changes.length, more], [10, 2]);
    const [edited, moved, rewritten] = changes;
    assert.deepEqual(edited, {
      type: 'page_edited',
      page: { id: start, type: 'document', title: 'Begin', path: '' },
      attributes: {
        title: { before: 'Start', after: 'Begin' },
        description: { after: 'Here' },
        emoji: { after: '🌱' },
      },
    });
    assert.equal(moved?.type === 'page_edited' && moved.attributes.document?.before !== undefined, true);
    assert.deepEqual(rewritten?.type === 'page_moved' && rewritten.parent.after?.id, start);
    assert.equal((await docs.call(`${one}/changes`, { ...input, query: { limit: 100 } })).more, undefined);
    const documentId = moved?.type === 'page_edited' ? (moved.attributes.document?.before ?? '') : '';
    const document = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId });
    assert.match(JSON.stringify(document), /Second/);
  });

  it('omit what an update brought from the main content', async () => {
    const [first, second] = [
      await docs.propose([rewrite(start, 'Begin.')]),
      await docs.propose([rewrite(guide, 'New.')]),
    ];
    await docs.merge(first);
    await docs.call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/update', {
      spaceId,
      changeRequestId: second.id,
    });
    const { changes } = await docs.call(`${one}/changes`, { spaceId, changeRequestId: second.id });
    assert.deepEqual(
      changes.map(change => change.type === 'page_edited' && change.page.id),
      [guide],
    );
  });

  it('of an update are those that it brought from the main content', async () => {
    const [first, second] = [
      await docs.propose([rewrite(start, 'Begin.')]),
      await docs.propose([rewrite(guide, 'New.')]),
    ];
    await docs.merge(first);
    const { revision: revisionId } = await docs.call(
      'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update',
      { spaceId, changeRequestId: second.id },
    );
    const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/changes';
    const { changes } = await docs.call(route, { spaceId, revisionId });
    assert.deepEqual(
      changes.map(change => change.type === 'page_edited' && change.page.id),
      [start],
    );
  });

  it('have no next page when all are listed', async () => {
    const proposal = await docs.propose([rewrite(guide, 'New.'), rewrite(start, 'New.')]);
    const input = { spaceId, changeRequestId: proposal.id };
    const firstPage = await docs.call(`${one}/changes`, { ...input, query: { limit: 2 } });
    assert.deepEqual([firstPage.changes.length, 'more' in firstPage], [2, false]);
    const cut = await docs.call(`${one}/changes`, { ...input, query: { limit: 1 } });
    assert.deepEqual([cut.changes.length, cut.more], [1, 1]);
  });

  it('include a page that was moved among its siblings', async () => {
    const proposal = await docs.propose([{ operation: 'update_page', page: guide, at: 0 }]);
    const { changes } = await docs.call(`${one}/changes`, { spaceId, changeRequestId: proposal.id });
    assert.deepEqual(
      changes.map(change => [change.type, change.type === 'page_moved' && change.parent]),
      [['page_moved', {}]],
    );
  });

  it('of a merge are those that it brought to the main content', async () => {
    const [first, second] = [
      await docs.propose([rewrite(start, 'Begin.')]),
      await docs.propose([rewrite(guide, 'New.')]),
    ];
    await docs.merge(first);
    const { revision: revisionId } = await docs.merge(second);
    const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/changes';
    const { changes, mergedFrom } = await docs.call(route, { spaceId, revisionId });
    assert.deepEqual(
      changes.map(change => change.type === 'page_edited' && change.page.id),
      [guide],
    );
    assert.equal(mergedFrom?.id, second.id);
  });
});
