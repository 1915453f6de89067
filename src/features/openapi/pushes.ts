import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import type { ResourceAddress } from '../../model/session/connection.ts';
import type { Source } from './source.ts';

type Spec = Schema<'OpenApiSpec'>;
type Memory = Pick<vscode.ExtensionContext, 'globalState'>;

/** The file that was pushed to a spec last from this computer, and what the service said of the spec then. */
interface Push {
  file: string;
  updatedAt: string;
}

/** Notes that a file was pushed. Where an address comes from, the service itself says. */
export async function notePush(memory: Memory, address: ResourceAddress, spec: Spec, { file }: Source): Promise<void> {
  const push: Push = { file: String(file), updatedAt: spec.updatedAt };
  await memory.globalState.update(keyOf(address), push);
}

/** Whether a spec is what was pushed from this very source before, and nobody has pushed anything else since. */
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

/** The file of this computer that a spec comes from, as long as nobody has pushed anything else. */
export function pushedFile(memory: Memory, address: ResourceAddress, { updatedAt }: Spec): vscode.Uri | undefined {
  const known = memory.globalState.get<Push>(keyOf(address));
  return known?.updatedAt === updatedAt ? vscode.Uri.parse(known.file) : undefined;
}

/** Forgets what was pushed to a spec that is gone. */
export async function forgetPush(memory: Memory, address: ResourceAddress): Promise<void> {
  await memory.globalState.update(keyOf(address), undefined);
}

function keyOf(address: ResourceAddress): string {
  return `openapi ${address}`;
}
