import type { Operation } from './contract.ts';

/** Parameters that say how much of a list is sent and how its items look: not which there are, nor in what order. */
const presentationParameters = new Set(['page', 'limit', 'format', 'metadata', 'computed', 'shareKey']);

interface Asked {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** The list that is asked for: its place, its order and its filter. What is left out and what is usual are the same. */
export function listAskedFor({ operation, path }: Asked, query: unknown): string {
  const values = new Map(Object.entries(query ?? {}));
  const chosen = operation.parameters
    .filter(parameter => parameter.in === 'query' && !presentationParameters.has(parameter.name))
    .map(({ name, schema }): unknown => values.get(name) ?? schema['default'] ?? null);
  return JSON.stringify([operation.route, Object.values(path), chosen]);
}
