import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const one = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
const merge = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
const update = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update';

describe('change requests of the sandbox', () => {
  let docs: Docs;
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
    guide = (await docs.page('guide')).id;
  });

  it('branch off the main content and are numbered', async () => {
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

  it('are found by ID and by number, only in their space', async () => {
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

  it('are listed together page by page, whatever their status', async () => {
    for (let number = 0; number < 5; number++) await docs.propose([]);
    for (const number of ['2', '3']) await patch(number, { status: 'archived' });
    const route = 'GET /orgs/{organizationId}/change-requests';
    for (const limit of [1, 2, 3, 5]) {
      const numbers: number[] = [];
      let page = '';
      do {
        const query = { status: ['open' as const, 'archived' as const], orderBy: 'createdAt' as const, limit };
        const list = await docs.call(route, { organizationId: 'acme', query: { ...query, ...(page && { page }) } });
        assert.equal(list.count, 5);
        numbers.push(...list.items.map(({ number }) => number));
        page = list.next?.page ?? '';
      } while (page !== '');
      assert.deepEqual(numbers, [5, 4, 3, 2, 1], `by ${limit}`);
    }
  });

  it('can change subject and status', async () => {
    await docs.propose([], 'Old');
    const changed = await patch('1', { subject: 'New', status: 'draft' });
    assert.deepEqual([changed.subject, changed.status], ['New', 'draft']);
    assert.equal((await patch('1', { status: 'archived' })).status, 'archived');
    assert.equal((await patch('1', { status: 'open' })).subject, 'New');
  });

  it('get the status merged only by a merge', async () => {
    await docs.propose([]);
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    const input = { spaceId, changeRequestId: '1', body: { status: 'merged' } };
    assert.equal((await docs.refusal(route, input)).status, 400);
  });

  it('do not change once they are merged', async () => {
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

  it('require roles: edit for their content, review for their merge', async () => {
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

  it('list their contributors, with the time of the last contribution', async () => {
    let now = new Date('2026-03-01T00:00:00.000Z');
    docs = await openDocs({ 'guide.md': 'First.\n' }, { clock: () => now });
    const { id: page } = await docs.page('guide');
    const { id } = await docs.propose([]);
    for (const day of [2, 3]) {
      now = new Date(`2026-03-0${day}T00:00:00.000Z`);
      await docs.edit({ id }, [rewrite(page, `Day ${day}.`)]);
    }
    const { items } = await docs.call(`${one}/contributors`, { spaceId, changeRequestId: id });
    assert.deepEqual(
      items.map(({ user, count, updatedAt }) => [user.id, count, updatedAt]),
      [['eden', 2, '2026-03-03T00:00:00.000Z']],
    );
  });

  it('list contributors before an update, and not those who edited only the main content', async () => {
    const edit = (changeRequestId: string, page: string, as: string) =>
      docs.call(
        'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content',
        { spaceId, changeRequestId, body: { changes: [rewrite(page, `By ${as}.`)] } },
        { as },
      );
    const other = await docs.page('');
    const merged = await docs.propose([]);
    const proposal = await docs.propose([]);
    await edit(merged.id, other.id, 'cato');
    await edit(proposal.id, guide, 'ada');
    await docs.merge(merged);
    await docs.call(
      'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update',
      { spaceId, changeRequestId: proposal.id },
      { as: 'eden' },
    );
    const { items } = await docs.call(`${one}/contributors`, { spaceId, changeRequestId: proposal.id });
    assert.deepEqual(
      items.map(({ user, count }) => `${user.id} ${count}`),
      ['ada 1', 'eden 1'],
    );
    assert.deepEqual(await list({ contributor: 'cato' }), []);
  });
});
