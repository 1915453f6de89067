import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { nodeAddress, isNode, resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOfTarget } from '../content/node.ts';
import { treePathToChangeRequest, treePathToPage, treePathToSpace } from '../opening/treePaths.ts';

export const commands: Commands<App> = {
  'marginalia.tree.refresh': { action: t('refresh'), run: app => refresh(app, undefined) },
  'marginalia.tree.tryAgain': { action: t('reach the service'), run: app => refresh(app, undefined) },
  'marginalia.tree.publishSite': inTitle(t('publish the site'), 'marginalia.site.publish'),
  'marginalia.tree.pushOpenApi': inTitle(t('push the OpenAPI spec'), 'marginalia.openapi.push'),
  'marginalia.item.refresh': { action: t('refresh'), run: refresh },
  'marginalia.tree.loadMore': { action: t('load more'), run: loadMore },
  'marginalia.tree.reveal': { action: t('reveal the document'), run: reveal },
};

/** Commands in the title of the view apply to the whole view, although VS Code passes the focused row. */
function inTitle(action: string, command: string): Command<App> {
  return { action, run: () => vscode.commands.executeCommand(command) };
}

/** Refreshes a row, or both views if there is no row. */
async function refresh({ content, tree, inbox, reviewLists, discussions }: App, target: unknown): Promise<void> {
  const place = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  content.refresh(place, { isAsked: true });
  if (!place) inbox.refresh();
  for (const view of [tree, reviewLists]) {
    view.refresh(isNode(target) ? target : undefined);
    // The label of the row itself may have changed, too.
    if (isNode(target) && target.fetchAgain) view.applyChange(new Set([nodeAddress(target)]));
  }
  await discussions.refresh(place);
}

async function loadMore({ tree, reviewLists }: App, target: unknown): Promise<void> {
  if (isNode(target)) await Promise.all([tree.loadMore(target), reviewLists.loadMore(target)]);
}

/** Selects the page in the editor, or else the change request or space that the document belongs to. */
async function reveal(app: App, target: unknown): Promise<void> {
  const uri = documentOfTarget(target);
  const treePath = await treePathTo(app, uri);
  if (await app.tree.reveal(...treePath, ...(await pathBelow(app, uri, treePath)))) return;
  // A page of an older version may no longer be listed.
  if (await app.tree.reveal(...treePath)) return;
  throw new Failure(t('The view does not show this: it belongs to another account, or was moved. Switch the account.'));
}

async function treePathTo(app: App, uri: vscode.Uri | undefined): Promise<string[]> {
  const changeRequest = uri && (await app.content.changeRequestOf(uri));
  if (changeRequest) return treePathToChangeRequest(app, changeRequest);
  const address = uri && parseContentUri(uri);
  if (!address) throw new Failure(t('No page of the service is open. Open one from the Marginalia view first.'));
  return treePathToSpace((await app.content.place(address)).connection, address.space);
}

/** Returns the rows between that of a change request or space and that of a page. */
async function pathBelow(app: App, uri: vscode.Uri | undefined, treePath: readonly string[]): Promise<string[]> {
  const entry = uri && (await app.content.lookUp(uri));
  if (entry?.kind !== 'page') return [];
  const { pages } = await entry.snapshot.pages();
  return treePathToPage(treePath.at(-1) ?? '', pages, entry.page.id);
}
