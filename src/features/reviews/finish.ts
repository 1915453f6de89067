import { Failure, Remark } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { countOf, type Draft } from '../../model/discussions/draft.ts';
import { type Submission, Submissions, type Verdict } from '../../model/reviews/submission.ts';
import { button } from '../../ui/command.ts';
import { Mendable } from '../../ui/failures.ts';
import { askText, type Choice, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { addressOfList } from '../reviewList/node.ts';
import { sendReview, writtenFor } from './send.ts';

/**
 * Asks for a verdict and a summary, and sends them behind what was held back. What was written is kept until the service
 * has it.
 */
export async function finishReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const address = addressOfChangeRequest(place);
  if (underWay.has(address)) throw new Failure('Your review is being sent just now. Wait until that has ended.');
  // What was found out a moment ago for something else may be overtaken.
  const changeRequest = await app.content.changeRequests.fresh(place);
  const { status } = changeRequest;
  const name = nameOf(changeRequest);
  const submissions = new Submissions(app.context.globalState);
  const kept = submissions.get(place);
  const written = await writtenFor(app, place);
  const pending = written.drafts.pendingIn(written.discussion.key);
  const isOver = status === 'merged' || status === 'archived';
  if (isOver && pending.length === 0) throw new Failure(words`Could not review ${name}: it is ${status}.`);
  const choices = verdicts(kept?.verdict).filter(({ value }) => !isOver || value === 'comment');
  const verdict = await pick(
    {
      title: words`Finish Review of ${name}`,
      placeHolder: isOver ? words`It is ${status}: send ${countOf(pending)}?` : soFarOf(app, place, pending),
      empty: 'Nothing to decide',
    },
    choices,
  );
  const mayBeEmpty = verdict === 'approved' || pending.length > 0;
  let typed = '';
  const summary = await askText({
    title: words`${titles[verdict]}: ${name}`,
    prompt: mayBeEmpty ? 'A summary for the author; may be empty' : 'What the author has to know',
    value: kept?.summary,
    violation: text => {
      typed = text;
      return text === '' && !mayBeEmpty ? 'Say what it is about.' : undefined;
    },
  }).catch(async (error: unknown) => {
    // Who only wants to look something up goes on with these words.
    const before = kept?.verdict === verdict ? kept : { verdict };
    if (typed !== '') await submissions.keep(place, { ...before, summary: typed });
    throw error;
  });
  const isSame = kept?.verdict === verdict && kept.summary === summary;
  const submission: Submission = isSame ? kept : { verdict, summary };
  await submissions.keep(place, submission);
  underWay.add(address);
  try {
    const { went, sent } = await sendReview(app, written, { place, submissions, submission });
    await submissions.keep(place, undefined);
    if (went === 'comment' && verdict !== 'comment') await leaveOut(app, place, changeRequest.revision);
    const sentences = [
      words`${said[verdict]} ${name}.`,
      sent.length > 0 ? `${countOf(sent)} went with it.` : '',
      went === 'comment' && verdict !== 'comment' ? asComment : '',
    ];
    say.info(sentences.filter(Boolean).join(' '));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const again = { action: 'finish the review', run: () => finishReview(app, place) };
    throw new Mendable(error.message, error.cause, button(app, 'Finish Review', again));
  } finally {
    underWay.delete(address);
  }
}

/** The change requests whose reviews are on their way. */
const underWay = new Set<string>();

/** Has a change request wait for the user no more, of which the server does not know that he has decided. */
async function leaveOut({ reviews, reviewLists }: App, place: ChangeRequestPlace, revision: string): Promise<void> {
  await (await reviews.inbox).decided.note(place, revision);
  reviewLists.hear(new Set([addressOfList(place.connection, { id: 'waiting' })]));
}

/** Throws away what is held back and what the review was to say, after a yes. */
export async function discardReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const submissions = new Submissions(app.context.globalState);
  const { discussion, drafts } = await writtenFor(app, place);
  const pending = drafts.pendingIn(discussion.key);
  const name = nameOf(await app.content.changeRequests.get(place));
  const kept = submissions.get(place);
  if (pending.length === 0 && !kept) throw new Remark(words`You have not begun a review of ${name}.`);
  const what = [pending.length > 0 ? countOf(pending) : '', kept ? 'your summary' : ''].filter(Boolean).join(' and ');
  const detail = `This throws away ${what}. None of it was sent, so nobody else has it.`;
  await confirm(words`Discard your review of ${name}?`, detail, 'Discard');
  for (const { id } of pending) await drafts.drop(id);
  await submissions.keep(place, undefined);
  say.status(words`Your review of #${place.number} is discarded`);
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
function soFarOf({ reviews }: App, place: ChangeRequestPlace, pending: readonly Draft[]): string {
  const progress = reviews.progress(place);
  const seen = progress ? `${progress.viewed} of ${progress.all} changes viewed` : 'What do you think of it?';
  return pending.length > 0 ? `${seen} · ${countOf(pending)} will go first` : seen;
}
