import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Runs a function while all cores are busy. */
export async function whileBusy(act: () => Promise<void>): Promise<void> {
  const workers = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    await act();
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()));
  }
}
