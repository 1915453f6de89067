import { t } from '@vscode/l10n';
import { ApiError, isApiError, isOutcomeUnknown } from '../api/errors.ts';
import { attempt, causeOf, Failure, reasonOf } from '../api/failure.ts';
import { canStillTakeEffect } from '../api/outcome.ts';
import { escapeLine, tEscaped } from '../api/escape.ts';
import {
  WriteNotDone,
  unknownOutcome,
  describeOutcome,
  type WriteOutcome,
  lookUpOutcome,
  runWriteWithProgress,
} from './progress.ts';
import * as say from './say.ts';

/** One of several operations that run together. */
export interface RunPart {
  label: string;
  /** The action used if it is the only part; completes "Could not ...". Several parts are named by their labels. */
  action?: string;
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Looks up the outcome if the reply was lost; undefined if it cannot be looked up here, or `run` does so itself. */
  lookUp: (() => Promise<WriteOutcome>) | undefined;
}

/** The sentences that report how many of several operations succeeded. */
export interface DoneSentences {
  all: (count: number) => string;
  some: (count: number, total: number) => string;
}

/**
 * Runs several operations one after another with one notification, and then reports which succeeded and which failed,
 * and why. If the service refuses the token, the remaining ones are not tried.
 */
export async function runForEach(title: string, done: DoneSentences, parts: readonly RunPart[]): Promise<void> {
  const failed: { sentence: string; error: unknown; isUnknown: boolean }[] = [];
  let count = 0;
  /** The number of operations started. */
  let startedCount = 0;
  /** Returns sentences about failed operations and those with an unknown outcome. */
  const failures = () => {
    const notDone = failed.filter(({ isUnknown }) => !isUnknown);
    const perhapsDone = failed.filter(({ isUnknown }) => isUnknown);
    return [listed(t('Not done'), notDone), listed(t('Perhaps done'), perhapsDone)].filter(Boolean);
  };
  await runWriteWithProgress(
    title,
    async (signal, report) => {
      for (const [at, { label, action, run }] of parts.entries()) {
        signal.throwIfAborted();
        if (parts.length > 1) report(tEscaped`${count + failed.length + 1} of ${parts.length}: ${label}`);
        startedCount++;
        try {
          await (action && parts.length === 1 ? attempt(action, () => run(signal)) : run(signal));
          count++;
        } catch (error) {
          if (signal.aborted || parts.length === 1) throw error;
          const truth = isOutcomeUnknown(error) ? await lookUpOutcome(error, nowOf(parts[at]), signal) : undefined;
          const isUnknown =
            isOpen(error) || (truth !== undefined && (typeof truth === 'string' || canStillTakeEffect(error)));
          const why = isUnknown && truth ? `${causeOf(error)} ${describeOutcome(truth)}` : reasonOf(error);
          failed.push({ sentence: t`"${escapeLine(label, 300)}": ${why}`, error, isUnknown });
          if (isApiError(error, 'signedOut')) break;
        }
      }
    },
    async () => {
      if (parts.length === 1) return nowOf(parts[0])();
      const before = [t`Before that: ${done.some(count, parts.length)}`, ...failures()].join(' ');
      const isUnderWay = startedCount > count + failed.length;
      if (!isUnderWay) return before;
      // The completed operations are reported even if the outcome of the last one cannot be looked up.
      const truth = await nowOf(parts[startedCount - 1])().catch(() => unknownOutcome);
      return typeof truth === 'string' ? `${before} ${truth}` : new WriteNotDone(`${before} ${truth.sentence}`);
    },
  );
  if (failed.length === 0) return parts.length > 1 ? say.status(done.all(count)) : undefined;
  const remaining = parts.length - count - failed.length;
  const sentences = [
    done.some(count, parts.length),
    ...failures(),
    remaining > 0 ? t`Not tried: ${remaining} more.` : '',
  ];
  const cause = failed.map(({ error }) => error).find(error => isApiError(error, 'signedOut'));
  throw new Failure(sentences.filter(Boolean).join(' '), { cause });
}

/** Returns true if an operation has looked up its own outcome and it is still undecided. */
function isOpen(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  return cause instanceof ApiError && (cause.outcome === 'notYet' || cause.outcome === 'unknown');
}

/** Returns the lookup of an operation's outcome; resolves to `unknownOutcome` if there is none. */
function nowOf(part: RunPart | undefined): () => Promise<WriteOutcome> {
  return part?.lookUp ?? (async () => unknownOutcome);
}

function listed(title: string, failed: readonly { sentence: string }[]): string {
  const more = failed.length > 5 ? t`And ${failed.length - 5} more.` : '';
  const sentences = [...failed.slice(0, 5).map(({ sentence }) => sentence), more].filter(Boolean);
  return sentences.length > 0 ? `${title}: ${sentences.join(' ')}` : '';
}
