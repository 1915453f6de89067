import { failedAs } from '../../api/errors.ts';

/** Returns undefined if the user may not read the data or it does not exist, so that other data is still shown. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (failedAs(error, 'forbidden', 'notFound')) return undefined;
    throw error;
  }
}

/**
 * Returns the cached promise for a key, or sends the request. A failed request is removed, so that the next call
 * retries.
 */
export function memoized<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before) return before;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => {
    // The caller receives the error.
    if (known.get(key) === asked) known.delete(key);
  });
  return asked;
}
