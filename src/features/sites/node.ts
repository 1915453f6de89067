import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import { type Node, pagesOf } from '../../ui/tree.ts';
import type { Connection } from '../../model/session/connection.ts';

type Site = Schema<'Site'>;

/** What the commands of a site are given. */
export interface SiteResource {
  kind: 'site';
  connection: Connection;
  organization: string;
  site: Site;
  link: string | undefined;
}

/** A row that lists the sites of an organization when it is opened. */
export function sitesNode(connection: Connection, organizationId: string, parent: string): Node {
  return {
    id: `${parent}/sites`,
    label: 'Sites',
    icon: new vscode.ThemeIcon('globe'),
    contextValue: 'sites',
    children: {
      list: signal => {
        const pages = connection.api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
        return pagesOf(pages, site => siteNode(connection, organizationId, site));
      },
      empty: 'No sites',
      hears: ({ route, input }) => input.organizationId === organizationId && route.includes('/sites'),
    },
  };
}

function siteNode(connection: Connection, organization: string, site: Site): Node {
  const { id, title, visibility, published, urls } = site;
  const state = published ? 'published' : 'not published';
  const resource: SiteResource = { kind: 'site', connection, organization, site, link: urls?.app };
  return {
    id: `${connection.id}/site/${id}`,
    label: title,
    description: `${state} · ${visibility}`,
    tooltip: urls?.published ?? title,
    spoken: `Site, ${title}, ${state}, ${visibility}`,
    icon: new vscode.ThemeIcon(published ? 'globe' : 'circle-slash'),
    contextValue: published ? 'site.published' : 'site.unpublished',
    resource,
  };
}
