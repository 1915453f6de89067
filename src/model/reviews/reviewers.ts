import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { isId, normalizeUser, unknownUser } from '../../api/normalize.ts';
import { hasVisibleText } from '../../api/escape.ts';
import { type ChangeRequestPlace, parametersOf } from '../content/changeRequests.ts';
import { type ReviewerVerdict, readVerdicts } from './verdicts.ts';

/** A user or team that was asked to review a change request, or a user who reviewed it unasked. */
export interface Reviewer {
  /** ID of the user; undefined for a team, or for a user whom the server does not name. */
  user: string | undefined;
  name: string;
  isAsked: boolean;
  /** The latest verdict; undefined if there is none, or the server does not report it. */
  verdict: ReviewerVerdict | undefined;
  /** True if the verdicts could be read. */
  isVerdictKnown: boolean;
}

export const requestedReviewersRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';

/** Returns the requested reviewers in the order of the requests, then those who reviewed unasked. */
export async function readReviewers(
  place: ChangeRequestPlace,
  reading: Promise<readonly ReviewerVerdict[] | undefined>,
  signal?: AbortSignal,
): Promise<Reviewer[]> {
  const [asked, read] = await Promise.all([
    place.connection.api.listAll(requestedReviewersRoute, parametersOf(place), { signal }),
    reading,
  ]);
  const verdicts = read ?? [];
  const isVerdictKnown = read !== undefined;
  const decided = new Map(verdicts.map(verdict => [verdict.user, verdict]));
  const reviewers = await Promise.all(
    asked.map(async ({ user: one, team }): Promise<Reviewer> => {
      const { displayName, id } = normalizeUser(one) ?? unknownUser();
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

/** Describes a verdict, and whether it is outdated. */
export function describeVerdict({ status, isOutdated }: ReviewerVerdict): string {
  switch (status) {
    case 'approved':
      return isOutdated
        ? t('approved, before the newest change')
        : t({ message: 'approved', comment: ['Verdict of a person'] });
    case 'changes-requested':
      return isOutdated ? t('requested changes, before the newest change') : t('requested changes');
    default:
      return isOutdated ? t`${status}, before the newest change` : status;
  }
}

/** Returns the verdicts; undefined if they cannot be read, because the reviewers can be shown without them. */
export async function knownVerdicts(...input: Parameters<typeof readVerdicts>): Promise<ReviewerVerdict[] | undefined> {
  try {
    return (await readVerdicts(...input)) ?? [];
  } catch (error) {
    if (isApiError(error, 'notFound', 'forbidden', 'serverFailed')) return undefined;
    throw error;
  }
}

/** Returns the name of a team. Not every user may see the teams of an organization. */
async function teamIn({ connection: { api }, space: spaceId }: ChangeRequestPlace, team: { id?: unknown }) {
  if (!isId(team.id)) return t('a team');
  const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId });
  try {
    const input = { organizationId, teamId: team.id };
    // The name of a team is optional here, so the request is not retried.
    const { title } = await api.request('GET /orgs/{organizationId}/teams/{teamId}', input, { isRetried: false });
    return hasVisibleText(title) ? t`team ${title}` : t('a team without a name');
  } catch (error) {
    if (isApiError(error, 'notFound', 'forbidden', 'serverFailed')) return t('a team');
    throw error;
  }
}
