import type * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import { type ChangeRequestPlace, parametersOf, storageKeyOf } from '../content/changeRequests.ts';
import type { Attempt, Delivery } from '../discussions/delivery.ts';
import { saysSame } from '../discussions/recognition.ts';

export type Review = Schema<'Review'>;

/** What a review ends with; a comment decides nothing. */
export type Verdict = 'approved' | 'changes-requested' | 'comment';

/** A review that the service does not have, and what was there before it was sent, by which it is looked up. */
export interface Submission {
  verdict: Verdict;
  summary: string;
  /** How much of what was held back has been sent with it; undefined before it is sent first. */
  sent?: number | undefined;
  /** IDs of the reviews that were there. */
  reviews?: readonly string[] | undefined;
  /** The same for what goes as a comment. */
  comment?: Attempt | undefined;
}

interface Sending {
  place: ChangeRequestPlace;
  /** Who sends it, where the server tells that. */
  user: string | undefined;
  /** Keeps what is needed to look it up; the request leaves after that. */
  keep: (submission: Submission) => Promise<void>;
  /** Comments on the change request as a whole. */
  comment: (markdown: string, delivery: Delivery) => Promise<unknown>;
  signal: AbortSignal;
}

/** What is sent now, after what was tried before: that is looked up unless something else is decided. */
export function submissionOf(
  { verdict, summary }: Pick<Submission, 'verdict' | 'summary'>,
  before: Submission | undefined,
): Submission {
  return { ...(before?.verdict === verdict ? before : { sent: before?.sent }), verdict, summary };
}

const listRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';
const createRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

/**
 * Sends a review, unless an earlier attempt has arrived. Where the server takes no reviews, or nothing was decided, it goes
 * as a comment that says so. Tells as what it went.
 */
export async function submit(submission: Submission, sending: Sending): Promise<'review' | 'comment'> {
  const { place } = sending;
  const isDecided = submission.verdict !== 'comment' && submission.comment === undefined;
  if (isDecided && (await takesReviews(place))) {
    await submitReview(submission, sending);
    return 'review';
  }
  const begin = (comment: Attempt) => sending.keep({ ...submission, comment });
  await sending.comment(inWords(submission), { earlier: submission.comment, begin });
  return 'comment';
}

/** Whether the server takes reviews; where it does not, a comment says what was decided. */
export function takesReviews(place: ChangeRequestPlace): Promise<boolean> {
  return place.connection.api.offers(listRoute, parametersOf(place));
}

async function submitReview(submission: Submission, { place, user, keep, signal }: Sending): Promise<void> {
  const { verdict, summary } = submission;
  const { api } = place.connection;
  const input = parametersOf(place);
  // All of them are read: in which order they come is not promised.
  const list = () => api.all(listRoute, { ...input, query: { format: 'markdown' } }, { signal });
  const isNew = ({ id, status, reviewer, comment }: Review, before: readonly string[]) =>
    !before.includes(id) &&
    status === verdict &&
    (user === undefined || reviewer?.id === user) &&
    (summary === '' || saysSame(comment?.body?.markdown ?? '', summary));
  const now = await list();
  const before = submission.reviews ?? now.map(({ id }) => id);
  if (now.some(review => isNew(review, before))) return;
  await keep({ ...submission, reviews: before });
  const status = verdict === 'approved' ? verdict : 'changes-requested';
  const body = { status, ...(summary !== '' && { comment: { markdown: summary } }) } as const;
  const lookUp = async () => ((await list()).some(review => isNew(review, before)) ? { result: undefined } : undefined);
  await api.request(createRoute, { ...input, body }, { signal, lookUp });
}

/** A review as a comment. */
function inWords({ verdict, summary }: Submission): string {
  if (verdict === 'comment') return summary;
  const decided = verdict === 'approved' ? '**Approved.**' : '**Changes requested.**';
  return [decided, summary].filter(Boolean).join('\n\n');
}

/** Reviews that somebody has written and the service does not have; they outlive the window. */
export class Submissions {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  get(place: ChangeRequestPlace): Submission | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isSubmission(stored) ? stored : undefined;
  }

  async keep(place: ChangeRequestPlace, submission: Submission | undefined): Promise<void> {
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
