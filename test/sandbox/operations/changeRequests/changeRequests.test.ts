import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const one = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
const merge = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
const update = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update';

describe('change requests of the sandbox', () => {
  let docs: Docs;
  let start: string;
  let guide: string;
  const get = (changeRequestId: string) => docs.call(one, { spaceId, changeRequestId });
  const patch = (changeRequestId: string, body: object, as = 'eden') =>
    docs.call('PATCH /spaces/{spaceId}/change-requests/{changeRequestId}', { spaceId, changeRequestId, body }, { as });
  const list = async (query: object) => {
    const { items } = await docs.call('GET /spaces/{spaceId}/change-requests', { spaceId, query });
    return items.map(({ number }) => number);
  };
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

  it('branch off the main content and count up', async () => {
    const { revision } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    const route = 'POST /spaces/{spaceId}/change-requests';
    const { status, body } = await docs.reply(route, { spaceId, body: { subject: 'One' } }, { as: 'eden' });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.number, body.status, body.subject, body.createdBy.id, body.revision, body.revisionInitial, body.outdated],
      [1, 'open', 'One', 'eden', revision, revision, false],
    );
    assert.equal((await docs.call(route, { spaceId, body: {} })).number, 2);
    const { changeRequests, changeRequestsOpen } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    assert.deepEqual([changeRequests, changeRequestsOpen], [2, 2]);
  });

  it('are found by ID and by number, in their own space only', async () => {
    const { id } = await docs.propose([]);
    assert.equal((await get(id)).number, 1);
    assert.equal((await get('1')).id, id);
    for (const changeRequestId of ['2', 'nothing', '1.0x']) {
      const { status, message } = await docs.refusal(one, { spaceId, changeRequestId });
      assert.equal(status, 404);
      assert.match(message, /has no change request with the ID or number/);
    }
    assert.equal((await docs.refusal(one, { spaceId: 'handbook', changeRequestId: id })).status, 404);
  });

  it('are listed by status, the newest first, and by contributor', async () => {
    for (let count = 0; count < 3; count++) await docs.propose([]);
    await patch('2', { status: 'draft' });
    await docs.call('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} });
    assert.deepEqual(await list({}), [4, 3, 1]);
    assert.deepEqual(await list({ status: 'draft' }), [2]);
    assert.deepEqual(await list({ contributor: 'ada' }), [4]);
    await docs.call(
      'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content',
      { spaceId, changeRequestId: '1', body: { changes: [rewrite(guide, 'New.')] } },
      { as: 'ada' },
    );
    assert.deepEqual(await list({ contributor: 'ada' }), [4, 1]);
    const contributors = await docs.call(`${one}/contributors`, { spaceId, changeRequestId: '1' });
    assert.deepEqual(
      contributors.items.map(({ user, count }) => `${user.id} ${count}`),
      ['ada 1', 'eden 0'],
    );
  });

  it('are listed over all spaces of an organization', async () => {
    await docs.propose([]);
    await docs.propose([]);
    await patch('2', { status: 'archived' });
    const route = 'GET /orgs/{organizationId}/change-requests';
    const listAll = async (query: object) => {
      const { items } = await docs.call(route, { organizationId: 'acme', query });
      return items.map(({ number }) => number);
    };
    assert.deepEqual(await listAll({}), [1]);
    assert.deepEqual(await listAll({ status: ['open', 'archived'], orderBy: 'createdAt' }), [2, 1]);
    assert.deepEqual(await listAll({ creator: 'ada' }), []);
  });

  it('change subject and status', async () => {
    await docs.propose([], 'Old');
    const changed = await patch('1', { subject: 'New', status: 'draft' });
    assert.deepEqual([changed.subject, changed.status], ['New', 'draft']);
    assert.equal((await patch('1', { status: 'archived' })).status, 'archived');
    assert.equal((await patch('1', { status: 'open' })).subject, 'New');
  });

  it('become merged by a merge only', async () => {
    await docs.propose([]);
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    const input = { spaceId, changeRequestId: '1', body: { status: 'merged' } };
    assert.equal((await docs.refusal(route, input)).status, 400);
  });

  it('bring what they changed into the main content', async () => {
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

  it('are outdated while the main content has what they do not', async () => {
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

  it('that are up to date stay at their revision when they are updated', async () => {
    const proposal = await docs.propose([rewrite(guide, 'New.\n')]);
    const updated = await docs.call(update, { spaceId, changeRequestId: proposal.id });
    assert.deepEqual(updated, { revision: proposal.revision, result: 'update' });
  });

  it('keep both versions of what the main content changed too, whichever way they are merged', async () => {
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

  it('merge without conflict once they are updated', async () => {
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

  it('are not merged while they are drafts, archived or merged already', async () => {
    const expectations: [Schema<'ChangeRequest'>['status'], RegExp][] = [
      ['draft', /Could not merge #1: it is a draft\. Set its status to 'open' first\./],
      ['archived', /Could not merge #1: it is archived\. Set its status to 'open' first\./],
    ];
    const { id } = await docs.propose([]);
    for (const [status, expected] of expectations) {
      await patch(id, { status });
      const refusal = await docs.refusal(merge, { spaceId, changeRequestId: id });
      assert.equal(refusal.status, 409);
      assert.match(refusal.message, expected);
    }
    await patch(id, { status: 'open' });
    await docs.merge({ id });
    const { status, message } = await docs.refusal(merge, { spaceId, changeRequestId: id });
    assert.deepEqual([status, message], [409, 'Could not merge #1: it is merged already.']);
  });

  it('do not change any more once they are merged', async () => {
    const { id } = await docs.propose([]);
    await docs.merge({ id });
    const input = { spaceId, changeRequestId: id };
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    const refusals = [
      await docs.refusal(route, { ...input, body: { status: 'open' } }),
      await docs.refusal(update, input),
      await docs.refusal('POST /spaces/{spaceId}/change-requests/{changeRequestId}/content', {
        ...input,
        body: { changes: [{ operation: 'delete_page', page: guide }] },
      }),
    ];
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [409, 409, 409],
    );
    assert.match(refusals[0]?.message ?? '', /it is merged\. Create a new change request instead\./);
  });

  it('ask for roles: editing for their content, reviewing for their merge', async () => {
    const { id } = await docs.propose([rewrite(guide, 'New.')]);
    const input = { spaceId, changeRequestId: id };
    const { status, message } = await docs.refusal(merge, input, { as: 'eden' });
    assert.equal(status, 403);
    assert.match(message, /You may not merge its change requests/);
    assert.equal((await docs.refusal(update, input, { as: 'colm' })).status, 403);
    const create = await docs.refusal('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} }, { as: 'colm' });
    assert.equal(create.status, 403);
    assert.equal((await docs.refusal(one, input, { as: 'gus' })).status, 404);
    assert.equal((await docs.reply(merge, input, { as: 'rosa' })).status, 200);
  });

  it('do not get into a locked space', async () => {
    const { id } = await docs.propose([rewrite(guide, 'New.')]);
    await docs.call('PATCH /spaces/{spaceId}', { spaceId, body: { editMode: 'locked' } });
    const refusal = await docs.refusal(merge, { spaceId, changeRequestId: id });
    assert.equal(refusal.status, 403);
    assert.match(refusal.message, /is locked/);
    assert.equal(await docs.read('guide'), 'First.\n\nSecond.\n\nThird.\n');
  });

  it('tell what they change, ten changes at a time unless more are wanted', async () => {
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

  it('keep the nodes that they leave alone, through edits, merges and updates', async () => {
    const keys = async (changeRequest?: { id: string }) => {
      const route = changeRequest ? (`${one}/content/page/{pageId}` as const) : undefined;
      const query = { format: 'document' as const };
      const { document } = route
        ? await docs.call(route, { spaceId, changeRequestId: changeRequest?.id ?? '', pageId: guide, query })
        : await docs.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId: guide, query });
      return document?.nodes.map(({ key }) => key);
    };
    const before = await keys();
    const [first, second] = [
      await docs.propose([rewrite(guide, 'Zero.\n\nFirst.\n\nSecond, changed.\n\nThird.\n')]),
      await docs.propose([rewrite(guide, 'First.\n\nSecond.\n\nThird.\n\nFourth.\n')]),
    ];
    const proposed = await keys(first);
    assert.deepEqual(proposed?.slice(1), before);
    await docs.merge(first);
    assert.deepEqual(await keys(), proposed);
    const fourth = (await keys(second))?.at(-1);
    await docs.call(update, { spaceId, changeRequestId: second.id });
    assert.deepEqual(await keys(second), [...(proposed ?? []), fourth]);
  });
});
