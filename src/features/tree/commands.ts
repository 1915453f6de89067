import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { Commands } from '../../ui/command.ts';
import { isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOf } from '../content/node.ts';
import { wayToChangeRequest, wayToSpace } from '../way.ts';

export const commands: Commands<App> = {
  'marginalia.tree.refresh': { action: 'refresh', run: refresh },
  'marginalia.tree.loadMore': { action: 'load more', run: ({ tree }, node) => tree.loadMore(node as Node) },
  'marginalia.tree.reveal': { action: 'reveal the document', run: reveal },
};

/** Asks again for what a row shows, or for everything. */
async function refresh({ content, tree, discussions }: App, target: unknown): Promise<void> {
  content.refresh(resourceOf<ChangeRequestResource>(target, 'changeRequest'));
  tree.refresh(isNode(target) ? target : undefined);
  await discussions.refresh();
}

/** Selects the change request, or the space, that the document in the editor belongs to. */
async function reveal(app: App, target: unknown): Promise<void> {
  if (await app.tree.reveal(...(await wayTo(app, documentOf(target))))) return;
  throw new Failure('The view does not show this: it belongs to another account, or was moved. Switch the account.');
}

async function wayTo(app: App, uri: vscode.Uri | undefined): Promise<string[]> {
  const changeRequest = uri && (await app.content.changeRequestOf(uri));
  if (changeRequest) return wayToChangeRequest(app, changeRequest);
  const address = uri && parseContentUri(uri);
  if (!address) throw new Failure('No page of the service is open. Open one from the Marginalia view first.');
  return wayToSpace((await app.content.place(address)).connection, address.space);
}
