import { createHash } from 'node:crypto';

/** An ID that is the same in every run, for what comes from files. */
export function stableId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return hash.replaceAll('-', 'a').replaceAll('_', 'b').slice(0, 20);
}

/** Returns the ID of the revision that a space is loaded with. */
export function firstRevisionId(space: string): string {
  return stableId(space, 'revision');
}
