import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { concatLists, mapItems, filterItems } from '../../api/listings.ts';
import { formatList } from '../../api/lists.ts';
import { tEscaped } from '../../api/escape.ts';
import { describeStatus, normalizeChangeRequest } from '../../model/content/changeRequests.ts';
import type { App } from '../../app.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { InOrganization, Organization } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import { hasSpaceRight, requiredRole, type SpaceRight } from '../../model/rights.ts';
import { type Space, spacesOf } from '../../model/spaces.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOfTarget } from '../content/node.ts';
import { activeReviewPage } from '../opening/activeReviewPage.ts';
import { normalizeItems, pickOverOrganizations, pickSpace } from './pick.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';

/** The change requests that a command accepts. */
export interface ChangeRequestFilter {
  statuses: readonly ('open' | 'draft' | 'archived')[];
  /** The right that the user needs in the space. */
  right?: SpaceRight;
  /** Returns true if the command accepts this change request. */
  isSuitable?: (changeRequest: ChangeRequest) => boolean;
}

type Models = Pick<App, 'content' | 'session' | 'singletons'>;

/**
 * Finds the change request of a row, of a document or of the active review page or editor, or lets the user pick one.
 */
export async function findChangeRequest(
  app: Models,
  target: unknown,
  suitable: ChangeRequestFilter,
): Promise<ChangeRequestPlace> {
  const place = await changeRequestOfTarget(app, target);
  if (!place) return pickChangeRequest(await app.session.require(), suitable);
  if (suitable.right) await requireRight(app.content, place, suitable.right);
  return place;
}

/** Throws a Failure if the user lacks a right. */
async function requireRight(
  content: App['content'],
  { connection, space: spaceId }: ChangeRequestPlace,
  right: SpaceRight,
): Promise<void> {
  const refused = content.rights.reportedSince(-Infinity, { connection, space: spaceId });
  if (refused && !refused.includes(right)) return;
  // A refusal may be outdated. If the space cannot be read, the command is tried.
  const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId }).catch(() => undefined);
  if (!space) return;
  content.setSpace(connection, space);
  if (hasSpaceRight(space, right)) return;
  if (space.editMode === 'locked' && right !== 'comment') {
    throw new Failure(
      right === 'edit'
        ? tEscaped`"${space.title}" is locked: nobody can edit anything there until it is unlocked.`
        : tEscaped`"${space.title}" is locked: nobody can merge anything there until it is unlocked.`,
    );
  }
  throw new Failure(requiredRole[right]);
}

/**
 * Returns the change request that a command was called on: of a row, of a document, or of the active review page or
 * editor.
 */
export async function changeRequestOfTarget(app: Models, target: unknown): Promise<ChangeRequestPlace | undefined> {
  const resource = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  if (resource) return resource;
  const reviewPage = target instanceof vscode.Uri ? undefined : activeReviewPage(app);
  if (reviewPage) return reviewPage.place;
  const uri = documentOfTarget(target);
  return uri && app.content.changeRequestOf(uri);
}

async function pickChangeRequest(connection: Connection, suitable: ChangeRequestFilter): Promise<ChangeRequestPlace> {
  const prompt = promptFor(suitable);
  const { statuses, right, isSuitable } = suitable;
  const isAllowed = (space: Space | undefined) => !right || !space || hasSpaceRight(space, right);
  if (!(await supportsOrganizationList(connection))) {
    const empty = right ? noSpaces[right] : t('There are no spaces.');
    return pickInSpace(
      connection,
      await pickSpace(connection, prompt.title, { isSuitable: isAllowed, empty }),
      suitable,
    );
  }
  const spaces = new Map<string, Space>();
  const list = async function* ({ id: organizationId }: Organization, signal: AbortSignal) {
    for (const space of await allSpaces(connection, organizationId, signal)) spaces.set(space.id, space);
    const pages = connection.api.list(listRoute, { organizationId, query: { status: [...statuses] } }, { signal });
    yield* filterItems(
      pages,
      one => one.space !== undefined && isAllowed(spaces.get(one.space)) && (isSuitable?.(one) ?? true),
    );
  };
  return pickOverOrganizations(connection, prompt, list, ({ item, organization }) => {
    const { number, space = '' } = item;
    const container = [spaces.get(space)?.title, organization.title];
    return choiceOf(item, container, { connection, space, number });
  });
}

const noSpaces: Readonly<Record<SpaceRight, string>> = {
  comment: t('There are no spaces in which you may comment.'),
  edit: t('There are no spaces in which you may edit.'),
  merge: t('There are no spaces in which you may merge.'),
};

const noChangeRequests: Readonly<Record<SpaceRight, string>> = {
  comment: t('There are none with which that can be done and where you may comment.'),
  edit: t('There are none with which that can be done and where you may edit.'),
  merge: t('There are none with which that can be done and where you may merge.'),
};

const listRoute = 'GET /orgs/{organizationId}/change-requests';

function promptFor({ statuses, right }: ChangeRequestFilter) {
  const states = formatList(statuses.map(describeStatus), 'disjunction');
  return {
    title: t('Change Request'),
    placeHolder: t`Change requests that are ${states}`,
    empty: right ? noChangeRequests[right] : t('There are none.'),
  };
}

/** Returns true if the server can list the change requests of all spaces of an organization. */
async function supportsOrganizationList({ api }: Connection): Promise<boolean> {
  const { items } = await api.request('GET /orgs', { query: { limit: 1 } });
  const [first] = items;
  return first !== undefined && api.isAvailable(listRoute, { organizationId: first.id, query: { limit: 1 } });
}

/** Returns the spaces of an organization, for their names; empty if the user may not list them. */
async function allSpaces(connection: Connection, organizationId: string, signal: AbortSignal): Promise<Space[]> {
  try {
    const spaces: Space[] = [];
    for await (const { items } of normalizeItems(spacesOf(connection, organizationId, signal))) spaces.push(...items);
    return spaces;
  } catch (error) {
    if (isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

function pickInSpace(
  connection: Connection,
  { item: { id: spaceId, title }, organization }: InOrganization<Space>,
  suitable: ChangeRequestFilter,
): Promise<ChangeRequestPlace> {
  const { statuses, isSuitable = () => true } = suitable;
  return pickFrom(promptFor(suitable), (_, signal) => {
    const lists = statuses.map(status =>
      connection.api.list('GET /spaces/{spaceId}/change-requests', { spaceId, query: { status } }, { signal }),
    );
    return mapItems(filterItems(normalizeItems(concatLists(lists)), isSuitable), item =>
      choiceOf(item, [title, organization.title], { connection, space: spaceId, number: item.number }),
    );
  });
}

function choiceOf(
  changeRequest: ChangeRequest,
  containers: (string | undefined)[],
  value: ChangeRequestPlace,
): Choice<ChangeRequestPlace> {
  const { number, subject, status, createdBy } = normalizeChangeRequest(changeRequest, value.number);
  const label = `#${number} ${subject || t('Untitled')}`;
  const holder = containers.filter(title => title !== undefined).join(', ');
  return { label, description: describeStatus(status), detail: t`${holder} · by ${createdBy.displayName}`, value };
}
