import { attempt, Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { submit, type Submission, Submissions, type Verdict } from '../../model/reviews/submission.ts';
import { withWrite } from '../../ui/progress.ts';
import { askText, type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

/** Asks for a verdict and a summary, and sends them. What was written is kept until the service has it. */
export async function finishReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fresh(place);
  const { status, number } = changeRequest;
  const name = nameOf(changeRequest);
  if (status === 'merged' || status === 'archived')
    throw new Failure(words`Could not review ${name}: it is ${status}.`);
  const submissions = new Submissions(app.context.globalState);
  const kept = submissions.get(place);
  const verdict = await pick(
    { title: words`Finish Review of ${name}`, placeHolder: seenOf(app, place), empty: 'Nothing to decide' },
    verdicts(kept?.verdict),
  );
  const summary = await askText({
    title: words`${titles[verdict]}: ${name}`,
    prompt: verdict === 'approved' ? 'A summary for the author; may be empty' : 'What the author has to know',
    value: kept?.summary,
    violation: text => (text === '' && verdict !== 'approved' ? 'Say what it is about.' : undefined),
  });
  const isSame = kept?.verdict === verdict && kept.summary === summary;
  const submission: Submission = isSame ? kept : { verdict, summary };
  await submissions.keep(place, submission);
  const went = await withWrite(
    words`Sending your review of #${number}`,
    signal =>
      attempt(words`send your review of #${number}`, () => send(app, { place, submissions, submission, signal })),
    async () => 'Finish the review again: it is looked up before it is sent.',
  ).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure(error.message + keptHere, { cause: error.cause }) : error;
  });
  await submissions.keep(place, undefined);
  say.info(words`${said[verdict]} ${name}.` + (went === 'comment' && verdict !== 'comment' ? ` ${asComment}` : ''));
}

const keptHere = ' Your summary is kept for the next time.';
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

function seenOf({ reviews }: App, place: ChangeRequestPlace): string {
  const progress = reviews.progress(place);
  return progress ? `You have viewed ${progress.viewed} of ${progress.all} changes` : 'What do you think of it?';
}

interface Sending {
  place: ChangeRequestPlace;
  submissions: Submissions;
  submission: Submission;
  signal: AbortSignal;
}

async function send(app: App, { place, submissions, submission, signal }: Sending) {
  const discussions = await app.discussions.get();
  const { connection, space, number } = place;
  const discussion = discussions.of(overviewUri({ connection: connection.id, space, changeRequest: number }));
  if (!discussion) throw new Failure('A change request that cannot be commented on cannot be reviewed.');
  return submit(submission, {
    place,
    user: connection.user?.id,
    keep: kept => submissions.keep(place, kept),
    comment: (markdown, delivery) => discussion.writing.post({}, markdown, { ...delivery, placed: () => {} }),
    signal,
  });
}
