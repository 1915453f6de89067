import { t } from '@vscode/l10n';
import { failureMessage, isCancellation } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, untilAborted } from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { pageTitles } from '../../model/discussions/deletedPages.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { FromPage, ToPage, PendingReview } from '../../webview/reviewPage/messages.ts';
import { MovableProgress } from '../../ui/movableProgress.ts';
import {
  prepareReview,
  sendReviewAndVerdict,
  type ReviewToFinish,
  isReviewInterrupted,
  saveReviewInput,
  type ReviewInput,
  describeInterruption,
  findUnplaced,
} from '../conversations/finishReview.ts';

/** The review page that finishes a review and shows its progress. */
interface Page {
  post: (message: ToPage) => void;
  /** Returns true if the page is visible. */
  isVisible: () => boolean;
}

interface FinishContext extends Page {
  app: Parameters<typeof prepareReview>[0];
  place: ChangeRequestPlace;
}

/** The messages of the page about finishing a review. */
export type FinishMessage = Extract<FromPage, { type: 'finish' | 'summarize' | 'submit' }>;

/** Handles messages about finishing a review: saves the input, sends the review, or shows what will be sent. */
export async function answerFinish(context: FinishContext, message: FinishMessage): Promise<void> {
  if (message.type === 'summarize') return saveReviewInput(context.app, context.place, message);
  return message.type === 'submit' ? submit(context, message) : showToSend(context);
}

/** A review that is being sent from its page. Closing the page does not cancel it. */
interface SendingReview {
  /** The state that the dialog shows while the review is sent. */
  toSend: Promise<PendingReview | undefined>;
  sent: number;
  progress: MovableProgress;
  /** The page that shows the progress. */
  page: Page;
  ended: Promise<void>;
}

/** Creates the map of the reviews that are being sent from pages, by the addresses of their change requests. */
const createSendingReviews = () => new Map<string, SendingReview>();

const sendingOf = ({ singletons }: Pick<App, 'singletons'>, place: ChangeRequestPlace) =>
  singletons.get(createSendingReviews).get(addressOfChangeRequest(place));

/** Stops the review that is being sent. */
export function stopSending(app: App, place: ChangeRequestPlace): void {
  sendingOf(app, place)?.progress.stop();
}

/** Sets whether the dialog of the page, or else a notification, shows the progress of the review that is being sent. */
export function setProgressInDialog(app: App, place: ChangeRequestPlace, isInDialog: boolean): void {
  sendingOf(app, place)?.progress.setOnPage(isInDialog);
}

/** Posts what finishing the review would send, or the progress of a review that is being sent. */
async function showToSend(context: FinishContext): Promise<void> {
  const { app, place, post, isVisible } = context;
  try {
    const sending = sendingOf(app, place);
    if (sending) {
      sending.page = context;
      const toSend = await sending.toSend;
      // The sending may have finished in the meantime.
      if (toSend && sending === sendingOf(app, place)) {
        post({ type: 'toSend', toSend: { ...toSend, sent: sending.sent } });
        return await sending.ended;
      }
    }
    post({ type: 'toSend', toSend: await toSendOf(app, await prepareReview(app, place)) });
  } catch (error) {
    app.failures.log('Could not finish the review on its page.', error);
    // A hidden page shows no error, so a notification does.
    if (!isVisible()) app.failures.show(t('finish the review'), error);
    post({ type: 'reviewUnavailable', why: reasonFor(error) });
  }
}

/** Sends the review. Its progress is shown in the dialog of the page first. */
async function submit(context: FinishContext, { verdict, summary }: ReviewInput): Promise<void> {
  const { app, place } = context;
  const address = addressOfChangeRequest(place);
  const ended = Promise.withResolvers<void>();
  const toSend = Promise.withResolvers<PendingReview | undefined>();
  const progress = new MovableProgress(context.isVisible());
  const sending: SendingReview = {
    ...{ page: context, progress, sent: 0 },
    ...{ toSend: toSend.promise, ended: ended.promise },
  };
  const report = (sent: number) => {
    sending.sent = sent;
    sending.page.post({ type: 'sending', sent });
  };
  const sendingReviews = app.singletons.get(createSendingReviews);
  sendingReviews.set(address, sending);
  try {
    await progress.run(tEscaped`Sending your review of #${place.number}`, async outer => {
      const review = await untilAborted(prepareReview(app, place), outer.signal);
      // Without this state, a dialog that is opened later only says that the review is being sent.
      toSend.resolve(toSendOf(app, review, { verdict, summary }).catch(() => undefined));
      await sendReviewAndVerdict(app, review, { verdict, summary: summary.trim() }, { report, outer });
    });
    sending.page.post({ type: 'finished', isBegun: false });
  } catch (error) {
    app.failures.log('Could not finish the review on its page.', error);
    if (!sending.page.isVisible()) app.failures.show(t('finish the review'), error);
    const cancellation = isCancellation(error) ? { isCancelled: true } : {};
    sending.page.post({
      type: 'finished',
      why: reasonFor(error),
      isBegun: isReviewInterrupted(app, place),
      ...cancellation,
    });
  } finally {
    sendingReviews.delete(address);
    toSend.resolve(undefined);
    ended.resolve();
  }
}

function reasonFor(error: unknown): string {
  return isCancellation(error) ? t('It was canceled.') : failureMessage(t('finish the review'), error);
}

/** Returns what the dialog shows: the saved input of the review, or the review that is being sent. */
async function toSendOf(
  app: FinishContext['app'],
  review: ReviewToFinish,
  beingSent?: ReviewInput,
): Promise<PendingReview> {
  const { pending, changing, savedSubmission, options, written } = review;
  const { discussion } = written;
  const targets = pending.map(({ target }) => target);
  const titles = await pageTitles(app.content, await discussion.place(), targets);
  const unplaced = new Set(await findUnplaced(review));
  const pendingItems = await Promise.all(
    pending.map(async draft => {
      const summarized = await summarizeDraft(discussion, draft, { titles, isUnplaced: unplaced.has(draft) });
      return { ...summarized, ...(changing.has(draft.id) && { isChanging: true }) };
    }),
  );
  const { verdict, summary = '' } = beingSent ?? savedSubmission ?? {};
  return {
    pending: pendingItems,
    offers: options,
    verdict,
    summary,
    stopped: beingSent ? undefined : describeInterruption(review),
  };
}

async function summarizeDraft(
  { conversations }: Discussion,
  draft: Draft,
  { titles, isUnplaced }: { titles: ReadonlyMap<string, string>; isUnplaced: boolean },
): Promise<PendingReview['pending'][number]> {
  const { text, target, conversation, edited, resolved } = draft;
  const conversationText =
    conversations.find(({ comment }) => comment.id === conversation)?.comment.body.markdown ?? '';
  const kind = edited !== undefined ? 'edit' : conversation !== undefined ? 'reply' : 'comment';
  const title = titles.get(target.page ?? '');
  const page = { ...(target.page !== undefined && { page: target.page }), ...(title && { title: escapeLine(title) }) };
  if (resolved === undefined) return { kind: isUnplaced ? 'unplaced' : kind, text: await excerptOf(text), ...page };
  return { kind: resolved ? 'resolve' : 'reopen', text: await excerptOf(conversationText), ...page };
}
