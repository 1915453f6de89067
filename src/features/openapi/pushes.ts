import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import type { ResourceAddress } from '../../model/session/connection.ts';
import type { Source } from './source.ts';

type Spec = Schema<'OpenApiSpec'>;
type Memory = Pick<vscode.ExtensionContext, 'globalState'>;

/** The file that was last pushed to a spec from this computer, and the `updatedAt` of the spec after it. */
interface Push {
  file: string;
  updatedAt: string;
}

/** Stores which file was pushed. For a URL, the service itself reports the source. */
export async function recordPush(
  memory: Memory,
  address: ResourceAddress,
  spec: Spec,
  { file }: Source,
): Promise<void> {
  const push: Push = { file: String(file), updatedAt: spec.updatedAt };
  await memory.globalState.update(keyOf(address), push);
}

/** Returns true if a spec was last pushed from this source, and has not been replaced since. */
export function isPushedFromHere(
  memory: Memory,
  address: ResourceAddress,
  spec: Spec,
  { sent, file }: Source,
): boolean {
  if (!file) return 'url' in sent && sent.url === spec.sourceURL;
  // An untitled document may hold a different text each time.
  if (file.scheme === 'untitled') return false;
  return String(pushedFile(memory, address, spec)) === String(file);
}

/** Returns the file on this computer that a spec was last pushed from; undefined if it has been replaced since. */
export function pushedFile(memory: Memory, address: ResourceAddress, { updatedAt }: Spec): vscode.Uri | undefined {
  const known = memory.globalState.get<Push>(keyOf(address));
  return known?.updatedAt === updatedAt ? vscode.Uri.parse(known.file) : undefined;
}

/** Deletes the record of pushes to a deleted spec. */
export async function forgetPush(memory: Memory, address: ResourceAddress): Promise<void> {
  await memory.globalState.update(keyOf(address), undefined);
}

function keyOf(address: ResourceAddress): string {
  return `openapi ${address}`;
}
