import { chained, mapped } from '../../api/listings.ts';
import type { App } from '../../app.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Organization } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Space } from '../../model/spaces.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOf } from '../content/node.ts';
import { pickOverOrganizations, pickSpace } from '../pick.ts';
import type { ChangeRequestResource } from './node.ts';

/** The change request of a row, of a document, of the editor, or else the one that the user picks. */
export async function findChangeRequest(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const resource = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  if (resource) return resource;
  const uri = documentOf(target);
  return (uri && (await app.content.changeRequestOf(uri))) ?? pickChangeRequest(await app.session.require());
}

const prompt = { title: 'Change Request', placeHolder: 'Open change requests and drafts', empty: 'There are none.' };
const live = ['open' as const, 'draft' as const];

async function pickChangeRequest(connection: Connection): Promise<ChangeRequestPlace> {
  if (!(await offersList(connection))) return pickInSpace(connection, await pickSpace(connection, prompt.title));
  const list = ({ id: organizationId }: Organization, signal: AbortSignal) =>
    connection.api.list(listRoute, { organizationId, query: { status: live } }, { signal });
  return pickOverOrganizations(connection, prompt, list, ({ item, organization }) =>
    choiceOf(item, organization.title, { connection, space: item.space ?? '', number: item.number }),
  );
}

const listRoute = 'GET /orgs/{organizationId}/change-requests';

/** Whether the server lists the change requests of all spaces together. */
async function offersList({ api }: Connection): Promise<boolean> {
  const { items } = await api.request('GET /orgs', { query: { limit: 1 } });
  const [first] = items;
  return first !== undefined && api.offers(listRoute, { organizationId: first.id, query: { limit: 1 } });
}

function pickInSpace(connection: Connection, { id: spaceId, title }: Space): Promise<ChangeRequestPlace> {
  return pickFrom(prompt, (_, signal) => {
    const lists = live.map(status =>
      connection.api.list('GET /spaces/{spaceId}/change-requests', { spaceId, query: { status } }, { signal }),
    );
    return mapped(chained(lists), item => choiceOf(item, title, { connection, space: spaceId, number: item.number }));
  });
}

function choiceOf(
  { number, subject, status, createdBy }: ChangeRequest,
  holder: string,
  value: ChangeRequestPlace,
): Choice<ChangeRequestPlace> {
  const label = `#${number} ${subject || 'Untitled'}`;
  return { label, description: status, detail: `${holder}, by ${createdBy.displayName}`, value };
}
