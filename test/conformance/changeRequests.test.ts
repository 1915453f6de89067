import assert from 'node:assert/strict';
import { ChangeRequestReviewStatus, ChangeRequestStatus } from '@gitbook/api';
import type { GitBookAPI } from '@gitbook/api';
import { openDocs } from './docs.ts';

const pageOf = async (api: GitBookAPI, path: string) =>
  (await api.spaces.getPageByPath('docs', encodeURIComponent(path))).data.id;

const rewrite = (page: string, markdown: string) => [
  { operation: 'update_page' as const, page, document: { markdown } },
];

describe('with the published client, a change request', () => {
  it('is created, changed, listed, and read by its ID and by its number', async () => {
    const { api, as } = await openDocs();
    const { data: created, status } = await as('eden').spaces.createChangeRequest('docs', { subject: 'Herons' });
    assert.deepEqual([status, created.subject, created.createdBy.id], [201, 'Herons', 'eden']);
    const changes = { subject: 'More herons', status: 'draft' as const };
    const { data: changed } = await as('eden').spaces.updateChangeRequestById('docs', created.id, changes);
    assert.partialDeepStrictEqual(changed, changes);
    assert.deepEqual((await api.spaces.getChangeRequestById('docs', created.id)).data, changed);
    assert.deepEqual((await api.spaces.getChangeRequestById('docs', String(created.number))).data, changed);

    const list = async (query: { status?: ChangeRequestStatus; contributor?: string }) =>
      (await api.spaces.listChangeRequestsForSpace('docs', query)).data.items;
    assert.deepEqual(await list({}), []);
    assert.deepEqual(await list({ status: ChangeRequestStatus.Draft }), [changed]);
    assert.deepEqual(await list({ status: ChangeRequestStatus.Draft, contributor: 'ada' }), []);
  });

  it('reports its changes and contributors', async () => {
    const { api, propose } = await openDocs();
    const guide = await pageOf(api, 'guide');
    const id = await propose(rewrite(guide, 'Herons wait longer.\n'));
    const { data } = await api.spaces.getChangeRequestChanges('docs', id);
    assert.deepEqual(
      data.changes.map(change => [change.type, 'page' in change ? change.page.id : undefined]),
      [['page_edited', guide]],
    );
    const { data: contributors } = await api.spaces.getContributorsByChangeRequestId('docs', id);
    assert.deepEqual(
      contributors.items.map(({ user }) => user.id),
      ['eden'],
    );
  });

  it('is reviewed by requested reviewers', async () => {
    const { api, as, propose } = await openDocs();
    const id = await propose([]);
    const asked = { users: ['rosa', 'cato'], subject: 'Please look' };
    const { data: requested } = await as('eden').spaces.requestReviewersForChangeRequest('docs', id, asked);
    const { data: reviewers } = await api.spaces.getRequestedReviewersByChangeRequestId('docs', id);
    assert.deepEqual(reviewers.items, requested.users);
    assert.deepEqual(
      reviewers.items.map(reviewer => [reviewer.requestedBy.id, 'user' in reviewer && reviewer.user.id]),
      [
        ['eden', 'rosa'],
        ['eden', 'cato'],
      ],
    );
    assert.equal((await api.spaces.getChangeRequestById('docs', id)).data.subject, 'Please look');
    await as('eden').spaces.removeRequestedReviewerFromChangeRequest('docs', id, 'cato');
    assert.equal((await api.spaces.getRequestedReviewersByChangeRequestId('docs', id)).data.count, 1);
  });

  it('accepts reviews with a comment', async () => {
    const { as, propose } = await openDocs();
    const id = await propose([]);
    const written = { status: ChangeRequestReviewStatus.ChangesRequested, comment: { markdown: 'Too short.' } };
    const { data: review } = await as('rosa').spaces.submitChangeRequestReview('docs', id, written);
    assert.deepEqual([review.status, review.reviewer.id], ['changes-requested', 'rosa']);
    assert.deepEqual(review.comment?.body, { markdown: 'Too short.' });
    const { data: reviews } = await as('rosa').spaces.getReviewsByChangeRequestId('docs', id, { format: 'markdown' });
    assert.deepEqual(reviews.items, [review]);
  });

  it('becomes the content when it is merged', async () => {
    const { api, propose } = await openDocs();
    const guide = await pageOf(api, 'guide');
    const id = await propose(rewrite(guide, 'Herons wait longer.\n'));
    const { data: merge } = await api.spaces.mergeChangeRequest('docs', id);
    const { data: merged } = await api.spaces.getChangeRequestById('docs', id);
    assert.deepEqual([merge.result, merged.status, merged.revisionMerged], ['merge', 'merged', merge.revision]);
    assert.equal((await api.spaces.getSpaceById('docs')).data.revision, merge.revision);
    const { data: page } = await api.spaces.getPageById('docs', guide, { format: 'markdown' });
    assert.equal('markdown' in page && page.markdown, 'Herons wait longer.\n');
  });

  it('is exported as PDF, as a whole and page by page', async () => {
    const { api, propose } = await openDocs();
    const id = await propose([]);
    const pdfOf = async (query: Parameters<typeof api.spaces.getChangeRequestPdf>[2]) => {
      const { data } = await api.spaces.getChangeRequestPdf('docs', id, query);
      const response = await fetch(data.url);
      assert.equal(response.headers.get('content-type'), 'application/pdf');
      return new Uint8Array(await response.arrayBuffer());
    };
    const whole = await pdfOf({});
    assert.equal(String.fromCharCode(...whole.subarray(0, 5)), '%PDF-');
    const page = await pdfOf({ page: await pageOf(api, 'guide'), only: true });
    assert.ok(page.length < whole.length);
  });

  it('takes over what was merged meanwhile', async () => {
    const { api, as, propose } = await openDocs();
    const guide = await pageOf(api, 'guide');
    const id = await propose([]);
    await api.spaces.mergeChangeRequest('docs', await propose(rewrite(guide, 'Herons wait longer.\n')));
    assert.equal((await api.spaces.getChangeRequestById('docs', id)).data.outdated, true);

    const { data: update } = await as('eden').spaces.updateChangeRequest('docs', id);
    const { data: updated } = await api.spaces.getChangeRequestById('docs', id);
    assert.deepEqual([update.result, updated.outdated, updated.revision], ['update', false, update.revision]);
    const { data: page } = await api.spaces.getPageInChangeRequestById('docs', id, guide, { format: 'markdown' });
    assert.equal('markdown' in page && page.markdown, 'Herons wait longer.\n');
  });
});
