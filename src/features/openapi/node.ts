import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import type { Organization } from '../../model/organizations.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Node, nodesOf } from '../../ui/tree/node.ts';

type OpenApiSpec = Schema<'OpenApiSpec'>;

/** Whether the user may push a new version of a spec. Unless the service says no, it is tried. */
export function mayEdit(spec: OpenApiSpec | undefined): boolean {
  return spec?.permissions?.edit !== false;
}

/** Whether the user may push a spec to an organization that it does not have yet. */
export function mayCreateSpec({ permissions }: Organization): boolean {
  return permissions?.createOpenAPISpec !== false;
}

/** What the commands of an OpenAPI spec are given. */
export interface OpenApiResource {
  kind: 'openapi';
  connection: Connection;
  organization: string;
  spec: OpenApiSpec;
  link: string | undefined;
}

/** What the commands of all OpenAPI specs of an organization are given. */
export interface OpenApisResource {
  kind: 'openapis';
  connection: Connection;
  organization: string;
  organizationTitle: string;
}

/** A row that lists the OpenAPI specs of an organization when it is opened. */
export function openApiNode(connection: Connection, organization: Organization, parent: string): Node {
  const { id: organizationId, title } = organization;
  const resource: OpenApisResource = {
    ...{ kind: 'openapis', connection },
    ...{ organization: organizationId, organizationTitle: title },
  };
  return {
    id: `${parent}#openapi`,
    label: 'OpenAPI specs',
    icon: new vscode.ThemeIcon('json'),
    contextValue: mayCreateSpec(organization) ? 'openapis' : 'openapis.noEdit',
    resource,
    children: {
      list: signal => {
        const pages = connection.api.list('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
        return nodesOf(pages, spec => specNode(connection, organizationId, spec));
      },
      empty: 'No OpenAPI specs',
      shows: [resourceAddress(connection, '/orgs/{organizationId}/openapi', { organizationId })],
    },
  };
}

function specNode(connection: Connection, organization: string, spec: OpenApiSpec): Node {
  const { slug, processingState, lastProcessErrorCode, urls } = spec;
  const input = { organizationId: organization, specSlug: slug };
  const failed = lastProcessErrorCode ? `failed: ${lastProcessErrorCode}` : '';
  const state = failed || (processingState === 'complete' ? '' : processingState);
  const resource: OpenApiResource = { kind: 'openapi', connection, organization, spec, link: urls?.app };
  return {
    id: resourceAddress(connection, '/orgs/{organizationId}/openapi/{specSlug}', input),
    label: slug,
    description: state,
    tooltip: [spec.sourceURL ?? slug, mayEdit(spec) ? '' : 'You may not push it.'].filter(Boolean).join('\n'),
    spoken: ['OpenAPI spec', slug, state].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon(failed ? 'error' : 'json'),
    contextValue: mayEdit(spec) ? 'openapi' : 'openapi.noEdit',
    resource,
    renew: async signal => {
      const route = 'GET /orgs/{organizationId}/openapi/{specSlug}';
      return specNode(connection, organization, await connection.api.request(route, input, { signal }));
    },
  };
}
