import { t } from '@vscode/l10n';
import { isApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { mapItems, filterItems } from '../../api/listings.ts';
import { Failure, failureMessage, isCancellation } from '../../api/failure.ts';
import { formatList } from '../../api/lists.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { type Choice, pickMany } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { reviewCandidates, userWithId } from '../../model/reviews/candidates.ts';
import { hasDescription } from '../../model/reviews/description.ts';
import { requestedReviewersRoute } from '../../model/reviews/reviewers.ts';
import { parseDescription } from './descriptionDocument.ts';
import type { ReviewerResource } from './reviewerRows.ts';
import { askDescription, offerUnsent, verifyTypedDescription } from './typedDescription.ts';
import { unsentTextsOf } from './unsentTexts.ts';

/** Lets the user select the requested reviewers. Deselected reviewers are no longer asked. */
export async function requestReviewers(app: App, place: ChangeRequestPlace): Promise<void> {
  const { connection, space: spaceId, number } = place;
  const { api } = connection;
  const changeRequestId = String(number);
  const [{ organization: organizationId }, requested, changeRequest] = await Promise.all([
    api.request('GET /spaces/{spaceId}', { spaceId }),
    api.listAll(requestedReviewersRoute, { spaceId, changeRequestId }),
    app.content.changeRequests.get(place),
  ]);
  const asked = requested.flatMap(({ user }) => userWithId(user) ?? []);
  const prompt = {
    title: t`Request Reviewers for #${number}`,
    placeHolder: t('Search by name or email'),
    empty: t('No member found. Teams cannot be asked.'),
    isSearchedByServer: true,
    idOf: ({ id }: User) => id,
  };
  const wanted = await pickMany(
    prompt,
    async function* (search, signal) {
      const candidates = reviewCandidates(place, { organizationId, search, signal });
      const isAuthor = (id: string) => id === changeRequest.createdBy.id;
      const isAsked = (id: string) => asked.some(user => user.id === id);
      yield* mapItems(
        filterItems(candidates, ({ user }) => !isAuthor(user.id)),
        ({ user, role }) => choiceOf(user, role, isAsked(user.id)),
      );
    },
    asked.map(user => choiceOf(user, '', true)),
  );
  const added = wanted.filter(({ id }) => !asked.some(user => user.id === id));
  const removed = asked.filter(({ id }) => !wanted.some(user => user.id === id));
  if (added.length + removed.length === 0) return;
  // An existing description is edited in its own document.
  const isDescriptionWanted = added.length > 0 && hasDescription(changeRequest) === false;
  const unsent = unsentTextsOf(app);
  const description = isDescriptionWanted ? await askDescription(prompt.title, unsent.descriptionOf(place)) : '';
  if (isDescriptionWanted) unsent.storeDescription(place, description);
  await save(app, place, { added, removed, description });
}

interface ReviewersChange {
  added: User[];
  removed: User[];
  /** The description in Markdown that is sent with the request; empty if there is none. */
  description: string;
}

const requestRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
const removeRoute = 'DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}';

async function save(
  app: App,
  place: ChangeRequestPlace,
  { added, removed, description }: ReviewersChange,
): Promise<void> {
  const read = () => app.content.changeRequests.fetch(place);
  const hasNewDescription = description !== '' && hasDescription(await read()) === true;
  const sent = description && !hasNewDescription ? await parseDescription(description) : undefined;
  let isRequested = false;
  try {
    await runWriteWithProgress(
      tEscaped`Requesting reviewers for #${place.number}`,
      async signal => {
        if (added.length > 0) await requestWithDescription(place, ids(added), signal, sent);
        isRequested = true;
        for (const { id } of removed) await removeReviewer(place, id, signal);
      },
      async () => {
        const now = await requestedReviewerIds(place);
        const isDone = ids(added).every(id => now.has(id)) && !ids(removed).some(id => now.has(id));
        return isDone ? t('It is done.') : new WriteNotDone(t('Not all of it is done.'));
      },
    );
    const sentences = [
      added.length > 0 ? tEscaped`Asked ${namesOf(added)} to review #${place.number}.` : '',
      removed.length > 0 ? tEscaped`No longer asked: ${namesOf(removed)}.` : '',
    ];
    say.status(sentences.filter(Boolean).join(' '));
  } catch (error) {
    if (!sent || !isRequested || isCancellation(error)) throw error;
    app.failures.show(t('request reviewers'), error);
  }
  if (hasNewDescription) offerUnsent(app, place, description);
  if (sent) await verifyTypedDescription(app, place, description);
}

/** Asks a reviewer again. A requested reviewer is removed first, because the service ignores a second request. */
export async function requestReviewAgain({ place, user, name, isAsked }: ReviewerResource): Promise<void> {
  const who = escapeLine(name, 50);
  let isOnList = isAsked;
  await runWriteWithProgress(
    tEscaped`Asking ${who} again to review #${place.number}`,
    async signal => {
      if (isOnList) await removeReviewer(place, user, signal);
      isOnList = false;
      await request(place, [user], signal).catch(error => {
        throw isAsked && !isOutcomeUnknown(error) && !isCancellation(error) ? removedFailure(name, error) : error;
      });
    },
    async () => {
      const isRequestedNow = (await requestedReviewerIds(place)).has(user);
      if (isRequestedNow)
        return isOnList
          ? new WriteNotDone(tEscaped`${who} has not been asked again, and is still on the list.`)
          : tEscaped`${who} is asked.`;
      return new WriteNotDone(isAsked ? notAskedNow(who) : tEscaped`${who} is not asked.`);
    },
  );
  say.status(tEscaped`Asked ${who} again to review #${place.number}.`);
}

const notAskedNow = (who: string) => tEscaped`${who} is not asked any more; choose Request Reviewers to ask them.`;

/** Requests reviewers. If the reply is lost, the list of reviewers is looked up. */
async function request(
  place: ChangeRequestPlace,
  users: string[],
  signal: AbortSignal,
  description?: Schema<'Document'>,
): Promise<void> {
  const body = { users, ...(description && { description }) };
  const lookUp = async () => {
    const now = await requestedReviewerIds(place);
    return users.every(id => now.has(id)) ? { result: undefined } : undefined;
  };
  await place.connection.api.request(requestRoute, { ...parametersOf(place), body }, { signal, lookUp });
}

/** Requests reviewers, and sends a description with the request if the server accepts one. */
async function requestWithDescription(
  ...[place, users, signal, description]: Parameters<typeof request>
): Promise<void> {
  try {
    await request(place, users, signal, description);
  } catch (error) {
    // Some servers reject unknown fields; the description is sent separately afterwards.
    if (!description || !isApiError(error, 'invalid')) throw error;
    await request(place, users, signal);
  }
}

/** Removes a requested reviewer. If the reply is lost, the list of reviewers is looked up. */
async function removeReviewer(place: ChangeRequestPlace, userId: string, signal: AbortSignal): Promise<void> {
  const lookUp = async () => ((await requestedReviewerIds(place)).has(userId) ? undefined : { result: undefined });
  await place.connection.api.request(removeRoute, { ...parametersOf(place), userId }, { signal, lookUp });
}

/** Fetches the IDs of the requested reviewers. */
async function requestedReviewerIds(place: ChangeRequestPlace): Promise<ReadonlySet<unknown>> {
  const asked = await place.connection.api.listAll(requestedReviewersRoute, parametersOf(place), { isFresh: true });
  return new Set(asked.map(({ user }) => user?.id));
}

/** Returns the failure for a reviewer who was removed from the list and could not be requested again. */
function removedFailure(name: string, error: unknown): Failure {
  const sentence = failureMessage(t('ask for another review'), error);
  return new Failure([sentence, notAskedNow(escapeLine(name, 50))].join(' '), { cause: error });
}

type User = Schema<'User'>;

function choiceOf(user: User, role: string, isAsked: boolean): Choice<User> {
  const description = [role, user.email].filter(Boolean).join(' · ');
  return { label: user.displayName, description, ...(isAsked && { detail: t('already asked') }), value: user };
}

function ids(users: User[]): string[] {
  return users.map(({ id }) => id);
}

function namesOf(users: User[]): string {
  return formatList(users.map(({ displayName }) => escapeLine(displayName, 50)));
}
