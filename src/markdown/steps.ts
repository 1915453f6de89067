/** Work that can be interrupted wherever it yields, so that whoever does it can let others have their turn. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of it without interruption. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
