import { isCancellation, sentenceFor } from '../../api/failure.ts';
import { plain, words } from '../../api/words.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, whileWanted } from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { pageTitles } from '../../model/discussions/deletedPage.ts';
import { excerptOf } from '../../model/discussions/excerpt.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { FromPage, ToPage, ToSend } from '../../webview/reviewPage/messages.ts';
import { MovableProgress } from '../../ui/movableProgress.ts';
import {
  beginToFinish,
  finish,
  type Finishing,
  isBegun,
  keepSaid,
  type Said,
  stopped,
} from '../conversations/finishReview.ts';

/** The review page that asks for something, and shows what becomes of it. */
interface Page {
  tell: (message: ToPage) => void;
  /** Whether somebody sees what the page is told. */
  isSeen: () => boolean;
}

interface FinishContext extends Page {
  app: Parameters<typeof beginToFinish>[0];
  place: ChangeRequestPlace;
}

/** What of a message finishes the review. */
export type AboutFinish = Extract<FromPage, { type: 'finish' | 'summarize' | 'submit' }>;

/** Finishes the review on its page, as the prompts of the command do: says what goes out, and sends it. */
export async function answerFinish(context: FinishContext, message: AboutFinish): Promise<void> {
  if (message.type === 'summarize') return keepSaid(context.app, context.place, message);
  return message.type === 'submit' ? submit(context, message) : showToSend(context);
}

/** A review that is being sent from its page. It goes on when that is closed. */
interface SendingReview {
  /** The state that the dialog shows while it is sent. */
  toSend: Promise<ToSend | undefined>;
  sent: number;
  progress: MovableProgress;
  /** The page on which it was followed last. */
  page: Page;
  ended: Promise<void>;
}

/** The reviews that are being sent from pages, by the addresses of their change requests. */
const sendingReviews = new Map<string, SendingReview>();

const sendingOf = (place: ChangeRequestPlace) => sendingReviews.get(addressOfChangeRequest(place));

/** Stops the review that is being sent. */
export function stopSending(place: ChangeRequestPlace): void {
  sendingOf(place)?.progress.stop();
}

/** Sets whether the dialog of the page, or else a notification, shows the progress of the review that is being sent. */
export function setProgressInDialog(place: ChangeRequestPlace, isInDialog: boolean): void {
  sendingOf(place)?.progress.setOnPage(isInDialog);
}

/** Tells the page what goes out when the review is finished, or what is on its way. */
async function showToSend(context: FinishContext): Promise<void> {
  const { app, place, tell, isSeen } = context;
  try {
    const sending = sendingOf(place);
    if (sending) {
      sending.page = context;
      const toSend = await sending.toSend;
      // It may have ended meanwhile.
      if (toSend && sending === sendingOf(place)) {
        tell({ type: 'toSend', toSend: { ...toSend, sent: sending.sent } });
        return await sending.ended;
      }
    }
    tell({ type: 'toSend', toSend: await toSendOf(app, await beginToFinish(app, place)) });
  } catch (error) {
    app.failures.log('Could not finish the review on its page.', error);
    // Who looks at something else meanwhile hears of it there.
    if (!isSeen()) app.failures.show('finish the review', error);
    tell({ type: 'unready', why: whyOf(error) });
  }
}

/** Sends the review. Its progress is in the dialog of the page at first. */
async function submit(context: FinishContext, { verdict, summary }: Said): Promise<void> {
  const { app, place } = context;
  const address = addressOfChangeRequest(place);
  const ended = Promise.withResolvers<void>();
  const toSend = Promise.withResolvers<ToSend | undefined>();
  const progress = new MovableProgress(context.isSeen());
  const sending: SendingReview = {
    ...{ page: context, progress, sent: 0 },
    ...{ toSend: toSend.promise, ended: ended.promise },
  };
  const report = (sent: number) => {
    sending.sent = sent;
    sending.page.tell({ type: 'sending', sent });
  };
  sendingReviews.set(address, sending);
  try {
    await progress.run(words`Sending your review of #${place.number}`, async outer => {
      const finishing = await whileWanted(beginToFinish(app, place), outer.signal);
      // If it cannot be read, a dialog that is opened says that the review is being sent.
      toSend.resolve(toSendOf(app, finishing, { verdict, summary }).catch(() => undefined));
      await finish(app, finishing, { verdict, summary: summary.trim() }, { report, outer });
    });
    sending.page.tell({ type: 'finished', isBegun: false });
  } catch (error) {
    app.failures.log('Could not finish the review on its page.', error);
    if (!sending.page.isSeen()) app.failures.show('finish the review', error);
    const how = isCancellation(error) ? { isCancelled: true } : {};
    sending.page.tell({ type: 'finished', why: whyOf(error), isBegun: isBegun(app, place), ...how });
  } finally {
    sendingReviews.delete(address);
    toSend.resolve(undefined);
    ended.resolve();
  }
}

function whyOf(error: unknown): string {
  return isCancellation(error) ? 'It was canceled.' : sentenceFor('finish the review', error);
}

/** Returns what the dialog shows: what was kept for the review, or what is on its way. */
async function toSendOf(app: FinishContext['app'], finishing: Finishing, onItsWay?: Said): Promise<ToSend> {
  const { pending, kept, offers, written } = finishing;
  const { discussion } = written;
  const targets = pending.map(({ target }) => target);
  const titles = await pageTitles(app.content, await discussion.place(), targets);
  const shown = await Promise.all(pending.map(draft => shownDraft(discussion, draft, titles)));
  const { verdict, summary = '' } = onItsWay ?? kept ?? {};
  return { pending: shown, offers, verdict, summary, stopped: onItsWay ? undefined : stopped(finishing) };
}

async function shownDraft(
  { conversations }: Discussion,
  draft: Draft,
  titles: ReadonlyMap<string, string>,
): Promise<ToSend['pending'][number]> {
  const { text, target, conversation, edited, resolved } = draft;
  const about = conversations.find(({ comment }) => comment.id === conversation)?.comment.body.markdown ?? '';
  const kind = edited !== undefined ? 'edit' : conversation !== undefined ? 'reply' : 'comment';
  const title = titles.get(target.page ?? '');
  const page = { ...(target.page !== undefined && { page: target.page }), ...(title && { title: plain(title) }) };
  if (resolved === undefined) return { kind, text: await excerptOf(text), ...page };
  return { kind: resolved ? 'resolve' : 'reopen', text: await excerptOf(about), ...page };
}
