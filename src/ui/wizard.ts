import { AsyncLocalStorage } from 'node:async_hooks';
import { hideBusyIndicator } from './busyIndicator.ts';

/** Thrown when the user goes back to the previous prompt. */
export class BackError extends Error {
  override readonly name = 'GoingBack';
}

/** The state of a wizard. */
interface Steps {
  readonly answers: unknown[];
  /** The number of prompts answered in this run. */
  asked: number;
  /** The previous answer to the current prompt, if the user has gone back to it. */
  before: unknown;
  /** True while the wizard can be run again: it is running, and has not changed anything. */
  canBegin: boolean;
}

const running = new AsyncLocalStorage<Steps>();

/**
 * Runs a function that shows several prompts, with a way back. Going back runs the function again, and answers all
 * prompts before the previous one from memory. After `disableBack` there is no way back.
 */
export async function runWizard<T>(run: () => T | Promise<T>): Promise<T> {
  const answers: unknown[] = [];
  let before: unknown;
  for (;;) {
    const steps: Steps = { answers, asked: 0, before, canBegin: true };
    try {
      return await running.run(steps, run);
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
      before = answers.pop();
    } finally {
      // Buttons of messages may open prompts after the wizard has ended.
      steps.canBegin = false;
    }
  }
}

/** Shows one prompt of a wizard. `ask` throws BackError to go back; `before` is the previous answer to this prompt. */
export async function wizardStep<T>(ask: (canGoBack: boolean, before?: T) => Promise<T>): Promise<T> {
  const steps = running.getStore();
  if (!steps?.canBegin) return hideBusyIndicator(() => ask(false));
  const { answers } = steps;
  if (steps.asked === answers.length) {
    const { before } = steps;
    steps.before = undefined;
    answers.push(await hideBusyIndicator(() => ask(answers.length > 0, before as T | undefined)));
  }
  return answers[steps.asked++] as T;
}

/** Ends the way back to earlier prompts, because the function is about to do something that must not be done twice. */
export function disableBack(): void {
  const steps = running.getStore();
  if (steps) steps.canBegin = false;
}
