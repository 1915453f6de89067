import { setTimeout as delay } from 'node:timers/promises';

/** Repeats a check until it no longer throws, and returns its result. Throws the last error after a timeout. */
export async function eventually<T>(check: () => T | Promise<T>, seconds = 30): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
    }
    await delay(50);
  }
}
