import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { isNode, type Node, resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';

export const commands: Commands<App> = {
  'marginalia.tree.refresh': { action: 'refresh', run: refresh },
  'marginalia.tree.loadMore': { action: 'load more', run: ({ tree }, node) => tree.loadMore(node as Node) },
};

/** Asks again for what a row shows, or for everything. */
async function refresh({ content, tree, discussions }: App, target: unknown): Promise<void> {
  content.refresh(resourceOf<ChangeRequestResource>(target, 'changeRequest'));
  tree.refresh(isNode(target) ? target : undefined);
  await discussions.refresh();
}
