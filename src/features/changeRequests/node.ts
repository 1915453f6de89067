import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { chained, listed } from '../../api/listings.ts';
import { overviewUri } from '../../model/content/address.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  contentOf,
} from '../../model/content/changeRequests.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Node, type NodePage, nodesOf } from '../../ui/tree/node.ts';
import { type DocumentResource, filesNode, pagesNode } from '../content/node.ts';
import { changeNodes } from './changeNodes.ts';

/** What the commands of a change request are given. */
export interface ChangeRequestResource extends ChangeRequestPlace {
  kind: 'changeRequest';
  /** Where it is in the service's own app. */
  link: string | undefined;
}

type Status = 'open' | 'draft' | 'merged' | 'archived';

/** The change requests of a space with one status, page by page. */
export function changeRequestNodes(
  app: App,
  space: { connection: Connection; id: string },
  status: Status,
  signal: AbortSignal,
): AsyncIterable<NodePage> {
  const { connection, id: spaceId } = space;
  const pages = connection.api.list(
    'GET /spaces/{spaceId}/change-requests',
    { spaceId, query: { status } },
    { signal },
  );
  return nodesOf(pages, changeRequest => {
    const place = { connection, space: spaceId, number: changeRequest.number };
    app.content.changeRequests.learn(place, changeRequest);
    return changeRequestNode(app, place, changeRequest);
  });
}

/** A row that lists the change requests of one status when it is opened. */
export function changeRequestGroup(
  app: App,
  space: { connection: Connection; id: string },
  status: 'merged' | 'archived',
  parent: string,
): Node {
  const label = status === 'merged' ? 'Merged' : 'Archived';
  return {
    id: `${parent}#${status}`,
    label,
    spoken: `${label} change requests`,
    icon: iconOf(status),
    contextValue: `changeRequests.${status}`,
    children: {
      list: signal => changeRequestNodes(app, space, status, signal),
      empty: `No ${status} change requests`,
      shows: [resourceAddress(space.connection, '/spaces/{spaceId}/change-requests', { spaceId: space.id })],
    },
  };
}

export function changeRequestNode(app: App, place: ChangeRequestPlace, changeRequest: ChangeRequest): Node {
  const { number, subject, status } = changeRequest;
  const id = addressOfChangeRequest(place);
  const remarks = remarksOn(changeRequest);
  const resource: ChangeRequestResource = { kind: 'changeRequest', ...place, link: changeRequest.urls?.app };
  return {
    id,
    label: `#${number} ${subject || 'Untitled'}`,
    description: remarks.join(' · '),
    tooltip: tooltipFor(changeRequest),
    spoken: [`Change request ${number}`, subject || 'Untitled', status, ...remarks].join(', '),
    icon: iconOf(status),
    contextValue: `changeRequest.${status}`,
    resource,
    renew: async signal => changeRequestNode(app, place, await app.content.changeRequests.fresh(place, signal)),
    children: {
      list: signal => contentsOf(app, place, id, signal),
      empty: 'Nothing in it',
      shows: [contentOf(place)],
    },
  };
}

function contentsOf(app: App, place: ChangeRequestPlace, id: string, signal: AbortSignal): AsyncIterable<NodePage> {
  const { connection, space, number } = place;
  const version = { connection, space, version: { kind: 'changeRequest', number } } as const;
  return chained([
    listed([overviewNode(place, id)]),
    changeNodes(place, id, signal),
    listed([pagesNode(app, version, id), filesNode(app, version, id)]),
  ]);
}

function overviewNode({ connection, space, number }: ChangeRequestPlace, parent: string): Node {
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const resource: DocumentResource = { kind: 'document', uri };
  return {
    id: `${parent}#overview`,
    label: 'Overview and discussion',
    icon: new vscode.ThemeIcon('comment-discussion'),
    contextValue: 'changeRequestOverview',
    resource,
    command: { command: 'marginalia.document.open', title: 'Open', arguments: [uri] },
  };
}

function remarksOn({ status, outdated, comments }: ChangeRequest): string[] {
  const isOver = status === 'merged' || status === 'archived';
  return [
    status === 'open' ? '' : status,
    outdated && !isOver ? 'outdated' : '',
    comments > 0 ? `${comments} open ${comments === 1 ? 'comment' : 'comments'}` : '',
  ].filter(Boolean);
}

function tooltipFor({ number, subject, status, createdBy, updatedAt, outdated }: ChangeRequest): string {
  const lines = [`#${number} ${subject}`, `${status}, by ${createdBy.displayName}`];
  lines.push(`Updated ${new Date(updatedAt).toLocaleString()}`);
  if (outdated && status !== 'merged') lines.push('The main content has changed since it was last updated.');
  return lines.join('\n');
}

const icons: Record<string, { icon: string; color: string }> = {
  open: { icon: 'git-pull-request', color: 'charts.green' },
  draft: { icon: 'git-pull-request-draft', color: 'descriptionForeground' },
  merged: { icon: 'git-merge', color: 'charts.purple' },
  archived: { icon: 'archive', color: 'descriptionForeground' },
};

function iconOf(status: string): vscode.ThemeIcon {
  const { icon, color } = icons[status] ?? { icon: 'git-pull-request', color: 'foreground' };
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
