import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  hasEnded,
  changeRequestName,
  describeStatus,
} from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { describePendingCount, type Draft } from '../../model/discussions/draft.ts';
import {
  submissionOf,
  type Submission,
  Submissions,
  acceptsReviews,
  type Verdict,
} from '../../model/reviews/submission.ts';
import { hasSpaceRight, requiredRole } from '../../model/rights.ts';
import type { Progress } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { addressOfReviewList } from '../reviewList/node.ts';
import { sendReview, type ReviewDiscussion, openReviewDiscussion } from './sendReview.ts';

type Models = Pick<
  App,
  'content' | 'context' | 'discussions' | 'drafts' | 'failures' | 'inbox' | 'reviewLists' | 'singletons'
>;

/** The current state of a review that is about to be finished. */
export interface ReviewToFinish {
  place: ChangeRequestPlace;
  changeRequest: ChangeRequest;
  written: ReviewDiscussion;
  /** The pending comments, in the order in which they are sent before the verdict. */
  pending: readonly Draft[];
  /** The IDs of pending comments that have an unsaved edit in some window. They are sent without it. */
  changing: ReadonlySet<string>;
  /** The verdict and summary of an earlier attempt that was not sent. */
  savedSubmission: Submission | undefined;
  options: readonly VerdictOption[];
}

/** A verdict that the user can choose. */
export interface VerdictOption {
  verdict: Verdict;
  title: string;
  /** The meaning of the verdict, or the reason why it cannot be chosen. */
  meaning: string;
  isRefused: boolean;
}

/** The verdict and summary that the user enters. */
export type ReviewInput = Pick<Submission, 'verdict' | 'summary'>;

/**
 * Fetches the current state of the review. Cached results are not used, because they may be stale. Throws a Failure if
 * there is nothing left to send or decide.
 */
