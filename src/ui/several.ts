import { reasonOf } from '../api/failure.ts';
import { words } from '../api/words.ts';
import { withWrite } from './progress.ts';
import { Failure } from '../api/failure.ts';
import * as say from './say.ts';

/** One of several things that are done together. */
export interface Part {
  label: string;
  run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Does several things one after the other behind one notification, and says at the end what was done and what was not,
 * and why. `done` completes "3 of 5 …".
 */
export async function doEach(title: string, done: string, parts: readonly Part[]): Promise<void> {
  const failed: { label: string; error: unknown }[] = [];
  let count = 0;
  await withWrite(
    title,
    async (signal, report) => {
      for (const { label, run } of parts) {
        signal.throwIfAborted();
        if (parts.length > 1) report(words`${count + failed.length + 1} of ${parts.length}: ${label}`);
        try {
          await run(signal);
          count++;
        } catch (error) {
          if (signal.aborted || parts.length === 1) throw error;
          failed.push({ label, error });
        }
      }
    },
    async () => `${count} of ${parts.length} ${done} before that; refresh to see what became of the next.`,
  );
  if (failed.length === 0) return parts.length > 1 ? say.info(`${count} ${done}.`) : undefined;
  const reasons = failed.map(({ label, error }) => words`"${label}": ` + reasonOf(error));
  throw new Failure(`${count} of ${parts.length} ${done}. Not done: ${reasons.slice(0, 5).join(' ')}${more(reasons)}`);
}

function more({ length }: readonly string[]): string {
  return length > 5 ? ` And ${length - 5} more.` : '';
}
