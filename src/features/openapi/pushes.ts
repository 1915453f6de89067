import type * as vscode from 'vscode';
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
export function isFromHere(
  memory: Memory,
  address: ResourceAddress,
  { sourceURL, updatedAt }: Spec,
  { sent, file }: Source,
): boolean {
  if (!file) return 'url' in sent && sent.url === sourceURL;
  // What has no name yet may be another text each time.
  if (file.scheme === 'untitled') return false;
  const known = memory.globalState.get<Push>(keyOf(address));
  return known?.file === String(file) && known.updatedAt === updatedAt;
}

function keyOf(address: ResourceAddress): string {
  return `openapi ${address}`;
}