export async function prepareReview(app: Models, place: ChangeRequestPlace): Promise<ReviewToFinish> {
  refuseWhileSending(app, place);
  const changeRequest = await app.content.changeRequests.fetch(place);
  const { status } = changeRequest;
  const written = await openReviewDiscussion(app, place);
  const pending = written.drafts.pendingIn(written.discussion.key);
  const isOver = hasEnded(changeRequest);
  if (isOver && pending.length === 0)
    throw new Failure(tEscaped`Could not review ${changeRequestName(changeRequest)}: it is ${describeStatus(status)}.`);
  const refusals = isOver
    ? { review: tEscaped`It is ${describeStatus(status)}: nothing is left to decide.` }
    : await refusalsIn(app, place);
  const options = verdicts.map(({ meaning, ...offer }) => {
    const refusal = refusals[offer.verdict === 'comment' ? 'comment' : 'review'];
    return { ...offer, meaning: refusal ?? meaning, isRefused: refusal !== undefined };
  });
  const ids = await written.drafts.idsWithUnconfirmedChange();
  const changing = new Set(pending.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return { place, changeRequest, written, pending, changing, savedSubmission: submissionsOf(app).get(place), options };
}

/** Returns the stored reviews that were not sent. */
export function submissionsOf({ context }: Pick<App, 'context'>): Submissions {
  return new Submissions(context.globalState);
}

/** Returns true if sending a review was interrupted before everything had arrived. */
export function isReviewInterrupted(app: Pick<App, 'context'>, place: ChangeRequestPlace): boolean {
  return submissionsOf(app).get(place)?.sent !== undefined;
}

/** Saves the draft of a review. An empty draft is deleted unless the review is partly sent. */
export async function saveReviewInput(app: Models, place: ChangeRequestPlace, input: ReviewInput): Promise<void> {
  const submissions = submissionsOf(app);
  const previous = submissions.get(place);
  const isNothing = input.summary.trim() === '' && previous?.sent === undefined;
  await submissions.store(place, isNothing ? undefined : submissionOf(input, previous));
}

/** Returns why a summary is not accepted; undefined if it is. */
export function summaryError(
  { pending, savedSubmission }: ReviewToFinish,
  { verdict, summary }: ReviewInput,
): string | undefined {
  const canBeEmpty = verdict === 'approved' || pending.length > 0 || (savedSubmission?.sent ?? 0) > 0;
  return summary === '' && !canBeEmpty ? t('Say what it is about.') : undefined;
}

/** Returns the pending comments whose conversations are known to be deleted. */
export async function findUnplaced({ pending, written }: ReviewToFinish): Promise<readonly Draft[]> {
  const areUnplaced = await Promise.all(pending.map(draft => isConversationDeleted(written.discussion, draft)));
  return pending.filter((_, index) => areUnplaced[index]);
}

async function isConversationDeleted(discussion: Discussion, { conversation, resolved }: Draft): Promise<boolean> {
  if (conversation === undefined || resolved !== undefined) return false;
  try {
    return (await discussion.loadConversation(conversation)) === undefined;
  } catch {
    // Sending the comment checks again whether its conversation exists.
    return false;
  }
}

/** Describes how much of an interrupted review has been sent; undefined if none was interrupted. */
export function describeInterruption({
  savedSubmission,
  pending,
}: Pick<ReviewToFinish, 'savedSubmission' | 'pending'>): string | undefined {
  if (savedSubmission?.sent === undefined) return undefined;
  const { sent } = savedSubmission;
  const all = sent + pending.length;
  const progress =
    sent === 1 ? t`${sent} of ${all} that were pending is sent.` : t`${sent} of ${all} that were pending are sent.`;
  const sentences = [
    t('It was being sent, and was stopped.'),
    ...(all > 0 ? [progress] : []),
    t('Nothing goes twice.'),
  ];
  return sentences.join(' ');
}

/** Sends the pending comments and then the verdict. The draft is kept until the service has everything. */
export async function sendReviewAndVerdict(
  app: Models,
  review: ReviewToFinish,
  input: ReviewInput,
  { report = () => {}, outer }: { report?: (sent: number) => void; outer?: Progress } = {},
): Promise<void> {
  const { place, changeRequest, written, options } = review;
  const { verdict } = input;
  refuseWhileSending(app, place);
  const refused = options.find(option => option.verdict === verdict && option.isRefused)?.meaning;
  const wrong = refused ?? summaryError(review, input);
  if (wrong) throw new Failure(wrong);
  const submissions = submissionsOf(app);
  const updated = submissionOf(input, submissions.get(place));
  const submission = { ...updated, sent: updated.sent ?? 0 };
  const address = addressOfChangeRequest(place);
  const reviewsBeingSent = app.singletons.get(createReviewsBeingSent);
  reviewsBeingSent.add(address);
  try {
    await submissions.store(place, submission);
    const { sentAs, sent } = await sendReview(app, written, { place, submissions, submission, report, outer });
    await submissions.store(place, undefined);
    void vscode.commands.executeCommand('setContext', 'marginalia.hasFinishedReview', true);
    const isSentAsComment = sentAs === 'comment' && verdict !== 'comment';
    if (isSentAsComment) await hideFromWaitingList(app, place, changeRequest.revision);
    const sentences = [
      describeFinished(verdict, changeRequestName(changeRequest)),
      sent.length > 0 ? t`${describePendingCount(sent)} went with it.` : '',
      isSentAsComment ? t('This server takes no reviews, so a comment on the change request says so.') : '',
    ];
    say.info(sentences.filter(Boolean).join(' '));
  } finally {
    reviewsBeingSent.delete(address);
  }
}

/** Creates the set of addresses of change requests whose reviews are being sent. */
const createReviewsBeingSent = () => new Set<string>();

function refuseWhileSending({ singletons }: Models, place: ChangeRequestPlace): void {
  if (!singletons.get(createReviewsBeingSent).has(addressOfChangeRequest(place))) return;
  throw new Failure(t('Your review is being sent just now. Wait until that has ended.'));
}

const verdicts = [
  { verdict: 'approved', title: t('Approve'), meaning: t('It can be merged as it is.') },
  {
    verdict: 'changes-requested',
    title: t('Request Changes'),
    meaning: t('Something has to change before it is merged.'),
  },
  {
    verdict: 'comment',
    title: t({ message: 'Comment', comment: ['Verb, beside "Approve" and "Request Changes"'] }),
    meaning: t('Say something about all of it, without a verdict.'),
  },
] as const;

function describeFinished(verdict: Verdict, name: string): string {
  switch (verdict) {
    case 'approved':
      return tEscaped`You approved ${name}.`;
    case 'changes-requested':
      return tEscaped`You requested changes to ${name}.`;
    case 'comment':
      return tEscaped`You commented on ${name}.`;
  }
}

/**
 * Returns why the user may not comment or review. If the rights cannot be read, nothing is refused and the server
 * decides.
 */
async function refusalsIn(
  { content, failures }: Models,
  place: ChangeRequestPlace,
): Promise<{ comment?: string; review?: string }> {
  const { connection, space: spaceId } = place;
  try {
    const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
    content.setSpace(connection, space);
    const comment = hasSpaceRight(space, 'comment') ? undefined : requiredRole.comment;
    const isByComment = hasSpaceRight(space, 'review') || !(await acceptsReviews(place));
    const review = isByComment ? comment : requiredRole.review;
    return { ...(comment && { comment }), ...(review && { review }) };
  } catch (error) {
    failures.log('Could not read who may review the change request.', error);
    return {};
  }
}

/** Removes a change request from the waiting list if the server does not know that the user has reviewed it. */
async function hideFromWaitingList(
  { inbox, reviewLists }: Models,
  place: ChangeRequestPlace,
  revision: string,
): Promise<void> {
  await inbox.decided.record(place, revision);
  reviewLists.applyChange(new Set([addressOfReviewList(place.connection, { id: 'waiting' })]));
}
