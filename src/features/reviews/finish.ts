import { Failure, Remark } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { countOf } from '../../model/discussions/draft.ts';
import { button } from '../../ui/command.ts';
import { Mendable } from '../../ui/failures.ts';
import { askText, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import {
  beginToFinish,
  finish,
  type Finishing,
  keepSaid,
  stopped,
  submissionsOf,
  violation,
} from '../conversations/finishReview.ts';
import { writtenFor } from '../conversations/sendReview.ts';

/** Asks for a verdict and a summary, and sends them behind what was held back. */
export async function finishReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const finishing = await beginToFinish(app, place);
  const { changeRequest, kept, offers } = finishing;
  const name = nameOf(changeRequest);
  const refusal = offers.find(({ isRefused }) => isRefused)?.meaning;
  const choices = offers
    .filter(({ isRefused }) => !isRefused)
    .map(({ verdict, title, meaning: detail }) => {
      return { value: verdict, label: title, detail, description: verdict === kept?.verdict ? 'as you had begun' : '' };
    });
  if (refusal && choices.length === 0) throw new Failure(refusal);
  // First what was chosen before.
  choices.sort((one, other) => Number(other.value === kept?.verdict) - Number(one.value === kept?.verdict));
  const placeHolder = [refusal, stopped(finishing), soFarOf(app, finishing)].filter(Boolean).join(' ');
  const prompt = { title: words`Finish Review of ${name}`, placeHolder, empty: 'Nothing to decide' };
  const verdict = await pick(prompt, choices);
  const mayBeEmpty = violation(finishing, { verdict, summary: '' }) === undefined;
  let typed = '';
  const summary = await askText({
    title: words`${offers.find(offer => offer.verdict === verdict)?.title ?? ''}: ${name}`,
    prompt: mayBeEmpty ? 'A summary for the author; may be empty' : 'What the author has to know',
    value: kept?.summary,
    violation: text => violation(finishing, { verdict, summary: (typed = text) }),
  }).catch(async (error: unknown) => {
    // Who only wants to look something up goes on with these words.
    if (typed !== '') await keepSaid(app, place, { verdict, summary: typed });
    throw error;
  });
  try {
    await finish(app, finishing, { verdict, summary });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const again = { action: 'finish the review', run: () => finishReview(app, place) };
    throw new Mendable(error.message, error.cause, button(app, 'Finish Review', again));
  }
}

/** Throws away what is held back and what the review was to say, after a yes. */
export async function discardReview(app: App, place: ChangeRequestPlace): Promise<void> {
  const submissions = submissionsOf(app);
  const { discussion, drafts } = await writtenFor(app, place);
  const pending = drafts.pendingIn(discussion.key);
  const name = nameOf(await app.content.changeRequests.get(place));
  const kept = submissions.get(place);
  if (pending.length === 0 && !kept) throw new Remark(words`You have not begun a review of ${name}.`);
  const what = [pending.length > 0 ? countOf(pending) : '', kept ? 'your summary' : ''].filter(Boolean).join(' and ');
  const detail = `This throws away ${what}. None of it was sent, so nobody else has it.`;
  await confirm(words`Discard your review of ${name}?`, detail, 'Discard');
  for (const { id } of pending) await drafts.drop(id);
  await submissions.keep(place, undefined);
  say.status(words`Your review of #${place.number} is discarded`);
}

/** How far the user is. */
function soFarOf({ reviews }: App, { place, pending }: Finishing): string {
  const progress = reviews.progress(place);
  const seen = progress ? `${progress.viewed} of ${progress.all} changes viewed` : 'What do you think of it?';
  return pending.length > 0 ? `${seen} · ${countOf(pending)} will go first` : seen;
}
