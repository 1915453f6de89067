import type { Operation } from './contract.ts';

/** Parameters that affect paging and presentation, but neither the items of a list nor their order. */
const presentationParameters = new Set(['page', 'limit', 'format', 'metadata', 'computed', 'shareKey']);

interface Asked {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** Returns a key that identifies a list: route, path parameters and filter. An omitted parameter equals its default. */
export function listKeyOf({ operation, path }: Asked, query: unknown): string {
  const values = new Map(Object.entries(query ?? {}));
  const chosen = operation.parameters
    .filter(parameter => parameter.in === 'query' && !presentationParameters.has(parameter.name))
    .map(({ name, schema }): unknown => values.get(name) ?? schema['default'] ?? null);
  return JSON.stringify([operation.route, Object.values(path), chosen]);
}
