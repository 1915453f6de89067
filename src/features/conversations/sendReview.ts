import { t } from '@vscode/l10n';
import { ApiError, isApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { attempt, Failure, failureMessage, isCancellation } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { describePendingCount, type Draft } from '../../model/discussions/draft.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import { sendPending, throwIfCancelled } from '../../model/discussions/outbox.ts';
import type { Placements } from '../../model/discussions/placements.ts';
import { submit, type Submission, type Submissions } from '../../model/reviews/submission.ts';
import { type Progress, runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askNewPlace } from './newPlace.ts';

/** The discussion of a change request, with the drafts of its review. */
export interface ReviewDiscussion {
  discussion: Discussion;
  placements: Placements;
  drafts: Drafts;
}

export async function openReviewDiscussion(
  { discussions, drafts }: Pick<App, 'discussions' | 'drafts'>,
  { connection, space, number }: ChangeRequestPlace,
): Promise<ReviewDiscussion> {
  const discussion = discussions.of(overviewUri({ connection: connection.id, space, changeRequest: number }));
  if (!discussion) throw new Failure(t('A change request that cannot be commented on cannot be reviewed.'));
  // Another window may have sent drafts of the review, or added some.
  await drafts.load();
  await drafts.refresh();
  return { discussion, placements: discussions.placements, drafts };
}

interface SendOptions {
  place: ChangeRequestPlace;
  submissions: Submissions;
  submission: Submission;
  /** Called with the number of comments sent so far. */
  report: (sent: number) => void;
  /** The progress of the enclosing operation. If undefined, a separate one is shown. */
  outer?: Progress | undefined;
}

/**
 * Sends the pending comments and then the verdict. Stops at the first failure. Returns the sent comments and the form
 * in which the verdict was sent; undefined if the review has neither a verdict nor a summary.
 */
export async function sendReview(
  { content }: Pick<App, 'content'>,
  { discussion, placements, drafts }: ReviewDiscussion,
  options: SendOptions,
): Promise<{ sent: readonly Draft[]; sentAs: 'review' | 'comment' | undefined }> {
  const { place, submissions } = options;
  let { submission } = options;
  const action = tEscaped`send your review of #${place.number}`;
  const pending = drafts.pendingIn(discussion.key);
  const all = pending.length;
  let delivered: readonly Draft[] = [];
  let sent = 0;
  let isUnknown = false;
  const before = submission.sent ?? 0;
  const storeSubmission = (updated: Submission) => submissions.store(place, (submission = updated));
  try {
    const sentAs = await runWriteWithProgress(
      tEscaped`Sending your review of #${place.number}`,
      async (signal, progress) => {
        const report = async (count: number) => {
          sent = count;
          await storeSubmission({ ...submission, sent: before + count });
          options.report(count);
          if (all > 0) progress(count < all ? t`${count + 1} of ${describePendingCount(pending)}` : t('your verdict'));
        };
        try {
          delivered = await sendPending(discussion, { content, placements, drafts, askNewPlace }, { signal, report });
          if (submission.verdict === 'comment' && submission.summary === '') return undefined;
          throwIfCancelled(signal);
          return await attempt(action, () =>
            submit(submission, {
              place,
              user: place.connection.user?.id,
              keep: storeSubmission,
              comment: (text, delivery) => discussion.sender.post({}, text, { ...delivery, onPosted: () => {} }),
              signal,
            }),
          );
        } catch (error) {
          isUnknown = isPossiblyDone(error);
          throw withProgressInfo(error, action, await describeProgress({ sent, pending, isUnknown }));
        }
      },
      async () =>
        (await describeProgress({ sent, pending, isUnknown })) ||
        (isUnknown ? retryHint : new WriteNotDone(t('It is not sent.'))),
      options.outer,
    );
    return { sent: delivered, sentAs };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (submission.summary === '') throw new Failure(error.message, { cause: error.cause });
    throw new Failure([error.message, t('Your summary is kept for the next time.')].join(' '), { cause: error.cause });
  }
}

const retryHint = t('Finish the review again: it is looked up before it is sent.');

/** Returns true if a request whose reply was lost may have succeeded. */
function isPossiblyDone(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  return isOutcomeUnknown(cause) && !(cause instanceof ApiError && cause.outcome === 'notDone');
}

/** Describes how many comments were sent, and which one failed. */
async function describeProgress({
  sent,
  pending,
  isUnknown,
}: {
  sent: number;
  pending: readonly Draft[];
  isUnknown: boolean;
}): Promise<string> {
  const count = describePendingCount(pending);
  if (pending.length === 0) return '';
  if (sent === pending.length)
    return isUnknown ? describeUnknownVerdict(count, sent) : describeMissingVerdict(count, sent);
  const stoppedAt = await nameOf(pending[sent]);
  if (isUnknown) {
    const next = tEscaped`It stopped at "${stoppedAt}", of which it is not known whether it was sent; finish the review again: it is looked up before it is sent.`;
    return sent === 0 ? next : [describePart(count, sent), next].join(' ');
  }
  return [
    sent === 0 ? t('Nothing was sent yet.') : describePart(count, sent),
    tEscaped`It stopped at "${stoppedAt}"; finish the review again to go on from there.`,
  ].join(' ');
}

/**
 * Returns a sentence that says how many pending comments were sent. `count` is the total in words, such as "3
 * comments".
 */
function describePart(count: string, sent: number): string {
  return sent === 1 ? t`${sent} of ${count} was sent.` : t`${sent} of ${count} were sent.`;
}

function describeMissingVerdict(count: string, sent: number): string {
  return sent === 1
    ? t`${count} was sent, what you say about all of it was not; finish the review again to go on from there.`
    : t`${count} were sent, what you say about all of it was not; finish the review again to go on from there.`;
}

function describeUnknownVerdict(count: string, sent: number): string {
  return sent === 1
    ? t`${count} was sent, whether your verdict was is not known; finish the review again: it is looked up before it is sent.`
    : t`${count} were sent, whether your verdict was is not known; finish the review again: it is looked up before it is sent.`;
}

async function nameOf(draft: Draft | undefined): Promise<string> {
  if (draft?.resolved === undefined) return excerptOf(draft?.text ?? '', { limit: 80 });
  return draft.resolved ? t('Resolves the conversation') : t('Reopens the conversation');
}

/** Adds the progress to a failure, except to a sign-in failure, whose message only asks to sign in again. */
function withProgressInfo(error: unknown, action: string, sentence: string): unknown {
  if (sentence === '' || isCancellation(error) || isApiError(error, 'signedOut')) return error;
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  return new Failure([failureMessage(action, error), sentence].join(' '), { cause });
}
