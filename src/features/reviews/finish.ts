import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { type Submission, Submissions, type Verdict } from '../../model/reviews/submission.ts';
import { askText, type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { addressOfList } from '../reviewList/node.ts';
import { countOf, sendReview, writtenFor } from './send.ts';

/**
 * Asks for a verdict and a summary, and sends them behind what was held back. What was written is kept until the service
 * has it.
 */
export async function finishReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fresh(place);
  const { status } = changeRequest;
  const name = nameOf(changeRequest);
  if (status === 'merged' || status === 'archived')
    throw new Failure(words`Could not review ${name}: it is ${status}.`);
  const submissions = new Submissions(app.context.globalState);
  const kept = submissions.get(place);
  const written = await writtenFor(app, place);
  const pending = written.drafts.pendingIn(written.discussion.key).length;
  const verdict = await pick(
    { title: words`Finish Review of ${name}`, placeHolder: soFarOf(app, place, pending), empty: 'Nothing to decide' },
    verdicts(kept?.verdict),
  );
  const mayBeEmpty = verdict === 'approved' || pending > 0;
  const summary = await askText({
    title: words`${titles[verdict]}: ${name}`,
    prompt: mayBeEmpty ? 'A summary for the author; may be empty' : 'What the author has to know',
    value: kept?.summary,
    violation: text => (text === '' && !mayBeEmpty ? 'Say what it is about.' : undefined),
  });
  const isSame = kept?.verdict === verdict && kept.summary === summary;
  const submission: Submission = isSame ? kept : { verdict, summary };
  await submissions.keep(place, submission);
  const went = await sendReview(app, written, { place, submissions, submission });
  await submissions.keep(place, undefined);
  if (went === 'comment' && verdict !== 'comment') await leaveOut(app, place, changeRequest.revision);
  const sentences = [
    words`${said[verdict]} ${name}.`,
    pending > 0 ? `${countOf(pending)} went with it.` : '',
    went === 'comment' && verdict !== 'comment' ? asComment : '',
  ];
  say.info(sentences.filter(Boolean).join(' '));
}

/** Has a change request wait for the user no more, of which the server does not know that he has decided. */
async function leaveOut({ reviews, reviewLists }: App, place: ChangeRequestPlace, revision: string): Promise<void> {
  await (await reviews.inbox).decided.note(place, revision);
  reviewLists.hear(new Set([addressOfList(place.connection, { id: 'waiting' })]));
}

const asComment = 'This server takes no reviews, so a comment on the change request says so.';

const titles: Record<Verdict, string> = {
  approved: 'Approve',
  'changes-requested': 'Request Changes',
  comment: 'Comment',
};
const said: Record<Verdict, string> = {
  approved: 'You approved',
  'changes-requested': 'You requested changes to',
  comment: 'You commented on',
};

/** What can be decided; first what was chosen before. */
function verdicts(before: Verdict | undefined): Choice<Verdict>[] {
  const meanings: Record<Verdict, string> = {
    approved: 'It can be merged as it is.',
    'changes-requested': 'Something has to change before it is merged.',
    comment: 'Say something about all of it, without a verdict.',
  };
  const choices = (Object.keys(meanings) as Verdict[]).map(value => ({
    value,
    label: titles[value],
    detail: meanings[value],
    description: value === before ? 'as you had begun' : '',
  }));
  return choices.sort((one, other) => Number(other.value === before) - Number(one.value === before));
}

/** How far the user is. */
function soFarOf({ reviews }: App, place: ChangeRequestPlace, pending: number): string {
  const progress = reviews.progress(place);
  const seen = progress ? `You have viewed ${progress.viewed} of ${progress.all} changes` : 'What do you think of it?';
  return pending > 0 ? `${seen} · ${countOf(pending)} will be sent first` : seen;
}
