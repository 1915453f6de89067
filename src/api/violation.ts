import type { Route } from './routes.ts';

/** Tells what a value may not be, as `limits.ts` does; its table is loaded with the first question. */
export async function violation(route: Route, field: string, value: unknown): Promise<string | undefined> {
  const limits = await import('./limits.ts');
  return limits.violation(route, field, value);
}
