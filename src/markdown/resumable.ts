/** Work that can be interrupted wherever it yields, so that whoever does it can let others have their turn. */
export type Resumable<T> = Generator<void, T, void>;

/** Does all of it without interruption. */
export function runSync<T>(steps: Resumable<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
