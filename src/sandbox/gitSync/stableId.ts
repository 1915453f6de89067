import { createHash } from 'node:crypto';

/** Returns an ID derived from the parts, so that content loaded from files has equal IDs in every run. */
export function stableId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return hash.replaceAll('-', 'a').replaceAll('_', 'b').slice(0, 20);
}

/** Returns the ID of a loaded space's first revision. */
export function firstRevisionId(space: string): string {
  return stableId(space, 'revision');
}
