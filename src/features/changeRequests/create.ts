import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, reasonOf, Notice } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  normalizeChangeRequest,
  supportsDescription,
} from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { uriOf } from '../../model/content/snapshot.ts';
import type { Connection } from '../../model/session/connection.ts';
import { hasSpaceRight } from '../../model/rights.ts';
import type { Space } from '../../model/spaces.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { askText } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickSpace } from '../picking/pick.ts';
import type { SpaceResource } from '../spaces/node.ts';
import { treePathToSpace } from '../opening/treePaths.ts';
import { createOnce, createRoute } from './createOnce.ts';
import { changeRequestNode } from './node.ts';
import { askDescription, saveTypedDescription } from './typedDescription.ts';
import { unsentTextsOf } from './unsentTexts.ts';

interface SpacePlace {
  connection: Connection;
  space: Space;
}

/** Creates a change request in a space, and shows its row. */
export async function createChangeRequest(app: App, { connection, space: { id } }: SpacePlace): Promise<void> {
  const result = await createIn(app, connection, id, {
    promptTitle: title => tEscaped`New Change Request in ${title}`,
    asksDescription: true,
  });
  say.status(result.outcome);
  try {
    await revealRow(app, result);
  } finally {
    if (result.description) await saveTypedDescription(app, result.place, result.description);
  }
}

/** How long to wait, after the subject is entered, for the check whether the server supports descriptions. */
const supportCheckTimeoutMs = 500;

/**
 * Returns true if the server supports descriptions. Fetches one change request of the space if that is still unknown.
 */
async function checkDescriptionSupport(connection: Connection, spaceId: string): Promise<boolean> {
  if (connection.hasDescriptions !== undefined) return connection.hasDescriptions;
  const route = 'GET /spaces/{spaceId}/change-requests';
  for (const status of ['open', 'merged'] as const) {
    const { items } = await connection.api.request(route, { spaceId, query: { status, limit: 1 } });
    const [first] = items;
    if (first) return supportsDescription(first);
  }
  return false;
}

/** Creates a change request for a page, and opens the page in it. */
export async function proposeChange(app: App, uri: vscode.Uri): Promise<void> {
  const source = await app.content.lookUp(uri);
  if (source?.kind !== 'page') throw new Failure(t('Open a page of the service to propose a change to it.'));
  const { page, snapshot } = source;
  const { connection, space } = snapshot.place;
  const promptTitle = (title: string) => tEscaped`Propose a Change to "${page.title}" in ${title}`;
  const result = await createIn(app, connection, space, { promptTitle });
  const { place, created, outcome } = result;
  const entry = await openPageIn(app, place, page.id).catch(cause => {
    const message = result.isFromEarlierAttempt
      ? t`#${place.number} was created by your first attempt, but the page could not be opened in it: ${reasonOf(cause)}`
      : t`#${place.number} is created, but the page could not be opened in it: ${reasonOf(cause)}`;
    throw new Failure(message, { cause });
  });
  if (!entry)
    throw new Notice([`${outcome}.`, tEscaped`"${page.title}" is not in it: it is not in the main content.`].join(' '));
  const proposed = uriOf(versionOf(place), entry);
  const isEditable = (await (await app.writing.load()).editing.readOnlyReason(proposed)) === undefined;
  if (isEditable)
    return say.info(
      [`${outcome}.`, tEscaped`Edit "${page.title}" here; saving sends it to the change request.`].join(' '),
    );
  const link = entry.page.urls?.app ?? created.urls?.app;
  const message = result.isFromEarlierAttempt
    ? tEscaped`#${place.number} was created by your first attempt, and shows "${page.title}" as it is. Its text is changed in the service's own app.`
    : tEscaped`#${place.number} is created, and shows "${page.title}" as it is. Its text is changed in the service's own app.`;
  say.info(message, ...(link ? [{ label: t('Open in Browser'), run: () => openAddress(link) }] : []));
}

