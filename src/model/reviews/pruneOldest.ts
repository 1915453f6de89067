import type * as vscode from 'vscode';

export type PrunableState = Pick<vscode.Memento, 'get' | 'update' | 'keys'>;

/** Removes the oldest entries whose keys begin with `prefix`, by their time `at`, until `limit` remain. */
export async function pruneOldest(memory: PrunableState, prefix: string, limit: number): Promise<void> {
  const keys = memory.keys().filter(key => key.startsWith(prefix));
  if (keys.length <= limit) return;
  const time = (key: string) => Number((memory.get(key) as { at?: unknown } | null | undefined)?.at) || 0;
  const oldest = keys.sort((one, other) => time(one) - time(other)).slice(0, -limit);
  await Promise.all(oldest.map(key => memory.update(key, undefined)));
}
