import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import { normalizeResource } from '../../api/normalize.ts';
import type { App } from '../../app.ts';
import { prefetchFirstPage, concatLists, prependItems } from '../../api/listings.ts';
import type { Organization } from '../../model/organizations.ts';
import { type Connection, resourceAddress, userIdOf } from '../../model/session/connection.ts';
import { resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { collectionsOf, topSpacesOf } from '../../model/spaces.ts';
import { type Node, type NodePage, toRowPages, noteFields } from '../../ui/tree/node.ts';
import { topCollectionNodes } from '../collections/node.ts';
import { openApiNode } from '../openapi/node.ts';
import { childNodes, staticChildren } from '../resources/node.ts';
import { sitesNode } from '../sites/node.ts';
import { deletedSpacesNodes, spaceNode } from '../spaces/node.ts';

export { updateCapabilityContextKeys } from './capabilityContextKeys.ts';

/** The argument of commands on the row of an organization. */
export interface OrganizationResource {
  kind: 'organization';
  connection: Connection;
  organization: Organization;
  link: string | undefined;
}

/**
 * Creates a row for administration: people, sign-in, translations, integrations. Omits lists that the user may not see.
 */
function administrationNode(connection: Connection, organization: Organization, parent: string): Node {
  const id = `${parent}#administration`;
  const { id: organizationId, permissions } = organization;
  const isHidden = (kind: string) => permissions?.[listing.get(kind) ?? 'view'] === false;
  const all = resourceDefinitionOf('organization');
  const definition = { ...all, childKinds: all.childKinds?.filter(kind => !isHidden(kind)) ?? [] };
  const place = { connection, canChange: permissions?.admin !== false };
  return {
    id,
    label: t('Administration'),
    icon: new vscode.ThemeIcon('settings-gear'),
    contextValue: 'administration',
    children: staticChildren(childNodes(place, { definition, parameters: { organizationId } }, id), ''),
  };
}

/** The permission that is required to list each kind. */
const listing = new Map<string, keyof NonNullable<Organization['permissions']>>([
  ['member', 'listMembers'],
  ['team', 'listTeams'],
  ['integration', 'listIntegrations'],
  ['samlProvider', 'admin'],
]);

/**
 * Adds a row that says that spaces may be missing: the request failed, or the server neither lists all spaces nor
 * reports the user.
 */
async function* missingSpacesNote(
  connection: Connection,
  parent: string,
  failureOf: () => unknown,
): AsyncGenerator<NodePage> {
  const failure = failureOf();
  const areListed = !connection.api.isKnownUnsupported(/^GET \/orgs\/\{organizationId\}\/spaces$/);
  const isComplete = areListed || userIdOf(connection) !== undefined;
  const unlessComplete = isComplete ? [] : [unknownUserNote(parent)];
  yield { items: failure === undefined ? unlessComplete : [failedNote(parent, failure)], hasMore: false };
}

function unknownUserNote(parent: string): Node {
  return {
    ...noteFields(t('Some spaces are hidden'), t('Select your user to show spaces outside collections and sites')),
    id: `${parent}/unknown-user`,
    icon: new vscode.ThemeIcon('account'),
    command: { command: 'marginalia.reviewList.chooseCaller', title: t('Choose who you are') },
  };
}

function failedNote(parent: string, failure: unknown): Node {
  return {
    ...noteFields(t('Not all spaces could be listed'), t('Refresh to try again')),
    id: `${parent}/missing-spaces`,
    icon: new vscode.ThemeIcon('warning'),
    failure,
  };
}

export function organizationNode(app: App, connection: Connection, organization: Organization): Node {
  const { id: organizationId, title, permissions } = organization;
  const canCreate = permissions?.createContent !== false;
  const id = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const { api } = connection;
  const resource: OrganizationResource = {
    kind: 'organization',
    connection,
    organization,
    link: organization.urls?.app,
  };
  return {
    id,
    label: title,
    tooltip: [
      escapeLine(title, 300),
      escapeLine(connection.label, 300),
      t('What is dropped on it lies in no collection any more.'),
    ].join('\n'),
    accessibleLabel: [t('Organization'), title].join(', '),
    icon: new vscode.ThemeIcon('organization'),
    contextValue: `organization${permissions?.admin === false ? '.noEdit' : ''}${canCreate ? '' : '.noCreate'}`,
    resource,
    fetchAgain: async signal =>
      organizationNode(
        app,
        connection,
        normalizeResource(await api.request('GET /orgs/{organizationId}', { organizationId }, { signal })),
      ),
    fromCache: async () => organizationNode(app, connection, organization),
    children: {
      list: async function* (signal) {
        const asked = collectionsOf(connection, organizationId, signal);
        let failure: unknown;
        const onFailure = (error: unknown) => void (failure = error);
        const spaces = prefetchFirstPage(topSpacesOf(connection, organizationId, asked, signal, onFailure));
        const collections = topCollectionNodes(app, connection, await asked);
        const rows = toRowPages(spaces, space => spaceNode(app, connection, space, canCreate || Boolean(space.parent)));
        yield* concatLists([prependItems(collections, rows), missingSpacesNote(connection, id, () => failure)]);
      },
      empty: t('No spaces'),
      footer: [
        sitesNode(connection, organizationId, id),
        openApiNode(app, connection, organization, id),
        administrationNode(connection, organization, id),
        ...deletedSpacesNodes(app, connection, organizationId, id),
      ],
      dependsOn: [
        resourceAddress(connection, '/orgs/{organizationId}/collections', { organizationId }),
        resourceAddress(connection, '/orgs/{organizationId}/spaces', { organizationId }),
      ],
    },
  };
}