/** Opens a page of a change request. Returns undefined if the page is not in it. */
async function openPageIn(
  { content }: App,
  changeRequest: ChangeRequestPlace,
  id: string,
): Promise<PageEntry | undefined> {
  const snapshot = await content.snapshot(versionOf(changeRequest));
  const entry = (await snapshot.pages()).byId.get(id);
  if (!entry) return undefined;
  // VS Code would report a failure only as an unexpected error.
  await snapshot.markdown(id);
  await vscode.commands.executeCommand('vscode.open', uriOf(snapshot.place, entry), { preview: false });
  return entry;
}

interface Created {
  place: ChangeRequestPlace;
  created: ChangeRequest;
  space: Space;
  isFromEarlierAttempt: boolean;
  /** A sentence for the user, without its period: created now, or by an earlier attempt. */
  outcome: string;
  /** The description in Markdown; empty if the user entered none. */
  description: string;
}

/** Asks for a subject, and for a description if requested and supported, and creates a change request in a space. */
async function createIn(
  app: App,
  connection: Connection,
  spaceId: string,
  { promptTitle, asksDescription = false }: { promptTitle: (space: string) => string; asksDescription?: boolean },
): Promise<Created> {
  const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const title = tEscaped`"${space.title}"`;
  if (space.editMode === 'locked')
    throw new Failure(tEscaped`Could not create a change request in ${title}: it is locked.`);
  const unsentTexts = unsentTextsOf(app);
  const unsent = asksDescription ? unsentTexts.changeRequestOf(connection, spaceId) : undefined;
  // A failed check must not prevent creating a change request without a description.
  const supportCheck = asksDescription && checkDescriptionSupport(connection, spaceId).catch(() => false);
  const hasDescriptions = unsent?.description ? true : supportCheck;
  const subject = await askText({
    title: promptTitle(title),
    prompt: t('What the change request will do, in one line; can be left empty'),
    value: unsent?.subject,
    violation: text => limitViolation(createRoute, 'subject', text),
  });
  const shouldAsk = await Promise.race([hasDescriptions, delay(supportCheckTimeoutMs, false)]);
  const description = shouldAsk ? await askDescription(promptTitle(title), unsent?.description) : '';
  const texts = { subject, description };
  if (asksDescription) unsentTexts.storeChangeRequest(connection, spaceId, texts);
  const { created, isFromEarlierAttempt } = await createOnce(app, { connection, space }, texts);
  const place = { connection, space: spaceId, number: created.number };
  unsentTexts.settleChangeRequest(place, texts);
  // An incomplete reply is not cached: the change request is fetched when it is needed.
  if (typeof created.revision === 'string') app.content.changeRequests.add(place, created, performance.now());
  const outcome = isFromEarlierAttempt
    ? tEscaped`#${place.number} was created by your first attempt`
    : tEscaped`#${place.number} is created`;
  return { place, created, space, isFromEarlierAttempt, outcome, description };
}

/** Returns the space of a row, or lets the user pick one. */
export async function findSpace(app: App, target: unknown): Promise<SpacePlace> {
  const resource = resourceOf<SpaceResource>(target, 'space');
  if (resource) return resource;
  const connection = await app.session.require();
  const { item: space } = await pickSpace(connection, t('Create Change Request'), spaceFilter);
  return { connection, space };
}

/** Includes locked spaces, so that users who look for one are told why they cannot create a change request in it. */
const spaceFilter = {
  isSuitable: (space: Space) => hasSpaceRight(space, 'edit') || space.editMode === 'locked',
  empty: t('There are no spaces that you may edit.'),
};

/** Reveals the new row. A failure says that the change request was created nevertheless. */
async function revealRow(app: App, { place, created, space, isFromEarlierAttempt, outcome }: Created): Promise<void> {
  try {
    app.content.rights.record(place.connection, space);
    const row = changeRequestNode(app, place, normalizeChangeRequest(created, place.number));
    if (await app.tree.reveal(...(await treePathToSpace(place.connection, place.space)), row)) return;
  } catch (cause) {
    const message = isFromEarlierAttempt
      ? t`#${place.number} was created by your first attempt, but the view could not show it: ${reasonOf(cause)}`
      : t`#${place.number} is created, but the view could not show it: ${reasonOf(cause)}`;
    throw new Failure(message, { cause });
  }
  const hidden = t('The view does not show it: it belongs to another account, or was moved.');
  throw new Notice([`${outcome}.`, hidden].join(' '));
}
