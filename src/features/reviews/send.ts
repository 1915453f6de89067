import { failedAs } from '../../api/errors.ts';
import { attempt, Failure, isCancellation, sentenceFor } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { countOf, type Draft } from '../../model/discussions/draft.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import { sendPending } from '../../model/discussions/pending.ts';
import type { Placements } from '../../model/discussions/placements.ts';
import { submit, type Submission, type Submissions } from '../../model/reviews/submission.ts';
import { withWrite } from '../../ui/progress.ts';

/** Where the review of a change request is written. */
export interface Written {
  discussion: Discussion;
  placements: Placements;
  drafts: Drafts;
}

export async function writtenFor(app: App, { connection, space, number }: ChangeRequestPlace): Promise<Written> {
  const [discussions, drafts] = await Promise.all([app.discussions.get(), app.drafts.get()]);
  const discussion = discussions.of(overviewUri({ connection: connection.id, space, changeRequest: number }));
  if (!discussion) throw new Failure('A change request that cannot be commented on cannot be reviewed.');
  // Another window may have sent some of it, or added to it.
  await drafts.look();
  return { discussion, placements: discussions.placements, drafts };
}

interface Sending {
  place: ChangeRequestPlace;
  submissions: Submissions;
  submission: Submission;
}

/**
 * Sends what is held back, and then the verdict. What fails stops it: what came before is sent, and nothing behind it.
 * Tells what went, and as what the verdict did; undefined where there was nothing to say beside the comments.
 */
export async function sendReview(
  { content }: App,
  { discussion, placements, drafts }: Written,
  sending: Sending,
): Promise<{ sent: readonly Draft[]; went: 'review' | 'comment' | undefined }> {
  const { place, submissions, submission } = sending;
  const action = words`send your review of #${place.number}`;
  const pending = drafts.pendingIn(discussion.key);
  const all = pending.length;
  let sent = 0;
  try {
    const went = await withWrite(
      words`Sending your review of #${place.number}`,
      async (signal, progress) => {
        const report = (count: number) => {
          sent = count;
          if (all > 0) progress(count < all ? `${count + 1} of ${countOf(pending)}` : 'your verdict');
        };
        try {
          await sendPending(discussion, { content, placements, drafts }, { signal, report });
          if (submission.verdict === 'comment' && submission.summary === '') return undefined;
          return await attempt(action, () =>
            submit(submission, {
              place,
              user: place.connection.user?.id,
              keep: kept => submissions.keep(place, kept),
              comment: (text, delivery) => discussion.writing.post({}, text, { ...delivery, placed: () => {} }),
              signal,
            }),
          );
        } catch (error) {
          throw withSoFar(error, action, soFar(sent, pending));
        }
      },
      async () => `${soFar(sent, pending)}Finish the review again: it is looked up before it is sent.`,
    );
    return { sent: pending, went };
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.message + keptHere, { cause: error.cause }) : error;
  }
}

const keptHere = ' Your summary is kept for the next time.';

function soFar(sent: number, pending: readonly Draft[]): string {
  const all = pending.length;
  if (all === 0) return '';
  if (sent === all)
    return `${countOf(pending)} ${all === 1 ? 'was' : 'were'} sent, what you say about all of it was not. `;
  const what =
    sent === 0 ? 'Nothing was sent yet' : `${sent} of ${countOf(pending)} ${sent === 1 ? 'was' : 'were'} sent`;
  return `${what}; finish the review again to go on from there. `;
}

/** The failure, with the word how far it came. Who has to sign in again hears that with the request to do so. */
function withSoFar(error: unknown, action: string, sentence: string): unknown {
  if (sentence === '' || isCancellation(error) || failedAs(error, 'signedOut')) return error;
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  return new Failure(sentenceFor(action, error) + ' ' + sentence.trim(), { cause });
}
