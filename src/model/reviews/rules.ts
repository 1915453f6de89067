import { isId, shownUser, somebody } from '../../api/readable.ts';
import { isSeen } from '../../api/words.ts';
import { eachOf } from '../discussions/requests.ts';
import type { Connection } from '../session/connection.ts';
import type { Space } from '../spaces.ts';

/** What the service asks for before it merges a change request. */
export interface MergeRule {
  /** `require_at_least_one_review`, `allow_bypass`, or what a newer service has beside these. */
  kind: string;
  /** The people that it names. */
  people: readonly { user: string; name: string }[];
  /** What a rule of the kind `custom` asks for: its message, else its expression. */
  condition?: string;
}

/** The merge rules of a space, or of its organization where it inherits them; none where the server tells none. */
export async function readRules(connection: Connection, space: Space, signal: AbortSignal): Promise<MergeRule[]> {
  const { organization: organizationId, mergeRules } = space;
  const ofSpace = rulesIn(mergeRules);
  const rules =
    ofSpace === 'inherit'
      ? rulesIn((await connection.api.request('GET /orgs/{organizationId}', { organizationId }, { signal })).mergeRules)
      : ofSpace;
  if (rules === 'inherit') return [];
  const users = [...new Set(rules.flatMap(usersIn))];
  const names = await eachOf(users, user => nameOf(connection, { organizationId, userId: user }, signal));
  const people = users.map((user, index) => ({ user, name: names[index] ?? somebody.displayName }));
  return rules.map(rule => {
    const condition = [rule['message'], rule['expression']].find(isSeen);
    return {
      kind: isSeen(rule['rule']) ? rule['rule'] : 'a rule without a name',
      people: people.filter(({ user }) => usersIn(rule).includes(user)),
      ...(condition !== undefined && { condition }),
    };
  });
}

type Told = Readonly<Record<string, unknown>>;

/** The rules as the server gives them. A configuration of an unknown type is shown as one rule that has its name. */
function rulesIn(mergeRules: unknown): Told[] | 'inherit' {
  const { type, rules } = toldIn(mergeRules);
  if (type === 'inherit') return 'inherit';
  if (type === 'rules') return Array.isArray(rules) ? rules.map(toldIn) : [];
  return isSeen(type) && type !== 'none' ? [{ rule: type }] : [];
}

function toldIn(value: unknown): Told {
  return typeof value === 'object' && value !== null ? (value as Told) : {};
}

function usersIn({ users }: Told): string[] {
  return Array.isArray(users) ? users.filter(isId) : [];
}

async function nameOf(
  { api }: Connection,
  input: { organizationId: string; userId: string },
  signal: AbortSignal,
): Promise<string> {
  try {
    const { user } = await api.request('GET /orgs/{organizationId}/members/{userId}', input, { signal });
    return (shownUser(user) ?? somebody).displayName;
  } catch {
    signal.throwIfAborted();
    // Guests may not look at members, and somebody may have left.
    return somebody.displayName;
  }
}
