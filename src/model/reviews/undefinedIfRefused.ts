import { isApiError } from '../../api/errors.ts';

/** Returns undefined if the user may not read the data or it does not exist, so that other data is still shown. */
export async function undefinedIfRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isApiError(error, 'forbidden', 'notFound')) return undefined;
    throw error;
  }
}
