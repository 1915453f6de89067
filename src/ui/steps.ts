import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody wants to answer the question before once more. */
export class GoingBack extends Error {
  override readonly name = 'GoingBack';
}

/** What has been answered of the questions of something that is running. */
interface Steps {
  readonly answers: unknown[];
  /** How many of them have been asked for. */
  asked: number;
  /** How the next question was answered, before somebody went back to it. */
  before: unknown;
  /** Whether it can be run again: it is under way, and nothing has been done yet. */
  mayBegin: boolean;
}

const running = new AsyncLocalStorage<Steps>();

/**
 * Runs something that asks several things, one after the other. Who goes back is asked the one before once more: it is
 * run again, and has the answers to all before that without asking. Until it has done something, see `noWayBack`.
 */
export async function inSteps<T>(run: () => T | Promise<T>): Promise<T> {
  const answers: unknown[] = [];
  let before: unknown;
  for (;;) {
    const steps: Steps = { answers, asked: 0, before, mayBegin: true };
    try {
      return await running.run(steps, run);
    } catch (error) {
      if (!(error instanceof GoingBack)) throw error;
      before = answers.pop();
    } finally {
      // Buttons of its messages may ask something when it is over.
      steps.mayBegin = false;
    }
  }
}

/** Asks one thing; who may go back does so with GoingBack. `before` is what was answered before somebody went back. */
export async function step<T>(ask: (mayGoBack: boolean, before?: T) => Promise<T>): Promise<T> {
  const steps = running.getStore();
  if (!steps?.mayBegin) return ask(false);
  const { answers } = steps;
  if (steps.asked === answers.length) {
    const { before } = steps;
    steps.before = undefined;
    answers.push(await ask(answers.length > 0, before as T | undefined));
  }
  return answers[steps.asked++] as T;
}

/** Says that what comes is not to be done twice: there is no way back to what was asked before. */
export function noWayBack(): void {
  const steps = running.getStore();
  if (steps) steps.mayBegin = false;
}
