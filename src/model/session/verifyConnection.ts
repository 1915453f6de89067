import { t } from '@vscode/l10n';
import type { Client } from '../../api/client.ts';
import { isApiError } from '../../api/errors.ts';
import { Failure, reasonOf } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';

/** Returns the user to whom the token belongs; undefined if the server does not report it. */
export async function fetchCurrentUser(
  api: Client,
  signal: AbortSignal | undefined,
): Promise<Schema<'User'> | undefined> {
  try {
    return await api.optional('GET /user', {}, { signal });
  } catch (error) {
    if (isApiError(error, 'notOffered')) return undefined;
    throw error;
  }
}

/** Sends a request that every caller may send. Throws a Failure that says whether the address or the token is wrong. */
export async function verifyConnection(api: Client, signal: AbortSignal | undefined): Promise<void> {
  try {
    await api.request('GET /orgs', {}, { signal, isProbe: true });
  } catch (error) {
    if (isApiError(error, 'signedOut')) {
      throw new Failure(
        [
          tEscaped`Could not sign in: the token is wrong. The server at ${api.url} answers but refuses it; check that it is complete, has not expired and belongs to this server.`,
          t("You can create a new token in your account's developer settings."),
        ].join(' '),
        { cause: error },
      );
    }
    if (isApiError(error, 'forbidden')) {
      throw new Failure(
        [t('Could not sign in: the token is valid, but may not list organizations.'), reasonOf(error)].join(' '),
        {
          cause: error,
        },
      );
    }
    if (isApiError(error, 'notFound', 'notOffered', 'invalid', 'notService')) {
      throw new Failure([tEscaped`Could not sign in: the address ${api.url} is wrong.`, reasonOf(error)].join(' '), {
        cause: error,
      });
    }
    throw error;
  }
}
