import type { App } from '../../app.ts';
import { type Children, toRowPages } from '../../ui/tree/node.ts';

/**
 * Returns the top level of the tree: the organizations of the current account. The code for their rows is loaded on
 * demand.
 */
export function organizationNodes(getApp: () => App): Children {
  return {
    empty: '',
    list: async function* (signal) {
      const app = getApp();
      await app.session.restore();
      const connection = app.session.current;
      if (!connection) return;
      const { updateCapabilityContextKeys, organizationNode } = await import('./node.ts');
      updateCapabilityContextKeys(app, connection);
      const pages = connection.api.list('GET /orgs', {}, { signal });
      yield* toRowPages(pages, organization => organizationNode(app, connection, organization));
    },
  };
}
