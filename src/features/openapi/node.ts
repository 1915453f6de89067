import * as vscode from 'vscode';
import type { Schema } from '../../api/routes.ts';
import { type Node, pagesOf } from '../../ui/tree.ts';
import type { Connection } from '../../model/session/connection.ts';

type OpenApiSpec = Schema<'OpenApiSpec'>;

/** What the commands of an OpenAPI spec are given. */
export interface OpenApiResource {
  kind: 'openapi';
  connection: Connection;
  organization: string;
  spec: OpenApiSpec;
  link: string | undefined;
}

/** A row that lists the OpenAPI specs of an organization when it is opened. */
export function openApiNode(connection: Connection, organizationId: string, parent: string): Node {
  return {
    id: `${parent}/openapi`,
    label: 'OpenAPI specs',
    icon: new vscode.ThemeIcon('json'),
    contextValue: 'openapis',
    resource: { kind: 'openapis', connection, organization: organizationId },
    children: {
      list: signal => {
        const pages = connection.api.list('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
        return pagesOf(pages, spec => specNode(connection, organizationId, spec));
      },
      empty: 'No OpenAPI specs',
      hears: ({ route, input }) => input.organizationId === organizationId && route.includes('/openapi'),
    },
  };
}

function specNode(connection: Connection, organization: string, spec: OpenApiSpec): Node {
  const { slug, processingState, lastProcessErrorCode, urls } = spec;
  const failed = lastProcessErrorCode ? `failed: ${lastProcessErrorCode}` : '';
  const state = failed || (processingState === 'complete' ? '' : processingState);
  const resource: OpenApiResource = { kind: 'openapi', connection, organization, spec, link: urls?.app };
  return {
    id: `${connection.id}/openapi/${spec.id}`,
    label: slug,
    description: state,
    tooltip: spec.sourceURL ?? slug,
    spoken: ['OpenAPI spec', slug, state].filter(Boolean).join(', '),
    icon: new vscode.ThemeIcon(failed ? 'error' : 'json'),
    contextValue: 'openapi',
    resource,
  };
}
