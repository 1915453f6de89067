import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answering } from '../../host/answers.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const reviews = /^POST .*\/reviews$/;
const comments = /^POST .*\/change-requests\/\d+\/comments$/;

describe('finishing a review', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const changeRequest = () =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
  const sentReviews = () => set.sandbox.state.reviews.by('changeRequest', changeRequest().id);
  const markdownOf = (id: string | undefined) => set.sandbox.state.comments.find(id ?? '')?.markdown;
  const saying = (text: string) =>
    set.sandbox.state.comments.all().filter(row => row.changeRequest === changeRequest().id && row.markdown === text);
  const finish = (uri = changeRequestUri(space, number)) =>
    vscode.commands.executeCommand('marginalia.review.finish', uri);
  const last = () => answers.said.at(-1) ?? '';

  itWithOptional('approves, with or without a summary', async () => {
    const before = sentReviews().length;
    answers = answering('Approve', 'Well said, all of it.', 'Approve', '');
    await finish();
    assert.match(last(), /^You approved #8 ".*"\.$/);
    await finish();
    const [one, other] = sentReviews().slice(before);
    assert.deepEqual([one?.status, markdownOf(one?.comment)], ['approved', 'Well said, all of it.']);
    assert.deepEqual([other?.status, other?.comment], ['approved', undefined]);
    assert.equal(sentReviews().length, before + 2);
  });

  itWithOptional('requests changes, and says which', async () => {
    const before = sentReviews().length;
    answers = answering('Request Changes', '', 'Request Changes', 'The rope is still a rope on one page.');
    await finish();
    assert.match(last(), /^Say what it is about\.$/);
    assert.equal(sentReviews().length, before);
    await finish();
    assert.match(last(), /^You requested changes to #8/);
    assert.deepEqual(
      sentReviews()
        .slice(before)
        .map(({ status, comment }) => [status, markdownOf(comment)]),
      [['changes-requested', 'The rope is still a rope on one page.']],
    );
  });

  it('comments without a verdict', async () => {
    answers = answering('Comment', 'Half of it is read, the rest follows.');
    await finish();
    assert.match(last(), /^You commented on #8/);
    const [comment, another] = saying('Half of it is read, the rest follows.');
    assert.ok(comment && !another);
    assert.equal(comment.page, undefined);
    assert.ok(!set.server.requests.some(request => reviews.test(request)));
  });

  it('says what was decided in a comment where the server takes no reviews', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 404 }, /\/reviews$/);
    answers = answering('Approve', 'As good as it gets.', 'Request Changes', 'Not yet.');
    await finish();
    assert.match(last(), /^You approved #8 .* This server takes no reviews, so a comment .* says so\.$/);
    assert.equal(saying('**Approved.**\n\nAs good as it gets.').length, 1);
    await finish();
    assert.equal(saying('**Changes requested.**\n\nNot yet.').length, 1);
  });

  it('keeps what was written while the server fails, and sends it once', async () => {
    const strikes = documentedOnly ? comments : reviews;
    set.server.fail({ kind: 'status', status: 500 }, strikes);
    answers = answering('Request Changes', 'The numbers are those of last year.');
    await finish();
    assert.match(last(), /^Sending your review of #8: .* Your summary is kept for the next time\.$/s);
    const failed = sentReviews().length;
    answers.restore();

    await set.server.recover();
    answers = answering(first, filledIn);
    await finish();
    assert.match(last(), /^You requested changes/);
    const words = 'The numbers are those of last year.';
    if (documentedOnly) return assert.equal(saying(`**Changes requested.**\n\n${words}`).length, 1);
    assert.deepEqual(
      sentReviews()
        .slice(failed)
        .map(({ comment }) => markdownOf(comment)),
      [words],
    );
  });

  it('sends nothing twice where the answer is lost, and finds out by itself what is true', async () => {
    const before = sentReviews().length;
    set.server.fail({ kind: 'dropped', isDone: true }, documentedOnly ? comments : reviews, 1);
    answers = answering('Approve', 'Sent once.');
    await finish();
    assert.match(last(), /^You approved/);
    if (documentedOnly) return assert.equal(saying('**Approved.**\n\nSent once.').length, 1);
    assert.equal(sentReviews().length, before + 1);
  });

  it('sends nothing twice where nobody knew for a while', async () => {
    const before = sentReviews().length;
    const [write, list] = documentedOnly ? [comments, /^GET .*\/comments$/] : [reviews, /^GET .*\/reviews$/];
    answers = answering('Approve', 'Sent once, told late.');
    set.server.fail({ kind: 'dropped', isDone: true }, write, 1);
    const isSent = () => set.server.requests.some(request => write.test(request));
    set.server.fail({ kind: 'other', reply: () => (isSent() ? { status: 403 } : {}) }, list);
    await finish();
    assert.match(last(), /the answer was lost\..* Your summary is kept/s);
    answers.restore();
    await set.server.recover();
    answers = answering(first, filledIn);
    await finish();
    assert.match(last(), /^You approved/);
    if (documentedOnly) return assert.equal(saying('**Approved.**\n\nSent once, told late.').length, 1);
    assert.equal(sentReviews().length, before + 1);
  });

  it('is refused for what is merged', async () => {
    const merged = set.sandbox.state.changeRequests.all().find(row => row.space === space && row.status === 'merged');
    answers = answering();
    await finish(changeRequestUri(space, merged?.number ?? assert.fail()));
    assert.match(last(), /^Could not review #\d+ ".*": it is merged\.$/);
  });

  it('is offered to those who may comment, while there is something to decide', () => {
    const rows = ['open', 'draft', 'open.noComment', 'merged', 'archived'].map(state => `changeRequest.${state}`);
    assert.deepEqual(rowsOffering('marginalia.review.finish', [...rows, 'changeRequestOverview']), [
      'changeRequest.open',
      'changeRequest.draft',
      'changeRequestOverview',
    ]);
    assert.equal(groupsOf('editor/title', 'marginalia.review.finish').length, 1);
  });

  /** Takes what is offered first. */
  const first = ([offered]: readonly unknown[]) => (offered as vscode.QuickPickItem).label;
  /** Takes what is in the box already. */
  const filledIn = ([box]: readonly unknown[]) => (box as { value?: string }).value;
});
