import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  hasEnded,
  nameOf,
} from '../../model/content/changeRequests.ts';
import { countOf, type Draft } from '../../model/discussions/draft.ts';
import {
  submissionOf,
  type Submission,
  Submissions,
  takesReviews,
  type Verdict,
} from '../../model/reviews/submission.ts';
import { mayIn, missingRole } from '../../model/rights.ts';
import type { Progress } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { addressOfList } from '../reviewList/node.ts';
import { sendReview, type Written, writtenFor } from './sendReview.ts';

type Models = Pick<App, 'content' | 'context' | 'discussions' | 'drafts' | 'failures' | 'inbox' | 'reviewLists'>;

/** A review that is about to be finished, as everything stands now. */
export interface Finishing {
  place: ChangeRequestPlace;
  changeRequest: ChangeRequest;
  written: Written;
  /** What goes before the verdict, in this order. */
  pending: readonly Draft[];
  /** What was written for it before. */
  kept: Submission | undefined;
  offers: readonly Offer[];
}

/** What can be decided. */
export interface Offer {
  verdict: Verdict;
  title: string;
  /** What that means; where it cannot be decided, why. */
  meaning: string;
  isRefused: boolean;
}

/** What somebody says about all of it. */
export type Said = Pick<Submission, 'verdict' | 'summary'>;

/** Looks what can be sent, and decided: what was found out a moment ago for something else may be overtaken. */
export async function beginToFinish(app: Models, place: ChangeRequestPlace): Promise<Finishing> {
  demandIdle(place);
  const changeRequest = await app.content.changeRequests.fresh(place);
  const { status } = changeRequest;
  const written = await writtenFor(app, place);
  const pending = written.drafts.pendingIn(written.discussion.key);
  const isOver = hasEnded(changeRequest);
  if (isOver && pending.length === 0)
    throw new Failure(words`Could not review ${nameOf(changeRequest)}: it is ${status}.`);
  const refusals = isOver
    ? { review: words`It is ${status}: nothing is left to decide.` }
    : await refusalsIn(app, place);
  const offers = verdicts.map(({ meaning, ...offer }) => {
    const refusal = refusals[offer.verdict === 'comment' ? 'comment' : 'review'];
    return { ...offer, meaning: refusal ?? meaning, isRefused: refusal !== undefined };
  });
  return { place, changeRequest, written, pending, kept: submissionsOf(app).get(place), offers };
}

/** What was written for a review that was not sent. */
export function submissionsOf({ context }: Pick<App, 'context'>): Submissions {
  return new Submissions(context.globalState);
}

/** Whether a review was being sent, and did not arrive as a whole. */
export function isBegun(app: Pick<App, 'context'>, place: ChangeRequestPlace): boolean {
  return submissionsOf(app).get(place)?.sent !== undefined;
}

/** Keeps what is being written; what has been taken out again is forgotten, unless it is on its way. */
export async function keepSaid(app: Models, place: ChangeRequestPlace, said: Said): Promise<void> {
  const submissions = submissionsOf(app);
  const kept = submissions.get(place);
  const isNothing = said.summary.trim() === '' && kept?.sent === undefined;
  await submissions.keep(place, isNothing ? undefined : submissionOf(said, kept));
}

/** What is wrong with a summary. */
export function violation({ pending, kept }: Finishing, { verdict, summary }: Said): string | undefined {
  const mayBeEmpty = verdict === 'approved' || pending.length > 0 || (kept?.sent ?? 0) > 0;
  return summary === '' && !mayBeEmpty ? 'Say what it is about.' : undefined;
}

/** How much of a review has been sent that was stopped; undefined where none was. */
export function stopped({ kept, pending }: Pick<Finishing, 'kept' | 'pending'>): string | undefined {
  if (kept?.sent === undefined) return undefined;
  const all = kept.sent + pending.length;
  const sent = all > 0 ? `${kept.sent} of ${all} that were pending ${kept.sent === 1 ? 'is' : 'are'} sent. ` : '';
  return `It was being sent, and was stopped. ${sent}Nothing goes twice.`;
}

/** Sends what is held back, then the verdict. What was written is kept until the service has it. */
export async function finish(
  app: Models,
  finishing: Finishing,
  said: Said,
  { report = () => {}, outer }: { report?: (sent: number) => void; outer?: Progress } = {},
): Promise<void> {
  const { place, changeRequest, written, offers } = finishing;
  const { verdict } = said;
  demandIdle(place);
  const refused = offers.find(offer => offer.verdict === verdict && offer.isRefused)?.meaning;
  const wrong = refused ?? violation(finishing, said);
  if (wrong) throw new Failure(wrong);
  const submissions = submissionsOf(app);
  const kept = submissionOf(said, submissions.get(place));
  const submission = { ...kept, sent: kept.sent ?? 0 };
  const address = addressOfChangeRequest(place);
  underWay.add(address);
  try {
    await submissions.keep(place, submission);
    const { went, sent } = await sendReview(app, written, { place, submissions, submission, report, outer });
    await submissions.keep(place, undefined);
    const isSaid = went === 'comment' && verdict !== 'comment';
    if (isSaid) await leaveOut(app, place, changeRequest.revision);
    const sentences = [
      words`${deeds.get(verdict) ?? ''} ${nameOf(changeRequest)}.`,
      sent.length > 0 ? `${countOf(sent)} went with it.` : '',
      isSaid ? 'This server takes no reviews, so a comment on the change request says so.' : '',
    ];
    say.info(sentences.filter(Boolean).join(' '));
  } finally {
    underWay.delete(address);
  }
}

/** The change requests whose reviews are on their way. */
const underWay = new Set<string>();

function demandIdle(place: ChangeRequestPlace): void {
  if (!underWay.has(addressOfChangeRequest(place))) return;
  throw new Failure('Your review is being sent just now. Wait until that has ended.');
}

const verdicts = [
  { verdict: 'approved', title: 'Approve', meaning: 'It can be merged as it is.' },
  {
    verdict: 'changes-requested',
    title: 'Request Changes',
    meaning: 'Something has to change before it is merged.',
  },
  { verdict: 'comment', title: 'Comment', meaning: 'Say something about all of it, without a verdict.' },
] as const;

const deeds: ReadonlyMap<Verdict, string> = new Map<Verdict, string>([
  ['approved', 'You approved'],
  ['changes-requested', 'You requested changes to'],
  ['comment', 'You commented on'],
]);

/** Why the user may not do what finishing takes; unless the service says no, it is tried. */
async function refusalsIn(
  { content, failures }: Models,
  place: ChangeRequestPlace,
): Promise<{ comment?: string; review?: string }> {
  const { connection, space: spaceId } = place;
  try {
    const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
    content.learn(connection, space);
    const comment = mayIn(space, 'comment') ? undefined : missingRole.comment;
    const isByComment = mayIn(space, 'review') || !(await takesReviews(place));
    const review = isByComment ? comment : missingRole.review;
    return { ...(comment && { comment }), ...(review && { review }) };
  } catch (error) {
    failures.log('Could not find out who may review the change request.', error);
    return {};
  }
}

/** Has a change request wait for the user no more, of which the server does not know that he has decided. */
async function leaveOut({ inbox, reviewLists }: Models, place: ChangeRequestPlace, revision: string): Promise<void> {
  await inbox.decided.note(place, revision);
  reviewLists.hear(new Set([addressOfList(place.connection, { id: 'waiting' })]));
}
