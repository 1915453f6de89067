import type { Connection } from '../session/connection.ts';
import type { Space } from '../spaces.ts';

/** The names of the service's own rules for merging into a space; none where it has none, or tells none. */
export async function readRules({ api }: Connection, space: Space, signal: AbortSignal): Promise<string[]> {
  const own = rulesOf(space);
  if (own !== 'inherit') return own;
  const organizationId = space.organization;
  const above = rulesOf(await api.request('GET /orgs/{organizationId}', { organizationId }, { signal }));
  return above === 'inherit' ? [] : above;
}

/**
 * What newer releases of the service say of spaces and organizations: `mergeRules` with a `type` (`inherit`, `none` or
 * `rules`) and the `rules`. The contract does not have it.
 */
function rulesOf(resource: object): string[] | 'inherit' {
  const { mergeRules } = resource as { mergeRules?: unknown };
  const { type, rules } = { ...(mergeRules as { type?: unknown; rules?: unknown } | null | undefined) };
  if (type === 'inherit') return 'inherit';
  return type === 'rules' && Array.isArray(rules) ? rules.flatMap(nameOf) : [];
}

function nameOf(rule: unknown): string[] {
  if (typeof rule === 'string') return [rule];
  const { type, name } = { ...(rule as { type?: unknown; name?: unknown } | null | undefined) };
  return [type, name].filter(one => typeof one === 'string').slice(0, 1);
}
