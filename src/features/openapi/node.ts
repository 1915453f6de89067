import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Node, nodesOf } from '../../ui/tree/node.ts';

type OpenApiSpec = Schema<'OpenApiSpec'>;

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
}

/** A row that lists the OpenAPI specs of an organization when it is opened. */
export function openApiNode(connection: Connection, organizationId: string, parent: string): Node {
  const resource: OpenApisResource = { kind: 'openapis', connection, organization: organizationId };
  return {
    id: `${parent}#openapi`,
    label: 'OpenAPI specs',
    icon: new vscode.ThemeIcon('json'),
    contextValue: 'openapis',
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
    tooltip: spec.sourceURL ?? slug,
    spoken: ['OpenAPI spec', slug, state].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon(failed ? 'error' : 'json'),
    contextValue: 'openapi',
    resource,
    renew: async signal => {
      const route = 'GET /orgs/{organizationId}/openapi/{specSlug}';
      return specNode(connection, organization, await connection.api.request(route, input, { signal }));
    },
  };
}
