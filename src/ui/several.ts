import { ApiError, failedAs, isOutcomeUnknown } from '../api/errors.ts';
import { attempt, causeOf, Failure, reasonOf } from '../api/failure.ts';
import { mayStillHappen } from '../api/outcome.ts';
import { words } from '../api/words.ts';
import { NotDone, notKnown, sentenceOf, type Truth, truthAfter, withWrite } from './progress.ts';
import * as say from './say.ts';

/** One of several things that are done together. */
export interface Part {
  label: string;
  /** What is tried, where it is the only one: completes "Could not …". Several are named by their labels. */
  action?: string;
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Asks what is true of it; said where it is not known whether it was done. */
  now?: () => Promise<Truth>;
}

/**
 * Does several things one after the other behind one notification, and says at the end what was done and what was not,
 * and why. `done` completes "3 of 5 …". Where the service refuses the token, the others are not tried.
 */
export async function doEach(title: string, done: string, parts: readonly Part[]): Promise<void> {
  const failed: { sentence: string; error: unknown; isUnknown: boolean }[] = [];
  let count = 0;
  /** How many of them were begun. */
  let begun = 0;
  /** What was not done, or perhaps, and why. */
  const failures = () => {
    const notDone = failed.filter(({ isUnknown }) => !isUnknown);
    const perhapsDone = failed.filter(({ isUnknown }) => isUnknown);
    return [listed('Not done', notDone), listed('Perhaps done', perhapsDone)].filter(Boolean);
  };
  await withWrite(
    title,
    async (signal, report) => {
      for (const [at, { label, action, run }] of parts.entries()) {
        signal.throwIfAborted();
        if (parts.length > 1) report(words`${count + failed.length + 1} of ${parts.length}: ${label}`);
        begun++;
        try {
          await (action && parts.length === 1 ? attempt(action, () => run(signal)) : run(signal));
          count++;
        } catch (error) {
          if (signal.aborted || parts.length === 1) throw error;
          const truth = isOutcomeUnknown(error) ? await truthAfter(error, nowOf(parts[at]), signal) : undefined;
          const isUnknown =
            isOpen(error) || (truth !== undefined && (typeof truth === 'string' || mayStillHappen(error)));
          const why = isUnknown && truth ? `${causeOf(error)} ${sentenceOf(truth)}` : reasonOf(error);
          failed.push({ sentence: words`"${label}": ` + why, error, isUnknown });
          if (failedAs(error, 'signedOut')) break;
        }
      }
    },
    async () => {
      if (parts.length === 1) return nowOf(parts[0])();
      const before = [`${count} of ${parts.length} ${done} before that.`, ...failures()].join(' ');
      const isUnderWay = begun > count + failed.length;
      if (!isUnderWay) return before;
      // How much was done before is known all the same.
      const truth = await nowOf(parts[begun - 1])().catch(() => notKnown);
      return typeof truth === 'string' ? `${before} ${truth}` : new NotDone(`${before} ${truth.sentence}`);
    },
  );
  if (failed.length === 0) return parts.length > 1 ? say.info(`${count} ${done}.`) : undefined;
  const remaining = parts.length - count - failed.length;
  const sentences = [
    `${count} of ${parts.length} ${done}.`,
    ...failures(),
    remaining > 0 ? `Not tried: ${remaining} more.` : '',
  ];
  const cause = failed.map(({ error }) => error).find(error => failedAs(error, 'signedOut'));
  throw new Failure(sentences.filter(Boolean).join(' '), { cause });
}

/** Whether a part has looked up what came of its write, and that is not decided yet. */
function isOpen(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  return cause instanceof ApiError && (cause.outcome === 'notYet' || cause.outcome === 'unknown');
}

/** What is true of a part of which it is not known whether it was done. */
function nowOf(part: Part | undefined): () => Promise<Truth> {
  return part?.now ?? (async () => notKnown);
}

function listed(title: string, failed: readonly { sentence: string }[]): string {
  const more = failed.length > 5 ? ` And ${failed.length - 5} more.` : '';
  const firstSentences = failed.slice(0, 5).map(({ sentence }) => sentence);
  return firstSentences.length > 0 ? `${title}: ${firstSentences.join(' ')}${more}` : '';
}
