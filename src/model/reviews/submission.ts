import type * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import { type ChangeRequestPlace, parametersOf, storageKeyOf } from '../content/changeRequests.ts';
import { type DeliveryOptions, hasSameText, type SendAttempt } from '../discussions/delivery.ts';

export type Review = Schema<'Review'>;

/** The result of a review; `comment` decides nothing. */
export type Verdict = 'approved' | 'changes-requested' | 'comment';

/** A review that is not sent yet, with the state before it was first sent, by which it is looked up. */
export interface Submission {
  verdict: Verdict;
  summary: string;
  /** Number of pending drafts that were sent with the review; undefined before the first attempt. */
  sent?: number | undefined;
  /** IDs of the reviews that existed before the first attempt. */
  reviews?: readonly string[] | undefined;
  /** Earlier attempt to send the verdict as a comment. */
  comment?: SendAttempt | undefined;
}

interface Sending {
  place: ChangeRequestPlace;
  /** ID of the user; undefined if the server does not report it. */
  user: string | undefined;
  /** Stores the submission, so that it can be looked up later. The request is sent afterwards. */
  keep: (submission: Submission) => Promise<void>;
  /** Posts a comment on the change request as a whole. */
  comment: (markdown: string, delivery: DeliveryOptions) => Promise<unknown>;
  signal: AbortSignal;
}

/** Returns the submission for a further attempt. It keeps the record of the earlier one if the verdict is equal. */
export function submissionOf(
  { verdict, summary }: Pick<Submission, 'verdict' | 'summary'>,
  before: Submission | undefined,
): Submission {
  return { ...(before?.verdict === verdict ? before : { sent: before?.sent }), verdict, summary };
}

const listRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';
const createRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

/**
 * Sends a review, unless an earlier attempt has arrived. If there is no verdict, or the server has no reviews, it is
 * sent as a comment; returns which of the two it was.
 */
export async function submit(submission: Submission, sending: Sending): Promise<'review' | 'comment'> {
  const { place } = sending;
  const isDecided = submission.verdict !== 'comment' && submission.comment === undefined;
  if (isDecided && (await acceptsReviews(place))) {
    await submitReview(submission, sending);
    return 'review';
  }
  const storeAttempt = (comment: SendAttempt) => sending.keep({ ...submission, comment });
  await sending.comment(inWords(submission), { earlierAttempt: submission.comment, storeAttempt });
  return 'comment';
}

/** Returns true if the server supports reviews; else a comment states the verdict. */
export function acceptsReviews(place: ChangeRequestPlace): Promise<boolean> {
  return place.connection.api.isSupported(listRoute, parametersOf(place));
}

async function submitReview(submission: Submission, { place, user, keep, signal }: Sending): Promise<void> {
  const { verdict, summary } = submission;
  const { api } = place.connection;
  const input = parametersOf(place);
  // All reviews are read, because their order is not specified.
  const list = () => api.listAll(listRoute, { ...input, query: { format: 'markdown' } }, { signal });
  const isNew = ({ id, status, reviewer, comment }: Review, before: readonly string[]) =>
    !before.includes(id) &&
    status === verdict &&
    (user === undefined || reviewer?.id === user) &&
    (summary === '' || hasSameText(comment?.body?.markdown ?? '', summary));
  const now = await list();
  const before = submission.reviews ?? now.map(({ id }) => id);
  if (now.some(review => isNew(review, before))) return;
  await keep({ ...submission, reviews: before });
  const status = verdict === 'approved' ? verdict : 'changes-requested';
  const body = { status, ...(summary !== '' && { comment: { markdown: summary } }) } as const;
  const lookUp = async () => ((await list()).some(review => isNew(review, before)) ? { result: undefined } : undefined);
  await api.request(createRoute, { ...input, body }, { signal, lookUp });
}

/** Returns a review as the text of a comment. */
function inWords({ verdict, summary }: Submission): string {
  if (verdict === 'comment') return summary;
  const decided = verdict === 'approved' ? '**Approved.**' : '**Changes requested.**';
  return [decided, summary].filter(Boolean).join('\n\n');
}

/** Stores reviews that are not sent yet, beyond the window. */
export class Submissions {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  get(place: ChangeRequestPlace): Submission | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isSubmission(stored) ? stored : undefined;
  }

  async store(place: ChangeRequestPlace, submission: Submission | undefined): Promise<void> {
    await this.#memory.update(keyOf(place), submission);
  }
}

function keyOf(place: ChangeRequestPlace): string {
  return `review ${storageKeyOf(place)}`;
}

function isSubmission(value: unknown): value is Submission {
  if (typeof value !== 'object' || value === null) return false;
  const { verdict, summary } = value as Partial<Record<string, unknown>>;
  return typeof verdict === 'string' && typeof summary === 'string';
}
