import assert from 'node:assert/strict';
import { openDocs, outlineOf, spaceId } from '../docs.ts';

describe('the folder of a space', () => {
  it('may contain a space, change requests and comments', async () => {
    const docs = await openDocs({
      'space/README.md': 'One.\n\nTwo.\n',
      'change-requests/007/change-request.json': JSON.stringify({
        number: 7,
        subject: 'Better',
        createdAt: '2026-02-01T10:00:00+02:00',
        files: [{ status: 'modified', path: 'README.md' }],
      }),
      'change-requests/007/files/README.md': 'One.\n\nTwo, better.\n',
      'change-requests/008/change-request.json': '{ "subject": "no number" }',
    });
    const changeRequest = await docs.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}', {
      spaceId,
      changeRequestId: '7',
    });
    assert.deepEqual([changeRequest.subject, changeRequest.createdAt], ['Better', '2026-02-01T08:00:00.000Z']);
    assert.equal(await docs.read(''), 'One.\n\nTwo.\n');
    assert.equal(await docs.read('', changeRequest), 'One.\n\nTwo, better.\n');
    const { createdAt } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    assert.equal(createdAt, '2026-01-31T08:00:00.000Z', 'its content is older than what happened to it');
    assert.match(docs.warnings.join(), /008' was left out: it needs a number/);
  });

  it('has change requests that add, remove, rename and reorder pages', async () => {
    const docs = await openDocs({
      'space/SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'space/a.md': 'See [b](b.md).\n',
      'space/b.md': 'B',
      'space/c.md': 'C',
      'change-requests/1/change-request.json': JSON.stringify({
        number: 1,
        subject: 'Rearrange',
        createdAt: '2026-02-01T10:00:00Z',
        files: [
          { status: 'modified', path: 'SUMMARY.md' },
          { status: 'added', path: 'new/d.md' },
          { status: 'removed', path: 'c.md' },
          { status: 'renamed', path: 'new/b2.md', previousPath: 'b.md' },
        ],
      }),
      'change-requests/1/files/SUMMARY.md': '* [B now](new/b2.md)\n  * [D](new/d.md)\n* [A](a.md)\n',
      'change-requests/1/files/new/d.md': 'D',
    });
    const changeRequest = { id: '1' };
    assert.equal(await docs.outline(), 'a b c');
    assert.equal(await docs.outline(changeRequest), 'new/b2(new/d) a');
    assert.equal(await docs.read('a', changeRequest), 'See [b](new/b2.md).\n');
    const { changes } = await docs.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes', {
      spaceId,
      changeRequestId: '1',
    });
    assert.deepEqual(
      changes.map(change => `${change.type} ${'page' in change ? change.page.path : ''}`),
      ['page_edited new/b2', 'page_created new/d', 'page_moved a', 'page_deleted c'],
    );
    assert.equal(outlineOf((await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId })).pages), 'a b c');
  });
});
