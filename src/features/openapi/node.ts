import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import type { Organization } from '../../model/organizations.ts';
import type { SpecVersion } from '../../model/openapi.ts';
import { specVersionTime } from '../../model/openapi.ts';
import { resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Children, type Node, toRowPages } from '../../ui/tree/node.ts';
import { pushedFile } from './pushes.ts';

type OpenApiSpec = Schema<'OpenApiSpec'>;
/** The state from which rows show which file was last pushed from this computer. */
type Memory = Pick<App, 'context'>;

/** Returns false only if the service says that the user may not push a new version of a spec. */
export function canEdit(spec: OpenApiSpec | undefined): boolean {
  return spec?.permissions?.edit !== false;
}

/** Returns false only if the service says that the user may not create specs in an organization. */
export function canCreateSpec({ permissions }: Organization): boolean {
  return permissions?.createOpenAPISpec !== false;
}

/** The argument of commands on the row of an OpenAPI spec. */
export interface OpenApiResource {
  kind: 'openapi';
  connection: Connection;
  organization: string;
  spec: OpenApiSpec;
  link: string | undefined;
}

/** The argument of commands on the row of a version of an OpenAPI spec. */
export interface OpenApiVersionResource extends SpecVersion {
  kind: 'openapiVersion';
}

/** The argument of commands on the row of all OpenAPI specs of an organization. */
export interface OpenApisResource {
  kind: 'openapis';
  connection: Connection;
  organization: string;
  organizationTitle: string;
}

/** Creates a row that lists the OpenAPI specs of an organization. */
export function openApiNode(app: Memory, connection: Connection, organization: Organization, parent: string): Node {
  const { id: organizationId, title } = organization;
  const resource: OpenApisResource = {
    ...{ kind: 'openapis', connection },
    ...{ organization: organizationId, organizationTitle: title },
  };
  return {
    id: `${parent}#openapi`,
    label: t('OpenAPI specs'),
    icon: new vscode.ThemeIcon('json'),
    contextValue: canCreateSpec(organization) ? 'openapis' : 'openapis.noEdit',
    resource,
    children: {
      list: signal => {
        const pages = connection.api.list('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
        return toRowPages(pages, spec => specNode(app, connection, organizationId, spec));
      },
      empty: t('No OpenAPI specs'),
      dependsOn: [resourceAddress(connection, '/orgs/{organizationId}/openapi', { organizationId })],
    },
  };
}

function specNode(app: Memory, connection: Connection, organization: string, spec: OpenApiSpec): Node {
  const { slug, processingState, lastProcessErrorCode, urls } = spec;
  const input = { organizationId: organization, specSlug: slug };
  const id = resourceAddress(connection, '/orgs/{organizationId}/openapi/{specSlug}', input);
  const failed = lastProcessErrorCode ? t`failed: ${lastProcessErrorCode}` : '';
  const state = failed || (processingState === 'complete' ? '' : processingState);
  const file = pushedFile(app.context, id, spec);
  const from = file && vscode.workspace.asRelativePath(file);
  const resource: OpenApiResource = { kind: 'openapi', connection, organization, spec, link: urls?.app };
  return {
    id,
    label: slug,
    description: state || (from ? t`from ${from.split('/').at(-1) ?? ''}` : ''),
    tooltip: [
      from ? t`Pushed from ${from} on this computer` : (spec.sourceURL ?? slug),
      canEdit(spec) ? '' : t('You may not push it.'),
    ]
      .filter(Boolean)
      .join('\n'),
    accessibleLabel: [t('OpenAPI spec'), slug, state].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon(failed ? 'error' : 'json'),
    contextValue: canEdit(spec) ? 'openapi' : 'openapi.noEdit',
    resource,
    isRunning: resourceDefinitionOf('openapi').isRunning?.({ ...spec }) ?? false,
    fetchAgain: async signal => {
      const route = 'GET /orgs/{organizationId}/openapi/{specSlug}';
      return specNode(app, connection, organization, await connection.api.request(route, input, { signal }));
    },
    children: versionsOf(connection, organization, spec, id),
  };
}

/** Lists the versions of a spec, newest first. */
function versionsOf(connection: Connection, organization: string, { slug }: OpenApiSpec, id: string): Children {
  return {
    list: signal => {
      const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions';
      const input = { organizationId: organization, specSlug: slug };
      let remark: string | undefined = t('latest');
      return toRowPages(connection.api.list(route, input, { signal }), version => {
        const row = versionNode({ kind: 'openapiVersion', connection, organization, slug, version }, id, remark);
        remark = undefined;
        return row;
      });
    },
    empty: t('No versions: none of what was pushed could be read'),
    // A push creates a version when it has been processed, which is announced as a change of the spec.
    dependsOn: [id],
  };
}

function versionNode(resource: OpenApiVersionResource, parent: string, remark: string | undefined): Node {
  const { version } = resource;
  const time = specVersionTime(version);
  return {
    id: `${parent}/versions/${version.id}`,
    label: time,
    description: remark,
    accessibleLabel: [t`Version of ${time}`, remark].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon('history'),
    contextValue: 'openapiVersion',
    resource,
    command: { command: 'marginalia.openapi.openVersion', title: t('Open'), arguments: [resource] },
  };
}
