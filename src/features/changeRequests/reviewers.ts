import { failedAs, isOutcomeUnknown } from '../../api/errors.ts';
import { Failure, isCancellation, sentenceFor } from '../../api/failure.ts';
import { only, type Page } from '../../api/listings.ts';
import { isId, shownUser } from '../../api/readable.ts';
import { plain, words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';
import { type Choice, pickMany } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { requestedRoute } from '../../model/reviews/reviewers.ts';
import type { ReviewerResource } from './reviewerRows.ts';

/** Lets the user tick who is asked to review; who is ticked off is no longer asked. */
export async function requestReviewers(app: App, place: ChangeRequestPlace): Promise<void> {
  const { connection, space: spaceId, number } = place;
  const { api } = connection;
  const changeRequestId = String(number);
  const [{ organization: organizationId }, requested, { createdBy }] = await Promise.all([
    api.request('GET /spaces/{spaceId}', { spaceId }),
    api.all(requestedRoute, { spaceId, changeRequestId }),
    app.content.changeRequests.get(place),
  ]);
  const asked = requested.flatMap(({ user }) => named(user));
  const prompt = {
    title: `Reviewers of #${number}`,
    placeHolder:
      'Search members by name or email; ticked ones are asked to review. The service asks people, not teams.',
    empty: 'No member found',
    searches: true,
    idOf: ({ id }: User) => id,
  };
  const wanted = await pickMany(
    prompt,
    async function* (search, signal) {
      for await (const { items, count, hasMore } of candidatesOf(place, { organizationId, search, signal })) {
        const remark = (id: string, role: string) => (asked.some(user => user.id === id) ? 'already asked' : role);
        const choices = items.flatMap(({ disabled, user, role }) => {
          const mayAnswer = !disabled && role !== 'read' && role !== 'comment';
          const people = named(user).filter(({ id }) => mayAnswer && id !== createdBy.id);
          return people.map(one => choiceOf(one, remark(one.id, role ?? 'guest')));
        });
        yield { items: choices, count, hasMore };
      }
    },
    asked.map(user => choiceOf(user, 'already asked')),
  );
  await save(place, asked, wanted);
}

/** Lists the members who match a search. A guest may not list them: then those are listed who have commented. */
async function* candidatesOf(
  place: ChangeRequestPlace,
  { organizationId, search, signal }: { organizationId: string; search: string; signal: AbortSignal },
): AsyncGenerator<Page<Member> & { count?: number | undefined }> {
  const { api } = place.connection;
  const query = { search: search || undefined, order: 'asc' as const };
  try {
    yield* api.list('GET /orgs/{organizationId}/members', { organizationId, query }, { signal });
  } catch (error) {
    if (!failedAs(error, 'forbidden')) throw error;
    const isMatch = ({ user }: Member) =>
      named(user).some(({ displayName, email = '' }) =>
        `${displayName} ${email}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()),
      );
    yield* only(api.list(commentersRoute, parametersOf(place), { signal }), isMatch);
  }
}

const commentersRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/commenters';
const requestRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
const removeRoute = 'DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}';

async function save(place: ChangeRequestPlace, asked: User[], wanted: User[]): Promise<void> {
  const input = parametersOf(place);
  const { api } = place.connection;
  const added = wanted.filter(({ id }) => !asked.some(user => user.id === id));
  const removed = asked.filter(({ id }) => !wanted.some(user => user.id === id));
  if (added.length + removed.length === 0) return;
  await withWrite(
    words`Requesting reviewers for #${place.number}`,
    async signal => {
      if (added.length > 0)
        await api.request(requestRoute, { ...input, body: { users: added.map(({ id }) => id) } }, { signal });
      for (const { id } of removed) await api.request(removeRoute, { ...input, userId: id }, { signal });
    },
    async () => {
      const ids = await idsAsked(place);
      const isDone = added.every(({ id }) => ids.has(id)) && !removed.some(({ id }) => ids.has(id));
      return isDone ? 'It is done.' : new NotDone('Not all of it is done.');
    },
  );
  const sentences = [
    added.length > 0 ? words`Asked ${namesOf(added)} to review #${place.number}.` : '',
    removed.length > 0 ? words`No longer asked: ${namesOf(removed)}.` : '',
  ];
  say.info(sentences.filter(Boolean).join(' '));
}

/** Asks somebody again. Who is on the list is taken off it first: to be asked twice is nothing new to the service. */
export async function askAgain({ place, user, name, isAsked }: ReviewerResource): Promise<void> {
  const input = parametersOf(place);
  const { api } = place.connection;
  await withWrite(
    words`Asking ${plain(name, 50)} again to review #${place.number}`,
    async signal => {
      if (isAsked) await api.request(removeRoute, { ...input, userId: user }, { signal });
      await api.request(requestRoute, { ...input, body: { users: [user] } }, { signal }).catch(error => {
        throw isAsked && !isOutcomeUnknown(error) && !isCancellation(error) ? takenOff(name, error) : error;
      });
    },
    async () => {
      const isThere = (await idsAsked(place)).has(user);
      const sentence = words`${plain(name, 50)} ${isThere ? 'is' : 'is not'} among those who are asked.`;
      return isThere ? sentence : new NotDone(sentence);
    },
  );
  say.info(words`Asked ${plain(name, 50)} again to review #${place.number}.`);
}

/** The IDs of those who are asked to review now. */
async function idsAsked(place: ChangeRequestPlace): Promise<ReadonlySet<unknown>> {
  const asked = await place.connection.api.all(requestedRoute, parametersOf(place), { isFresh: true });
  return new Set(asked.map(({ user }) => user?.id));
}

/** That somebody was taken off the list, and could not be asked again. */
function takenOff(name: string, error: unknown): Failure {
  const sentence = sentenceFor('ask for another review', error);
  const now = words`${plain(name, 50)} is not asked any more; choose Request Reviewers to ask them.`;
  return new Failure(sentence + ' ' + now, { cause: error });
}

type User = Schema<'User'>;
type Member = Schema<'Member'>;

/** Somebody who can be asked; nobody where the service does not say who that is. */
function named(user: unknown): User[] {
  const shown = shownUser(user);
  return shown && isId(shown.id) ? [shown] : [];
}

function choiceOf(user: User, remark: string): Choice<User> {
  return { label: user.displayName, description: user.email ?? '', detail: remark, value: user };
}

function namesOf(users: User[]): string {
  return new Intl.ListFormat('en').format(users.map(({ displayName }) => plain(displayName, 50)));
}
