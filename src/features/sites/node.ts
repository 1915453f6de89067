import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { normalizeResource } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { type Node, toRowPages } from '../../ui/tree/node.ts';
import { filterOf, childNodes, type ListResource, staticChildren } from '../resources/node.ts';

type Site = Schema<'Site'>;

/** The argument of commands on the row of a site. */
export interface SiteResource {
  kind: 'site';
  connection: Connection;
  organization: string;
  site: Site;
  link: string | undefined;
}

/** Creates a row that lists the sites of an organization. */
export function sitesNode(connection: Connection, organizationId: string, parent: string): Node {
  const definition = resourceDefinitionOf('site');
  const id = `${parent}#sites`;
  const { query, ...filtered } = filterOf(connection, id, definition);
  return {
    id,
    label: t('Sites'),
    ...filtered,
    icon: new vscode.ThemeIcon('globe'),
    resource: { kind: 'list', connection, definition, parameters: { organizationId } } satisfies ListResource,
    fromCache: async () => sitesNode(connection, organizationId, parent),
    children: {
      list: signal => {
        const input = { organizationId, ...(query && { query }) };
        const pages = connection.api.list('GET /orgs/{organizationId}/sites', input, { signal });
        return toRowPages(pages, site => siteNode(connection, organizationId, site));
      },
      empty: query ? t('No such sites') : t('No sites'),
      dependsOn: [resourceAddress(connection, '/orgs/{organizationId}/sites', { organizationId })],
    },
  };
}

/** Returns false only if the service says that the user may not change and publish a site. */
export function canAdministrate({ permissions }: Site): boolean {
  return permissions?.admin !== false;
}

/** Returns the remarks after the name of a site. */
export function siteRemarks({ published, visibility }: Site): string[] {
  return [published ? t('published') : t('not published'), visibility].filter(Boolean);
}

function siteNode(connection: Connection, organization: string, site: Site): Node {
  const { id: siteId, title, published, urls } = site;
  const input = { organizationId: organization, siteId };
  const remarks = siteRemarks(site);
  const resource: SiteResource = { kind: 'site', connection, organization, site, link: urls?.app };
  const id = resourceAddress(connection, '/orgs/{organizationId}/sites/{siteId}', input);
  const place = { connection, canChange: canAdministrate(site) };
  return {
    id,
    label: title,
    description: remarks.join(' · '),
    tooltip: [urls?.published ?? title, canAdministrate(site) ? '' : t('You may not publish it.')]
      .filter(Boolean)
      .join('\n'),
    accessibleLabel: [t('Site'), title, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(published ? 'globe' : 'circle-slash'),
    contextValue: (published ? 'site.published' : 'site.unpublished') + (canAdministrate(site) ? '' : '.noEdit'),
    resource,
    fetchAgain: async signal => {
      const route = 'GET /orgs/{organizationId}/sites/{siteId}';
      return siteNode(
        connection,
        organization,
        normalizeResource(await connection.api.request(route, input, { signal })),
      );
    },
    children: staticChildren(
      childNodes(place, { definition: resourceDefinitionOf('site'), parameters: input }, id),
      '',
    ),
  };
}
