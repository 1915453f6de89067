import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { register } from '../../../src/features/writing/index.ts';
import { documentKey } from '../../../src/model/content/address.ts';
import { labels } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional, pagesOf } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('the rows of a change request', () => {
  const on = stageOfParts();

  it('list its unsent pages, as long as there are any', async () => {
    const { tree, writing } = on.app;
    on.app.context.subscriptions.push(register(on.app as unknown as App));
    const { id, uri } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    const path = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8'];
    const { drafts } = await writing.load();
    const document = documentKey(uri);
    assert.ok(!(await labels(tree, ...path)).includes('Not sent, saved on this computer'));
    const { savedAt } = await drafts.save({ document, page: id, title: 'Anchors', text: 'Keep it.\n' });
    await eventually(async () =>
      assert.deepEqual(await labels(tree, ...path, 'Not sent, saved on this computer'), ['Anchors']),
    );
    await drafts.delete(document, savedAt);
    await eventually(async () =>
      assert.ok(!(await labels(tree, ...path)).includes('Not sent, saved on this computer')),
    );
  });

  itWithOptional('list the pages below a group after a change', async () => {
    const { tree, session } = on.app;
    const { api } = session.current ?? assert.fail();
    const path = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8', 'All pages', 'Get started'];
    assert.ok((await labels(tree, ...path)).includes('Glossary'));
    const { id: page } = pagesOf(on.sandbox, changeRequest).find(({ title }) => title === 'Glossary') ?? assert.fail();
    await api.request('POST /spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      ...{ spaceId: changeRequest.space, changeRequestId: String(changeRequest.number) },
      body: { changes: [{ operation: 'update_page', page, title: 'Words' }] },
    });
    await eventually(async () => {
      const listed = await labels(tree, ...path);
      assert.ok(listed.includes('Words') && !listed.includes('Glossary'), listed.join(', '));
    });
  });
});
