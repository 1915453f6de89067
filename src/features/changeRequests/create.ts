import * as vscode from 'vscode';
import { Failure, reasonOf, Remark } from '../../api/failure.ts';
import { violation } from '../../api/limits.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Space } from '../../model/spaces.ts';
import { withWrite } from '../../ui/progress.ts';
import { askText } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickSpace } from '../pick.ts';
import type { SpaceResource } from '../spaces/node.ts';
import { wayToChangeRequest } from '../way.ts';

interface SpacePlace {
  connection: Connection;
  space: Space;
}

/** Creates a change request in a space, and shows its row. */
export async function createChangeRequest(app: App, { connection, space: { id: spaceId } }: SpacePlace): Promise<void> {
  const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const title = `"${space.title}"`;
  if (space.editMode === 'locked') throw new Failure(`Could not create a change request in ${title}: it is locked.`);
  const subject = await askText({
    title: `New Change Request in ${title}`,
    prompt: 'What the change request will do, in one line; can be left empty',
    violation: text => violation(createRoute, 'subject', text),
  });
  const created = await withWrite(
    `Creating a change request in ${title}`,
    signal => connection.api.request(createRoute, { spaceId, body: { subject } }, { signal }),
    () => stateOf({ connection, space }, subject),
  );
  const place = { connection, space: spaceId, number: created.number };
  app.content.changeRequests.learn(place, created);
  void vscode.window.setStatusBarMessage(`#${created.number} is created`, 5000);
  await show(app, place);
}

/** The space of a row, or else the one that the user picks. */
export async function findSpace(app: App, target: unknown): Promise<SpacePlace> {
  const resource = resourceOf<SpaceResource>(target, 'space');
  if (resource) return resource;
  const connection = await app.session.require();
  return { connection, space: await pickSpace(connection, 'Create Change Request') };
}

const createRoute = 'POST /spaces/{spaceId}/change-requests';
const listRoute = 'GET /spaces/{spaceId}/change-requests';

/** Whether the space has one more than before, and it bears the subject. */
async function stateOf({ connection: { api }, space: before }: SpacePlace, subject: string): Promise<string> {
  const spaceId = before.id;
  const { changeRequests } = await api.request('GET /spaces/{spaceId}', { spaceId });
  if (changeRequests === before.changeRequests) return 'It is not created.';
  const lists = (['open', 'draft'] as const).map(status => api.all(listRoute, { spaceId, query: { status } }));
  const alike = (await Promise.all(lists)).flat().filter(one => one.subject === subject);
  if (alike.length === 0) return 'It is not created.';
  return `It is created: #${Math.max(...alike.map(({ number }) => number))}.`;
}

/** What fails here must not sound as if nothing had been created. */
async function show(app: App, place: ChangeRequestPlace): Promise<void> {
  const said = `#${place.number} is created`;
  try {
    if (await app.tree.reveal(...(await wayToChangeRequest(app, place)))) return;
  } catch (cause) {
    throw new Failure(`${said}, but the view could not show it: ${reasonOf(cause)}`, { cause });
  }
  throw new Remark(`${said}. The view does not show it: it belongs to another account, or was moved.`);
}
