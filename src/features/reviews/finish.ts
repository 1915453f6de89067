import { t } from '@vscode/l10n';
import { Failure, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ChangeRequestPlace, changeRequestName } from '../../model/content/changeRequests.ts';
import { describePendingCount } from '../../model/discussions/draft.ts';
import type { Submission } from '../../model/reviews/submission.ts';
import { commandButton } from '../../ui/command.ts';
import { FailureWithActions } from '../../ui/failures.ts';
import { askText, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { describeChanging, describeUnplaced } from '../../webview/reviewPage/messages.ts';
import {
  prepareReview,
  sendReviewAndVerdict,
  type ReviewToFinish,
  saveReviewInput,
  describeInterruption,
  findUnplaced,
  submissionsOf,
  summaryError,
} from '../conversations/finishReview.ts';
import { openReviewDiscussion } from '../conversations/sendReview.ts';

/** Asks for a verdict and a summary, and sends them after the pending comments. */
export async function finishReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const review = await prepareReview(app, place);
  const { changeRequest, savedSubmission, options } = review;
  const name = changeRequestName(changeRequest);
  const refusal = options.find(({ isRefused }) => isRefused)?.meaning;
  const choices = options
    .filter(({ isRefused }) => !isRefused)
    .map(({ verdict, title, meaning: detail }) => {
      return {
        value: verdict,
        label: title,
        detail,
        description: verdict === savedSubmission?.verdict ? t('as you had begun') : '',
      };
    });
  if (refusal && choices.length === 0) throw new Failure(refusal);
  const isChanging = describeChanging(review.changing.size);
  if (isChanging)
    await confirm(t('Finish the review without a change that is not saved?'), isChanging, t('Finish Without It'));
  // The verdict that was chosen before comes first.
  choices.sort(
    (one, other) => Number(other.value === savedSubmission?.verdict) - Number(one.value === savedSubmission?.verdict),
  );
  const progress = await describeProgress(app, review);
  const placeHolder = [refusal, describeInterruption(review), progress].filter(Boolean).join(' ');
  const prompt = { title: tEscaped`Finish Review of ${name}`, placeHolder, empty: t('Nothing to decide') };
  const verdict = await pick(prompt, choices);
  const canBeEmpty = summaryError(review, { verdict, summary: '' }) === undefined;
  let typed = '';
  const summary = await askText({
    title: tEscaped`${options.find(offer => offer.verdict === verdict)?.title ?? ''}: ${name}`,
    prompt: canBeEmpty ? t('A summary for the author; may be empty') : t('What the author has to know'),
    value: savedSubmission?.summary,
    violation: text => summaryError(review, { verdict, summary: (typed = text) }),
  }).catch(async (error: unknown) => {
    // The user may have left the prompt to look something up, so the text is stored for the next time.
    if (typed !== '') await saveReviewInput(app, place, { verdict, summary: typed });
    throw error;
  });
  try {
    await sendReviewAndVerdict(app, review, { verdict, summary });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const retryAction = { action: t('finish the review'), run: () => finishReview(app, place) };
    throw new FailureWithActions(error.message, error.cause, commandButton(app, t('Finish Review'), retryAction));
  }
}

/** Discards the pending comments and the stored review, after a confirmation. */
export async function discardReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const submissions = submissionsOf(app);
  const { discussion, drafts } = await openReviewDiscussion(app, place);
  const pending = drafts.pendingIn(discussion.key);
  const name = changeRequestName(await app.content.changeRequests.get(place));
  const submission = submissions.get(place);
  if (pending.length === 0 && !submission) throw new Notice(tEscaped`You have not begun a review of ${name}.`);
  const consequence = pending.length > 0 ? lossOf(describePendingCount(pending), submission) : onlySummaryIsLost;
  const detail = [consequence, t('None of it was sent, so nobody else has it.')].join(' ');
  await confirm(tEscaped`Discard your review of ${name}?`, detail, t('Discard'));
  for (const { id } of pending) {
    await drafts.dropChanges(id);
    await drafts.drop(id);
  }
  await submissions.store(place, undefined);
  say.status(tEscaped`Your review of #${place.number} is discarded`);
}

function lossOf(pending: string, submission: Submission | undefined): string {
  return submission ? t`This throws away ${pending} and your summary.` : t`This throws away ${pending}.`;
}

const onlySummaryIsLost = t('This throws away your summary.');

/** Describes the progress of the review, and the pending comments that are sent before the verdict. */
async function describeProgress({ reviews }: App, review: ReviewToFinish): Promise<string> {
  const { place, pending } = review;
  const progress = reviews.progress(place);
  const seen = progress ? t`${progress.viewed} of ${progress.all} changes viewed` : t('What do you think of it?');
  const unplaced = await findUnplaced(review);
  const placed = pending.filter(draft => !unplaced.includes(draft));
  const first = placed.length > 0 ? t`${describePendingCount(placed)} will go first` : '';
  const goingOut = [first, describeUnplaced(unplaced.length)].filter(Boolean).join('. ');
  return [seen, goingOut].filter(Boolean).join(' · ');
}
