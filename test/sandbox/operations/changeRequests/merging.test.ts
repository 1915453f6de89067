import assert from 'node:assert/strict';
import { textOfNodes } from '../../../../src/markdown/document.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const one = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
const merge = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
const update = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update';
const patch = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';

describe('merging and updating change requests of the sandbox', () => {
  let docs: Docs;
  let guide: string;
  const get = (changeRequestId: string) => docs.call(one, { spaceId, changeRequestId });
  /** Returns the nodes of the guide in the main content or in a change request. */
  const nodes = async (changeRequest?: { id: string }) => {
    const { documentId = '' } = await docs.page('guide', changeRequest);
    return (await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId })).nodes;
  };
  const rewrite = (page: string, markdown: string) =>
    ({ operation: 'update_page', page, document: { markdown } }) as const;

  beforeEach(async () => {
    docs = await openDocs({
      'SUMMARY.md': '* [Start](README.md)\n* [Guide](guide.md)\n',
      'README.md': 'Welcome.\n\nRead the [guide](guide.md).\n',
      'guide.md': 'First.\n\nSecond.\n\nThird.\n',
    });
    guide = (await docs.page('guide')).id;
  });

  it('brings their changes into the main content', async () => {
    const before = await docs.call('GET /spaces/{spaceId}', { spaceId });
    const proposal = await docs.propose([rewrite(guide, 'First.\n\nSecond, better.\n\nThird.\n')]);
    const { revision, result } = await docs.merge(proposal);
    assert.equal(result, 'merge');
    assert.equal(await docs.read('guide'), 'First.\n\nSecond, better.\n\nThird.\n');
    const merged = await get(proposal.id);
    assert.deepEqual(
      [merged.status, merged.revisionMerged, merged.mergedBy?.id, merged.outdated],
      ['merged', revision, 'ada', false],
    );
    const after = await docs.call('GET /spaces/{spaceId}', { spaceId });
    assert.equal(after.revision, revision);
    assert.equal(after.changeRequestsOpen, 0);
    const content = await docs.call('GET /spaces/{spaceId}/revisions/{revisionId}', { spaceId, revisionId: revision });
    assert.deepEqual(
      [content.type, content.mergedFrom?.id, content.parents],
      ['merge', proposal.id, [before.revision, proposal.revision]],
    );
  });

  it('marks them as outdated while the main content has newer changes', async () => {
    const [first, second] = [
      await docs.propose([rewrite(guide, 'First, changed.\n\nSecond.\n\nThird.\n')]),
      await docs.propose([rewrite(guide, 'First.\n\nSecond.\n\nThird, changed.\n')]),
    ];
    await docs.merge(first);
    assert.equal((await get(second.id)).outdated, true);
    const { result, revision } = await docs.call(update, { spaceId, changeRequestId: second.id }, { as: 'eden' });
    assert.equal(result, 'update');
    const updated = await get(second.id);
    const { revision: main } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    assert.deepEqual([updated.outdated, updated.revision, updated.revisionMergedAncestor], [false, revision, main]);
    assert.equal(await docs.read('guide', second), 'First, changed.\n\nSecond.\n\nThird, changed.\n');
    const { changes } = await docs.call(`${one}/changes`, { spaceId, changeRequestId: second.id });
    assert.deepEqual(
      changes.map(({ type }) => type),
      ['page_edited'],
    );
  });

  it('keeps the revision of one that is up to date', async () => {
    const proposal = await docs.propose([rewrite(guide, 'New.\n')]);
    const updated = await docs.call(update, { spaceId, changeRequestId: proposal.id });
    assert.deepEqual(updated, { revision: proposal.revision, result: 'update' });
  });

  it('keeps both versions of conflicting changes, in either direction', async () => {
    for (const route of [merge, update] as const) {
      const docs = await openDocs({ 'README.md': 'One.\n\nTwo.\n' });
      const page = (await docs.page('')).id;
      const [first, second] = [
        await docs.propose([rewrite(page, 'One.\n\nTwo, main.\n')]),
        await docs.propose([rewrite(page, 'One.\n\nTwo, proposed.\n')]),
      ];
      await docs.merge(first);
      const { result } = await docs.call(route, { spaceId, changeRequestId: second.id });
      assert.equal(result, 'conflicts');
      const markdown = await docs.read('', route === update ? second : undefined);
      assert.equal(markdown, 'One.\n\nTwo, main.\n\nTwo, proposed.\n');
    }
  });

  it('has no conflict after an update', async () => {
    const [first, second] = [
      await docs.propose([rewrite(guide, 'Main.\n')]),
      await docs.propose([rewrite(guide, 'Proposed.\n')]),
    ];
    await docs.merge(first);
    await docs.call(update, { spaceId, changeRequestId: second.id });
    await docs.edit(second, [rewrite(guide, 'Both.\n')]);
    assert.equal((await docs.merge(second)).result, 'merge');
    assert.equal(await docs.read('guide'), 'Both.\n');
  });

  it('is rejected while they are drafts, archived or merged already', async () => {
    const expectations: ['draft' | 'archived', RegExp][] = [
      ['draft', /Could not merge #1: it is a draft\. Set its status to 'open' first\./],
      ['archived', /Could not merge #1: it is archived\. Set its status to 'open' first\./],
    ];
    const { id } = await docs.propose([]);
    for (const [status, expected] of expectations) {
      await docs.call(patch, { spaceId, changeRequestId: id, body: { status } });
      const refusal = await docs.refusal(merge, { spaceId, changeRequestId: id });
      assert.equal(refusal.status, 409);
      assert.match(refusal.message, expected);
    }
    await docs.call(patch, { spaceId, changeRequestId: id, body: { status: 'open' } });
    await docs.merge({ id });
    const { status, message } = await docs.refusal(merge, { spaceId, changeRequestId: id });
    assert.deepEqual([status, message], [409, 'Could not merge #1: it is merged already.']);
  });

  it('is rejected in a locked space', async () => {
    const { id } = await docs.propose([rewrite(guide, 'New.')]);
    await docs.call('PATCH /spaces/{spaceId}', { spaceId, body: { editMode: 'locked' } });
    const refusal = await docs.refusal(merge, { spaceId, changeRequestId: id });
    assert.equal(refusal.status, 403);
    assert.match(refusal.message, /is locked/);
    assert.equal(await docs.read('guide'), 'First.\n\nSecond.\n\nThird.\n');
  });

  it('keeps the IDs of unchanged nodes, through edits, merges and updates', async () => {
    const keys = async (changeRequest?: { id: string }) => (await nodes(changeRequest)).map(({ key }) => key);
    const before = await keys();
    const [first, second] = [
      await docs.propose([rewrite(guide, 'Zero.\n\nFirst.\n\nSecond, changed.\n\nThird.\n')]),
      await docs.propose([rewrite(guide, 'First.\n\nSecond.\n\nThird.\n\nFourth.\n')]),
    ];
    const proposed = await keys(first);
    assert.deepEqual(proposed.slice(1), before);
    await docs.merge(first);
    assert.deepEqual(await keys(), proposed);
    const fourth = (await keys(second)).at(-1);
    await docs.call(update, { spaceId, changeRequestId: second.id });
    assert.deepEqual(await keys(second), [...proposed, fourth]);
  });

  for (const [title, route, expected] of [
    ['the side of the main content in a merge', merge, ['Two, main.', 'Two, proposed.']],
    ['the side of the change request in an update', update, ['Two, proposed.', 'Two, main.']],
  ] as const) {
    it(`keeps, of two versions of one node, the key on ${title}`, async () => {
      const two = (await nodes())[1]?.key;
      const [first, second] = [
        await docs.propose([rewrite(guide, 'First.\n\nTwo, main.\n\nThird.\n')]),
        await docs.propose([rewrite(guide, 'First.\n\nTwo, proposed.\n\nThird.\n')]),
      ];
      await docs.merge(first);
      await docs.call(route, { spaceId, changeRequestId: second.id });
      const merged = await nodes(route === update ? second : undefined);
      const [keptKey, other] = expected.map(text => merged.find(node => textOfNodes([node]) === text)?.key);
      assert.equal(keptKey, two);
      assert.notEqual(other, two);
    });
  }
});
