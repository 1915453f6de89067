import type { Operation } from './contract.ts';

/** Parameters that change how much of a list is sent and how items look, but neither which items nor their order. */
const presentationParameters = new Set(['page', 'limit', 'format', 'metadata', 'computed', 'shareKey']);

interface Asked {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** Returns a key for a requested list: its path, order and filter. An omitted parameter equals its default. */
export function listAskedFor({ operation, path }: Asked, query: unknown): string {
  const values = new Map(Object.entries(query ?? {}));
  const chosen = operation.parameters
    .filter(parameter => parameter.in === 'query' && !presentationParameters.has(parameter.name))
    .map(({ name, schema }): unknown => values.get(name) ?? schema['default'] ?? null);
  return JSON.stringify([operation.route, Object.values(path), chosen]);
}
