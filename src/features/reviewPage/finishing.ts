import { isCancellation, sentenceFor } from '../../api/failure.ts';
import { plain } from '../../api/words.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { pageTitles } from '../../model/discussions/deletedPage.ts';
import { excerptOf } from '../../model/discussions/excerpt.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { FromPage, ToPage, ToSend } from '../../webview/reviewPage/messages.ts';
import { beginToFinish, finish, isBegun, keepSaid, stopped } from '../finishing.ts';

interface Around {
  app: Parameters<typeof beginToFinish>[0];
  place: ChangeRequestPlace;
  tell: (message: ToPage) => void;
  /** Whether somebody sees what the page is told. */
  isSeen: () => boolean;
  /** Cancels what is being sent. */
  stopping: AbortSignal;
}

/** What of a message finishes the review. */
export type AboutFinish = Extract<FromPage, { type: 'finish' | 'summarize' | 'submit' }>;

/** Finishes the review on its page, as the prompts of the command do: says what goes out, and sends it. */
export async function answerFinish(
  { app, place, tell, isSeen, stopping }: Around,
  message: AboutFinish,
): Promise<void> {
  if (message.type === 'summarize') return keepSaid(app, place, message);
  try {
    const finishing = await beginToFinish(app, place);
    const { pending, kept, offers, written } = finishing;
    if (message.type === 'finish') {
      const { discussion } = written;
      const targets = pending.map(({ target }) => target);
      const titles = await pageTitles(app.content, await discussion.place(), targets);
      const shown = await Promise.all(pending.map(draft => shownDraft(discussion, draft, titles)));
      const toSend = { pending: shown, offers, verdict: kept?.verdict, summary: kept?.summary ?? '' };
      return tell({ type: 'toSend', toSend: { ...toSend, stopped: stopped(finishing) } });
    }
    const said = { verdict: message.verdict, summary: message.summary.trim() };
    await finish(app, finishing, said, { report: sent => tell({ type: 'sending', sent }), shownElsewhere: stopping });
    tell({ type: 'finished', isBegun: false });
  } catch (error) {
    app.failures.log('Could not finish the review on its page.', error);
    // Who looks at something else meanwhile hears of it there.
    if (!isSeen()) app.failures.show('finish the review', error);
    const why = isCancellation(error) ? 'It was cancelled.' : sentenceFor('finish the review', error);
    if (message.type === 'finish') return tell({ type: 'unready', why });
    tell({ type: 'finished', why, isBegun: isBegun(app, place) });
  }
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
