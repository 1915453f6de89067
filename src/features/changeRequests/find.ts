import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import { Failure } from '../../ui/failures.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import type { ChangeRequestPlace } from '../../model/content/content.ts';
import type { ChangeRequestResource } from './node.ts';

/** The change request of a row, of a document, of the editor, or else the one that the user picks. */
export async function findChangeRequest(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const resource = resourceOf(target);
  if (resource?.kind === 'changeRequest') return resource;
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  return (uri && (await changeRequestOf(app, uri))) ?? pickChangeRequest(app);
}

/** The change request that the address of a document lies in. */
export async function changeRequestOf(app: App, uri: vscode.Uri): Promise<ChangeRequestPlace | undefined> {
  const overview = parseOverviewUri(uri);
  const content = parseContentUri(uri);
  const number = overview?.changeRequest ?? (content?.version.kind === 'changeRequest' && content.version.number);
  const address = overview ?? content;
  if (!address || !number) return undefined;
  const { connection: id, space } = address;
  const { connection } = await app.content.place({ connection: id, space, version: { kind: 'main' }, path: '' });
  return { connection, space, number };
}

async function pickChangeRequest(app: App): Promise<ChangeRequestPlace> {
  const connection = await app.session.require();
  const { api } = connection;
  const organizations = await api.all('GET /orgs', {});
  const [first] = organizations;
  const route = 'GET /orgs/{organizationId}/change-requests';
  const isOffered = first && (await api.offers(route, { organizationId: first.id, query: { limit: 1 } }));
  if (!isOffered) {
    throw new Failure('Choose a change request in the Marginalia view, or open one of its pages, and try again.');
  }
  const prompt = { title: 'Change Request', placeHolder: 'Open change requests and drafts', empty: 'There are none.' };
  return pickFrom(prompt, async function* (_, signal) {
    for (const [index, { id: organizationId, title }] of organizations.entries()) {
      const isLast = index === organizations.length - 1;
      const query = { status: ['open', 'draft'] as ('open' | 'draft')[] };
      for await (const { items, hasMore } of api.list(route, { organizationId, query }, { signal })) {
        const choices = items.flatMap(item => choiceOf(connection, item, title));
        yield { items: choices, count: undefined, hasMore: hasMore || !isLast };
      }
    }
  });
}

function choiceOf(
  connection: ChangeRequestPlace['connection'],
  { number, subject, status, space, createdBy }: Schema<'ChangeRequest'>,
  organization: string,
): Choice<ChangeRequestPlace>[] {
  if (!space) return [];
  return [
    {
      label: `#${number} ${subject || 'Untitled'}`,
      description: status,
      detail: `${organization}, by ${createdBy.displayName}`,
      value: { connection, space, number },
    },
  ];
}

function resourceOf(target: unknown): ChangeRequestResource | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  return ('resource' in target ? target.resource : target) as ChangeRequestResource | undefined;
}
