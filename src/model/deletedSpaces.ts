import type * as vscode from 'vscode';
import type { Connection } from './session/connection.ts';

type Memory = Pick<vscode.ExtensionContext, 'globalState'>;

/** A space that was deleted from this computer. */
export interface DeletedSpace {
  id: string;
  title: string;
  organization: string;
  /** Time of the deletion, in milliseconds since 1970. */
  deletedAt: number;
}

/** How long a deleted space can be restored, in milliseconds. */
const restorable = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns the spaces that were deleted from this computer and can still be restored. The service does not list them.
 */
export function deletedSpaces({ globalState }: Memory, connection: Connection): DeletedSpace[] {
  const all = globalState.get<DeletedSpace[]>(keyOf(connection), []);
  return all.filter(({ deletedAt }) => Date.now() - deletedAt < restorable);
}

export async function rememberDeleted(memory: Memory, connection: Connection, more: DeletedSpace[]): Promise<void> {
  const known = deletedSpaces(memory, connection).filter(({ id }) => !more.some(one => one.id === id));
  await memory.globalState.update(keyOf(connection), [...known, ...more]);
}

/** Removes a space that was restored, or that can no longer be restored, from the stored list. */
export async function forgetDeleted(memory: Memory, connection: Connection, id: string): Promise<void> {
  const remaining = deletedSpaces(memory, connection).filter(one => one.id !== id);
  await memory.globalState.update(keyOf(connection), remaining.length > 0 ? remaining : undefined);
}

function keyOf({ id }: Connection): string {
  return `deleted spaces ${id}`;
}
