import assert from 'node:assert/strict';
import { openDocs } from '../docs.ts';
import type { Edit } from '../docs.ts';

describe('links of edited pages', () => {
  const files = { 'README.md': 'Start.', 'guide.md': 'Guide.', 'use.md': 'Use.' };
  const update = (page: string, markdown: string): Edit => ({ operation: 'update_page', page, document: { markdown } });

  it('lead to the final position of pages, even within a request that moves and adds some', async () => {
    const docs = await openDocs(files);
    const [start, guide, use] = [await docs.page(''), await docs.page('guide'), await docs.page('use')];
    const changeRequest = await docs.propose([
      update(start.id, '[a](guide.md)\n'),
      { operation: 'update_page', page: guide.id, slug: 'manual' },
      { operation: 'insert_page', title: 'Guide', document: { markdown: '[it](use.md)\n' } },
      update(use.id, '[a](manual.md) [b](guide.md)\n'),
    ]);
    assert.equal(await docs.read('', changeRequest), '[a](manual.md)\n');
    assert.equal(await docs.read('use', changeRequest), '[a](manual.md) [b](guide.md)\n');
    const { id } = await docs.page('guide', changeRequest);
    await docs.edit(changeRequest, [{ operation: 'update_page', page: id, slug: 'new' }]);
    assert.equal(await docs.read('use', changeRequest), '[a](manual.md) [b](new.md)\n');
    await docs.edit(changeRequest, [update(start.id, '[a](new.md) [b](guide.md)\n')]);
    const { document } = await docs.call(
      'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
      {
        spaceId: 'docs',
        changeRequestId: changeRequest.id,
        pageId: start.id,
        query: { format: 'document' },
      },
    );
    const targets = JSON.stringify(document).match(/"kind":"[^}]*/g);
    assert.deepEqual(targets, [`"kind":"page","page":"${id}"`, '"kind":"url","url":"guide.md"']);
  });
});
