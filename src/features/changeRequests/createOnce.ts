import { isOutcomeUnknown } from '../../api/errors.ts';
import { Failure, isCancellation } from '../../api/failure.ts';
import { plain, words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { ChangeRequest } from '../../model/content/changeRequests.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import type { Space } from '../../model/spaces.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';

export const createRoute = 'POST /spaces/{spaceId}/change-requests';
const listRoute = 'GET /spaces/{spaceId}/change-requests';

/** An attempt to create a change request of which nobody knows what came of it. */
interface Attempt {
  /** Numbers of those that were there before it and look the same. */
  alike: readonly number[];
  /** When it was made, in milliseconds since 1970. */
  at: number;
}

interface Created {
  created: ChangeRequest;
  /** Whether an earlier attempt made it. */
  isEarlier: boolean;
}

/**
 * Creates a change request, unless an attempt with the same subject has arrived within the last hour of which nothing was
 * heard: then that one is given. It is told from others by what was there before the first attempt.
 */
export async function createOnce(
  { context }: Pick<App, 'context'>,
  { connection, space }: { connection: Connection; space: Space },
  subject: string,
): Promise<Created> {
  const spaceId = space.id;
  const title = `"${plain(space.title)}"`;
  const key = `creating ${resourceAddress(connection, '/spaces/{spaceId}/change-requests', { spaceId })} ${subject}`;
  const keep = (attempt?: Attempt) => context.globalState.update(key, attempt);
  const stored = context.globalState.get<Attempt>(key);
  const earlier = stored && Date.now() - stored.at < hourMs ? stored : undefined;
  const alike = earlier?.alike ?? (await findAlike(connection, spaceId, subject)).map(({ number }) => number);
  const find = async () => {
    const now = await findAlike(connection, spaceId, subject);
    return now.find(({ number }) => !alike.includes(number));
  };
  const arrived = earlier && (await find());
  if (arrived) {
    await keep();
    return { created: arrived, isEarlier: true };
  }
  await keep({ alike, at: Date.now() });
  try {
    const created = await withWrite(
      words`Creating a change request in ${title}`,
      async signal => {
        const reply = await connection.api.request(createRoute, { spaceId, body: { subject } }, { signal });
        if (Number.isInteger(reply?.number)) return reply as ChangeRequest;
        // It is created, whether or not it can be found.
        return find().catch(() => undefined);
      },
      async () => {
        const created = await find();
        if (!created) return new NotDone('It is not created.');
        // Whoever has been told so means another one the next time.
        await keep();
        return `It is created: #${created.number}.`;
      },
    );
    await keep();
    if (created) return { created, isEarlier: false };
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    if (!isOutcomeUnknown(cause) && !isCancellation(cause)) await keep();
    throw error;
  }
  throw new Failure(words`A change request is created in ${title}. The service did not tell which: refresh to see it.`);
}

const hourMs = 60 * 60 * 1000;

/** The change requests of the user that are not over and have a subject. */
async function findAlike({ api, user }: Connection, spaceId: string, subject: string): Promise<ChangeRequest[]> {
  const lists = (['open', 'draft'] as const).map(status =>
    api.all(listRoute, { spaceId, query: { status } }, { isFresh: true }),
  );
  const isOwn = ({ createdBy }: ChangeRequest) => user === undefined || createdBy?.id === user.id;
  return (await Promise.all(lists)).flat().filter(one => (one.subject ?? '') === subject && isOwn(one));
}
