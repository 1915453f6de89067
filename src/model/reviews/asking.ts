import { failedAs } from '../../api/errors.ts';

/** What is shown beside what else is known, which it must not hide when it is kept from the user. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (failedAs(error, 'forbidden', 'notFound')) return undefined;
    throw error;
  }
}

/** What is asked for once; where that fails, who asks next asks again. */
export function memoized<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before) return before;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => {
    // Who asked is told.
    if (known.get(key) === asked) known.delete(key);
  });
  return asked;
}
