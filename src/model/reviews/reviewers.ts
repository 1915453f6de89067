import { failedAs } from '../../api/errors.ts';
import { isId, shownUser, somebody } from '../../api/readable.ts';
import { isSeen } from '../../api/words.ts';
import { type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';
import { type GivenVerdict, readVerdicts } from './verdicts.ts';

/** Somebody who was asked to review a change request, or has done so. */
export interface Reviewer {
  /** ID of the user; undefined for a team, and for somebody whom the server does not name. */
  user: string | undefined;
  name: string;
  isAsked: boolean;
  /** What they have decided last; undefined where they have not, or the server does not tell. */
  verdict: GivenVerdict | undefined;
  /** Whether it could be read what they have decided. */
  isVerdictKnown: boolean;
}

export const requestedRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';

/** Who was asked to review a change request, in the order in which that was done, then who has done so unasked. */
export async function readReviewers(
  place: ChangeRequestPlace,
  reading: Promise<readonly GivenVerdict[] | undefined>,
  signal?: AbortSignal,
): Promise<Reviewer[]> {
  const [asked, read] = await Promise.all([
    place.connection.api.all(requestedRoute, parametersOf(place), { signal }),
    reading,
  ]);
  const verdicts = read ?? [];
  const isVerdictKnown = read !== undefined;
  const decided = new Map(verdicts.map(verdict => [verdict.user, verdict]));
  const reviewers = await Promise.all(
    asked.map(async ({ user: one, team }): Promise<Reviewer> => {
      const { displayName, id } = shownUser(one) ?? somebody;
      const user = isId(id) ? id : undefined;
      const name = !one && team ? await teamIn(place, team) : displayName;
      const verdict = user === undefined ? undefined : decided.get(user);
      return { user, name, isAsked: true, verdict, isVerdictKnown };
    }),
  );
  const known = new Set(reviewers.map(({ user }) => user));
  const others = verdicts.filter(({ user }) => !isId(user) || !known.has(user));
  return [
    ...reviewers,
    ...others.map(verdict => {
      const { user, name } = verdict;
      return { user: isId(user) ? user : undefined, name, isAsked: false, verdict, isVerdictKnown };
    }),
  ];
}

/** What a verdict says, and whether it is about what is there now. */
export function verdictInWords({ status, isOutdated }: GivenVerdict): string {
  return (decisions.get(status) ?? status) + (isOutdated ? ', before the newest change' : '');
}

const decisions: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved'],
  ['changes-requested', 'requested changes'],
]);

/** The verdicts; undefined where they cannot be read: who reviews can be told without what they have decided. */
export async function knownVerdicts(...input: Parameters<typeof readVerdicts>): Promise<GivenVerdict[] | undefined> {
  try {
    return (await readVerdicts(...input)) ?? [];
  } catch (error) {
    if (failedAs(error, 'notFound', 'forbidden', 'serverFailed')) return undefined;
    throw error;
  }
}

/** What people call a team. Not everybody may see the teams of an organization. */
async function teamIn({ connection: { api }, space: spaceId }: ChangeRequestPlace, team: { id?: unknown }) {
  if (!isId(team.id)) return 'a team';
  const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId });
  try {
    const input = { organizationId, teamId: team.id };
    // The name of a team is optional here, so the request is not retried.
    const { title } = await api.request('GET /orgs/{organizationId}/teams/{teamId}', input, { isRetried: false });
    return isSeen(title) ? `team ${title}` : 'a team without a name';
  } catch (error) {
    if (failedAs(error, 'notFound', 'forbidden', 'serverFailed')) return 'a team';
    throw error;
  }
}
