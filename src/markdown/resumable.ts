/** Work that can be interrupted at each `yield`, so that other work gets a turn. */
export type Resumable<T> = Generator<void, T, void>;

/** Runs the work without interruption and returns its result. */
export function runSync<T>(steps: Resumable<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
