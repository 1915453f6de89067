import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type InOrganization, overOrganizations } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from './node.ts';

/** The change request of a row, of a document, of the editor, or else the one that the user picks. */
export async function findChangeRequest(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const resource = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  if (resource) return resource;
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  return (uri && (await app.content.changeRequestOf(uri))) ?? pickChangeRequest(await app.session.require());
}

const listRoute = 'GET /orgs/{organizationId}/change-requests';

async function pickChangeRequest(connection: Connection): Promise<ChangeRequestPlace> {
  await demandList(connection);
  const { api } = connection;
  const query = { status: ['open', 'draft'] as ('open' | 'draft')[] };
  const prompt = { title: 'Change Request', placeHolder: 'Open change requests and drafts', empty: 'There are none.' };
  return pickFrom(prompt, async function* (_, signal) {
    const list = ({ id: organizationId }: { id: string }) => api.list(listRoute, { organizationId, query }, { signal });
    for await (const { items, hasMore } of overOrganizations(connection, list, signal)) {
      yield { items: items.flatMap(found => choiceOf(connection, found)), hasMore };
    }
  });
}

/** Without a list over all spaces there is nothing to pick from. */
async function demandList({ api }: Connection): Promise<void> {
  const { items } = await api.request('GET /orgs', { query: { limit: 1 } });
  const [first] = items;
  const isOffered = first && (await api.offers(listRoute, { organizationId: first.id, query: { limit: 1 } }));
  if (isOffered) return;
  throw new Failure('Choose a change request in the Marginalia view, or open one of its pages, and try again.');
}

function choiceOf(
  connection: Connection,
  { item, organization }: InOrganization<ChangeRequest>,
): Choice<ChangeRequestPlace>[] {
  const { number, subject, status, space, createdBy } = item;
  if (!space) return [];
  return [
    {
      label: `#${number} ${subject || 'Untitled'}`,
      description: status,
      detail: `${organization.title}, by ${createdBy.displayName}`,
      value: { connection, space, number },
    },
  ];
}
