import { t } from '@vscode/l10n';
import { isId, normalizeUser, unknownUser } from '../../api/normalize.ts';
import { hasVisibleText } from '../../api/escape.ts';
import type { Connection } from '../session/connection.ts';
import type { Space } from '../spaces.ts';
import { mapConcurrently } from '../concurrency.ts';

/** A condition that the service checks before it merges a change request. */
export interface MergeRule {
  /** The type of the rule, such as `require_at_least_one_review`. Newer servers may have others. */
  kind: string;
  /** The users that the rule names. */
  people: readonly { user: string; name: string }[];
  /** The message of a `custom` rule, or its expression if it has no message. */
  condition?: string;
}

/** Returns the merge rules of a space, or of its organization if it inherits them; empty if the server reports none. */
export async function readRules(connection: Connection, space: Space, signal: AbortSignal): Promise<MergeRule[]> {
  const { organization: organizationId, mergeRules } = space;
  const spaceRules = parseMergeRules(mergeRules);
  const rules =
    spaceRules === 'inherit'
      ? parseMergeRules(
          (await connection.api.request('GET /orgs/{organizationId}', { organizationId }, { signal })).mergeRules,
        )
      : spaceRules;
  if (rules === 'inherit') return [];
  const users = [...new Set(rules.flatMap(userIdsOf))];
  const names = await mapConcurrently(users, user => nameOf(connection, { organizationId, userId: user }, signal));
  const people = users.map((user, index) => ({ user, name: names[index] ?? unknownUser().displayName }));
  return rules.map(rule => {
    const condition = [rule['message'], rule['expression']].find(hasVisibleText);
    return {
      kind: hasVisibleText(rule['rule']) ? rule['rule'] : t('a rule without a name'),
      people: people.filter(({ user }) => userIdsOf(rule).includes(user)),
      ...(condition !== undefined && { condition }),
    };
  });
}

type RawMergeRule = Readonly<Record<string, unknown>>;

/** Returns the rules as sent. A configuration of an unknown type becomes one rule with its name. */
function parseMergeRules(mergeRules: unknown): RawMergeRule[] | 'inherit' {
  const { type, rules } = asRecord(mergeRules);
  if (type === 'inherit') return 'inherit';
  if (type === 'rules') return Array.isArray(rules) ? rules.map(asRecord) : [];
  return hasVisibleText(type) && type !== 'none' ? [{ rule: type }] : [];
}

function asRecord(value: unknown): RawMergeRule {
  return typeof value === 'object' && value !== null ? (value as RawMergeRule) : {};
}

function userIdsOf({ users }: RawMergeRule): string[] {
  return Array.isArray(users) ? users.filter(isId) : [];
}

async function nameOf(
  { api }: Connection,
  input: { organizationId: string; userId: string },
  signal: AbortSignal,
): Promise<string> {
  try {
    const { user } = await api.request('GET /orgs/{organizationId}/members/{userId}', input, { signal });
    return (normalizeUser(user) ?? unknownUser()).displayName;
  } catch {
    signal.throwIfAborted();
    // Guests may not read members, and a member may have left.
    return unknownUser().displayName;
  }
}
