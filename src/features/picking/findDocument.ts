import type * as vscode from 'vscode';
import { type Content, versionOf } from '../../model/content/content.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { uriOf } from '../../model/content/snapshot.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOfTarget } from '../content/node.ts';
import type { ChangeResource } from '../reviews/node.ts';

/** Finds the document that a command was called on. For the row of a change, that is the proposed page. */
export async function findDocumentOf(content: Content, target: unknown): Promise<vscode.Uri | undefined> {
  const resource = resourceOf<ChangeResource>(target, 'change');
  if (!resource) return documentOfTarget(target);
  const version = versionOf(resource.place);
  const { byId } = await (await content.snapshot(version)).pages();
  const entry = byId.get(resource.change.page ?? '');
  return entry && openAddressOf(uriOf(version, entry));
}
