import { t } from '@vscode/l10n';
import { isOutcomeUnknown } from '../../api/errors.ts';
import { Failure, isCancellation } from '../../api/failure.ts';
import { formatList } from '../../api/lists.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequest } from '../../model/content/changeRequests.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import type { Space } from '../../model/spaces.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askAction } from '../../ui/prompts.ts';
import { type ChangeRequestTexts, unsentTextsOf } from './unsentTexts.ts';

export const createRoute = 'POST /spaces/{spaceId}/change-requests';
const listRoute = 'GET /spaces/{spaceId}/change-requests';

/** An attempt to create a change request whose outcome is unknown. */
interface Attempt {
  /** Numbers of the change requests that had the same subject before the attempt. */
  existing: readonly number[];
  /** Time of the attempt, in milliseconds since 1970. */
  startedAt: number;
}

interface Created {
  created: ChangeRequest;
  isFromEarlierAttempt: boolean;
}

/**
 * Creates a change request. If an attempt of the last hour with the same subject lost its reply but succeeded, its
 * change request is returned instead of creating a second one; if the server does not say who the user is, the user
 * picks it. Change requests that existed before that attempt are ignored.
 */
export async function createOnce(
  { context, singletons }: Pick<App, 'context' | 'singletons'>,
  { connection, space }: { connection: Connection; space: Space },
  texts: ChangeRequestTexts,
): Promise<Created> {
  const { subject } = texts;
  const spaceId = space.id;
  const title = `"${escapeLine(space.title)}"`;
  const key = `creating ${resourceAddress(connection, '/spaces/{spaceId}/change-requests', { spaceId })} ${subject}`;
  const store = (attempt: Attempt | undefined) => context.globalState.update(key, attempt);
  const clear = () => store(undefined);
  const stored = context.globalState.get<Attempt>(key);
  const earlier = stored && Date.now() - stored.startedAt < hourMs ? stored : undefined;
  // Creating needs no list. If none can be read, a lost reply is not looked up.
  const existing = earlier
    ? [...earlier.existing]
    : await numbersOfOwn(connection, spaceId, subject).catch(() => undefined);
  const findCandidates = async () => {
    if (!existing)
      throw new Failure(t('The change requests from before could not be read, so a new one cannot be told from them.'));
    const changeRequests = await listOwn(connection, spaceId, subject);
    return changeRequests.filter(({ number }) => !existing.includes(number));
  };
  const isUserKnown = connection.user !== undefined;
  // If the earlier one cannot be found, a new one is created.
  const candidates = earlier ? await findCandidates().catch(() => []) : [];
  const recovered = isUserKnown ? candidates[0] : await pickOwn(candidates);
  if (recovered) {
    await clear();
    return { created: recovered, isFromEarlierAttempt: true };
  }
  existing?.push(...candidates.map(({ number }) => number));
  if (existing) await store({ existing, startedAt: Date.now() });
  try {
    const created = await runWriteWithProgress(
      tEscaped`Creating a change request in ${title}`,
      async signal => {
        const reply = await connection.api.request(createRoute, { spaceId, body: { subject } }, { signal });
        if (Number.isInteger(reply?.number)) return reply as ChangeRequest;
        // The write has succeeded, even if the change request cannot be found.
        const [first, ...others] = await findCandidates().catch(() => []);
        return isUserKnown || others.length === 0 ? first : undefined;
      },
      async () => {
        const [created, ...others] = await findCandidates();
        if (!created) return new WriteNotDone(t('It is not created.'));
        if (!isUserKnown) return describeCandidates([created, ...others]);
        // The message names the change request, so the next attempt is meant to create another one.
        await clear();
        unsentTextsOf({ singletons }).settleChangeRequest(
          { connection, space: spaceId, number: created.number },
          texts,
        );
        return t`It is created: #${created.number}.`;
      },
    );
    await clear();
    if (created) return { created, isFromEarlierAttempt: false };
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    if (!isOutcomeUnknown(cause) && !isCancellation(cause)) await clear();
    throw error;
  }
  throw new Failure(tEscaped`A change request was created in ${title}. Refresh to see it.`);
}

const hourMs = 60 * 60 * 1000;

/** Asks which change request is the user's, because the server does not say who the user is. */
async function pickOwn(candidates: readonly ChangeRequest[]): Promise<ChangeRequest | undefined> {
  for (const candidate of candidates) {
    const { number, createdBy } = candidate;
    const author = createdBy?.displayName;
    const useIt = t('Use It');
    const action = await askAction(
      tEscaped`#${number} has the same subject, and was created after your first attempt. Is it yours?`,
      [author ? tEscaped`It was created by ${author}.` : '', t('This server does not tell who you are.')]
        .filter(Boolean)
        .join(' '),
      useIt,
      candidate === candidates.at(-1) ? t('Create Another') : t('Show Next'),
    );
    if (action === useIt) return candidate;
  }
  return undefined;
}

function describeCandidates(candidates: readonly ChangeRequest[]): string {
  const names = candidates.map(({ number }) => `#${number}`);
  return names.length === 1
    ? tEscaped`${names.join('')} was created meanwhile with this subject; it may be yours.`
    : tEscaped`${formatList(names)} were created meanwhile with this subject; one may be yours.`;
}

async function numbersOfOwn(...args: Parameters<typeof listOwn>): Promise<number[]> {
  return (await listOwn(...args)).map(({ number }) => number);
}

/** Lists the user's open and draft change requests with a subject. */
async function listOwn({ api, user }: Connection, spaceId: string, subject: string): Promise<ChangeRequest[]> {
  const lists = (['open', 'draft'] as const).map(status =>
    api.listAll(listRoute, { spaceId, query: { status } }, { isFresh: true }),
  );
  const isOwn = ({ createdBy }: ChangeRequest) => user === undefined || createdBy?.id === user.id;
  return (await Promise.all(lists)).flat().filter(one => (one.subject ?? '') === subject && isOwn(one));
}
