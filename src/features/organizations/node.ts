import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import { type Children, chained, listed, type Node, type NodePage, pagesOf } from '../../ui/tree.ts';
import { topCollectionNodes } from '../collections/node.ts';
import { openApiNode } from '../openapi/node.ts';
import type { Connection } from '../../model/session/connection.ts';
import { sitesNode } from '../sites/node.ts';
import { spaceNode } from '../spaces/node.ts';

type Organization = Schema<'Organization'>;
type Space = Schema<'Space'>;

/** What the commands of an organization are given. */
export interface OrganizationResource {
  kind: 'organization';
  connection: Connection;
  organization: Organization;
  link: string | undefined;
}

/** The top of the tree: the organizations of the current account. */
export function organizationNodes(given: () => App): Children {
  return {
    empty: '',
    list: async function* (signal) {
      const app = given();
      await app.session.restore();
      const connection = app.session.current;
      if (!connection) return;
      const pages = connection.api.list('GET /orgs', {}, { signal });
      yield* pagesOf(pages, organization => organizationNode(app, connection, organization));
    },
    hears: ({ route }) => route.startsWith('PATCH /orgs/{organizationId}') && route.split('/').length === 3,
  };
}

function organizationNode(app: App, connection: Connection, organization: Organization): Node {
  const { id, title } = organization;
  const nodeId = `${connection.id}/organization/${id}`;
  const resource: OrganizationResource = {
    kind: 'organization',
    connection,
    organization,
    link: organization.urls?.app,
  };
  return {
    id: nodeId,
    label: title,
    tooltip: `${title}\n${connection.label}`,
    spoken: `Organization, ${title}`,
    icon: new vscode.ThemeIcon('organization'),
    contextValue: 'organization',
    resource,
    children: {
      list: signal =>
        chained(topCollectionNodes(app, connection, id, signal), topSpaceNodes(app, connection, id, signal)),
      empty: 'No spaces',
      last: [sitesNode(connection, id, nodeId), openApiNode(connection, id, nodeId)],
    },
  };
}

/** The spaces that lie in no collection. */
async function* topSpaceNodes(
  app: App,
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  const { api } = connection;
  const node = (space: Space) => spaceNode(app, connection, space);
  if (await api.offers('GET /orgs/{organizationId}/spaces', { organizationId, query: { limit: 1 } }, { signal })) {
    for await (const { items, hasMore } of api.list(
      'GET /orgs/{organizationId}/spaces',
      { organizationId },
      { signal },
    )) {
      yield { items: items.filter(({ parent }) => !parent).map(node), hasMore };
    }
    return;
  }
  yield* listed((await spacesOfSites(connection, organizationId, signal)).map(node));
}

/** Without a list of spaces, those outside of collections are found through the sites that show them. */
async function spacesOfSites(connection: Connection, organizationId: string, signal: AbortSignal): Promise<Space[]> {
  const { api } = connection;
  const sites = await api.all('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  const spaces = new Map<string, Space>();
  for (const { id: siteId, published } of sites) {
    const input = { organizationId, siteId };
    const sections = await api.all('GET /orgs/{organizationId}/sites/{siteId}/sections', input, { signal });
    const found = sections.flatMap(({ siteSpaces = [] }) => siteSpaces);
    if (published) found.push(...(await siteSpacesOf(connection, input, signal)));
    for (const { space } of found) if (space && !space.parent) spaces.set(space.id, space);
  }
  return [...spaces.values()];
}

/** The spaces of a published site that has no sections. */
async function siteSpacesOf(
  { api }: Connection,
  input: { organizationId: string; siteId: string },
  signal: AbortSignal,
): Promise<Schema<'SiteSpace'>[]> {
  try {
    const { structure } = await api.request('GET /orgs/{organizationId}/sites/{siteId}/published', input, { signal });
    return structure.structure.flatMap(entry => (entry.object === 'site-space' ? [entry] : []));
  } catch (error) {
    // A site that only visitors with a key may see says nothing here; the other sites still do.
    if (failedAs(error, 'notFound', 'forbidden', 'notOffered')) return [];
    throw error;
  }
}
