import assert from 'node:assert/strict';
import { commands } from '../../../src/features/changeRequests/commands.ts';
import type { ReviewerResource } from '../../../src/features/changeRequests/reviewerRows.ts';
import { requestReviewer } from '../../../src/sandbox/operations/reviews/reviewers.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { markTrusted } from '../../../src/ui/trusted.ts';
import { run } from '../../host/commands.ts';
import type { Stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly } from '../../host/support.ts';
import { times, withParts, type Write } from './write.ts';

const space = 'heron-manual';
const number = 8;
const longAgo = '2020-01-01T00:00:00.000Z';
const onChangeRequest = () => changeRequestUri(space, number);

function changeRequest({ state }: RunningSandbox) {
  return state.changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
}

/** Returns the requested reviewers of the change request. */
function asked(sandbox: RunningSandbox) {
  return sandbox.state.requestedReviewers.by('changeRequest', changeRequest(sandbox).id);
}

/** Replaces the reviews of the sample by review requests to these users, with a date long ago. */
function ask(sandbox: RunningSandbox, ...users: string[]): void {
  const { state } = sandbox;
  for (const { id } of asked(sandbox)) state.requestedReviewers.delete(id);
  for (const { id } of state.reviews.by('changeRequest', changeRequest(sandbox).id)) state.reviews.delete(id);
  for (const user of users) requestReviewer(state, changeRequest(sandbox), user, { by: 'mira', at: longAgo });
}

/** Asks Amara again, like the command on her row. */
function askAgain(set: Stage): Promise<string[]> {
  return withParts(set, doing => {
    const connection = doing.app.session.current ?? assert.fail('nobody is signed in');
    const isAsked = asked(set.sandbox).some(({ user }) => user === 'amara');
    const place = { connection, space, number };
    const resource: ReviewerResource = { kind: 'reviewer', place, user: 'amara', name: 'Amara Okonkwo', isAsked };
    return doing.run(
      commands,
      'reviewer.askAgain',
      [],
      markTrusted({ id: 'amara', label: 'Amara', contextValue: 'reviewer.person', resource }),
    );
  });
}

/** Adds two conversations to the change request. */
function putConversations({ state }: RunningSandbox): void {
  const { id, revision } =
    state.changeRequests.all().find(row => row.number === number && row.space === space) ?? assert.fail();
  for (const one of ['first', 'second']) {
    const target = { space, changeRequest: id, revision };
    state.comments.put({
      ...{ id: one, ...target, postedBy: 'lucia', postedAt: longAgo, markdown: `Remark ${one}`, reactions: [] },
      status: 'open',
    });
  }
}

/** Returns a function that runs a command on both conversations, as on their rows. */
function onConversations(command: string, answer: string): () => Promise<string[]> {
  const rows = ['first', 'second'].map(comment =>
    markTrusted({ kind: 'conversation', uri: onChangeRequest(), comment }),
  );
  return () => run(command, [answer], rows[0], rows);
}

export const writesOfReviews: readonly Write[] = [
  {
    command: 'comment.resolveSeveral',
    prepare: putConversations,
    run: onConversations('comment.resolveSeveral', ''),
    sends: /^PUT .*\/comments\/second$/,
    count: ({ state }) => times(state.comments.get('second').status === 'resolved'),
    done: /^2 resolved\.$/,
  },
  {
    command: 'comment.resolveSeveral',
    variant: 'with a reply',
    prepare: putConversations,
    run: onConversations('comment.resolveSeveral', 'Thank you.'),
    sends: /^PUT .*\/comments\/second$/,
    count: ({ state }) => times(state.comments.get('second').status === 'resolved'),
    done: /^2 resolved\.$/,
  },
  {
    command: 'comment.replyToSeveral',
    prepare: putConversations,
    run: onConversations('comment.replyToSeveral', 'Thank you.'),
    sends: /^POST .*\/comments\/second\/replies$/,
    count: ({ state }) => state.commentReplies.by('comment', 'second').length,
    done: /^2 answered\.$/,
  },
  {
    command: 'reviewer.askAgain',
    variant: 'who is taken off the list first',
    prepare: sandbox => ask(sandbox, 'amara'),
    run: askAgain,
    sends: /^DELETE .*\/requested-reviewers\/amara$/,
    count: sandbox => times(!asked(sandbox).some(({ createdAt }) => createdAt === longAgo)),
    done: /^Asked Amara Okonkwo again to review #8\.$/,
  },
  {
    command: 'reviewer.askAgain',
    variant: 'who is put on the list again',
    prepare: sandbox => ask(sandbox, 'amara'),
    run: askAgain,
    sends: /^POST .*\/requested-reviewers$/,
    count: sandbox => asked(sandbox).filter(({ createdAt }) => createdAt > longAgo).length,
    done: /^Asked Amara Okonkwo again to review #8\.$/,
  },
  {
    command: 'changeRequest.requestReviewers',
    variant: 'who is not asked any more',
    target: onChangeRequest,
    prepare: sandbox => ask(sandbox, 'amara', 'tomasz'),
    answers: [['Tomasz Wójcik']],
    sends: /^DELETE .*\/requested-reviewers\/amara$/,
    count: sandbox => times(!asked(sandbox).some(({ user }) => user === 'amara')),
    done: /No longer asked: Amara Okonkwo\.$/,
  },
  {
    command: 'review.finish',
    target: onChangeRequest,
    prepare: sandbox => ask(sandbox),
    answers: ['Approve', 'Well said.'],
    sends: documentedOnly ? /^POST .*\/change-requests\/8\/comments$/ : /^POST .*\/reviews$/,
    count: sandbox =>
      documentedOnly
        ? sandbox.state.comments.all().filter(({ markdown }) => markdown === '**Approved.**\n\nWell said.').length
        : sandbox.state.reviews.by('changeRequest', changeRequest(sandbox).id).length,
    done: /^You approved #8 ".*"\./,
  },
];
