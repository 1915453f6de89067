import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { formatDate } from '../../api/time.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { normalizeResource } from '../../api/normalize.ts';
import type { App } from '../../app.ts';
import { prefetchFirstPage, concatLists } from '../../api/listings.ts';
import { emojiOf } from '../../markdown/document.ts';
import { type DeletedSpace, deletedSpaces, forgetDeleted } from '../../model/deletedSpaces.ts';
import { addressOfPath, type Connection, resourceAddress } from '../../model/session/connection.ts';
import { hasSpaceRight } from '../../model/rights.ts';
import type { Space } from '../../model/spaces.ts';
import { type Node, toRows } from '../../ui/tree/node.ts';
import { changeRequestGroup, changeRequestListDependencies, changeRequestNodes } from '../changeRequests/node.ts';
import { filesNode, pagesNode } from '../content/node.ts';

/** The argument of commands on the row of a space. */
export interface SpaceResource {
  kind: 'space';
  connection: Connection;
  space: Space;
  link: string | undefined;
}

/**
 * Creates the row of a space. `canCreate` is false if the user is known to lack the right to create something beside
 * it.
 */
export function spaceNode(app: App, connection: Connection, space: Space, canCreate = true): Node {
  const spaceId = space.id;
  const id = resourceAddress(connection, '/spaces/{spaceId}', { spaceId });
  const place = { connection, space: spaceId };
  app.content.setSpace(connection, space);
  const isLocked = space.editMode === 'locked';
  const canEdit = hasSpaceRight(space, 'edit');
  const canAdministrate = space.permissions?.admin !== false;
  // Servers that do not list all spaces report no order at the top level.
  const isUnordered = !space.parent && connection.api.isKnownUnsupported(/^GET \/orgs\/\{organizationId\}\/spaces$/);
  const remarks = [isLocked ? t('locked') : '', openInWords(space)].filter(Boolean);
  const resource: SpaceResource = { kind: 'space', connection, space, link: space.urls?.app };
  const main = { ...place, version: { kind: 'main' } } as const;
  return {
    id,
    label: space.emoji ? `${emojiOf(space.emoji)} ${space.title}` : space.title,
    description: remarks.join(' · '),
    tooltip: [
      escapeLine(space.title, 300),
      escapeLine(space.visibility ?? '', 300),
      isLocked ? t('It is locked: nobody can edit it.') : canEdit ? '' : t('You may not edit it.'),
      canAdministrate
        ? t('Drag it to move it; what is dropped on it comes after it.')
        : t('You may not move or change it.'),
    ]
      .filter(Boolean)
      .join('\n'),
    accessibleLabel: [t('Space'), space.title, ...remarks].join(', '),
    icon: new vscode.ThemeIcon(isLocked ? 'lock' : 'notebook'),
    contextValue: `space${isLocked ? '.locked' : canEdit ? '' : '.noEdit'}${canAdministrate ? '' : '.noAdmin'}${canCreate ? '' : '.noCreate'}${isUnordered ? '.noOrder' : ''}`,
    resource,
    fetchAgain: async signal => {
      const fresh = normalizeResource(await connection.api.request('GET /spaces/{spaceId}', { spaceId }, { signal }));
      const isSame = fresh.organization === space.organization && fresh.parent === space.parent;
      return isSame && !fresh.deletedAt ? spaceNode(app, connection, fresh, canCreate) : undefined;
    },
    children: {
      list: signal => {
        const drafts = prefetchFirstPage(changeRequestNodes(app, place, 'draft', signal));
        return concatLists([changeRequestNodes(app, place, 'open', signal), drafts]);
      },
      empty: t('No open change requests'),
      footer: [
        changeRequestGroup(app, place, 'merged', id),
        changeRequestGroup(app, place, 'archived', id),
        pagesNode(app, main, id),
        filesNode(app, main, id),
      ],
      dependsOn: changeRequestListDependencies(place),
    },
  };
}

/** The argument of commands on the row of a deleted space. */
export interface DeletedSpaceResource {
  kind: 'deletedSpace';
  connection: Connection;
  space: DeletedSpace;
}

/**
 * Returns a row for the spaces that were deleted on this computer and can still be restored; empty if there are none.
 */
export function deletedSpacesNodes(app: App, connection: Connection, organizationId: string, parent: string): Node[] {
  const known = () => deletedSpaces(app.context, connection).filter(one => one.organization === organizationId);
  if (known().length === 0) return [];
  return [
    {
      id: `${parent}#deleted`,
      label: t('Deleted spaces'),
      tooltip: t('Those that were deleted from this computer. The service lists none.'),
      icon: new vscode.ThemeIcon('trash'),
      contextValue: 'deletedSpaces',
      children: {
        list: async function* (signal) {
          const restorable = known().map(async space =>
            (await isRestorable(app, connection, space, signal)) ? [space] : [],
          );
          const items = (await Promise.all(restorable)).flat();
          yield { items: toRows(items, space => deletedSpaceNode(connection, space)), hasMore: false };
        },
        empty: t('None can be restored any more'),
        // Deleting or restoring a space touches the list of all spaces.
        dependsOn: [addressOfPath(connection, '/spaces')],
      },
    },
  ];
}

function deletedSpaceNode(connection: Connection, space: DeletedSpace): Node {
  const resource: DeletedSpaceResource = { kind: 'deletedSpace', connection, space };
  const spaceId = space.id;
  const description = tEscaped`deleted ${formatDate(space.deletedAt, vscode.env.language) ?? ''}`;
  return {
    // The address itself is the ID of the row of the restored space.
    id: `${resourceAddress(connection, '/spaces/{spaceId}', { spaceId })}#deleted`,
    label: space.title,
    description,
    accessibleLabel: [t('Deleted space'), space.title, description].join(', '),
    icon: new vscode.ThemeIcon('trash'),
    contextValue: 'space.deleted',
    resource,
  };
}

/** Returns true if a space is still deleted and restorable. Otherwise removes it from the list of deleted spaces. */
async function isRestorable(
  app: App,
  connection: Connection,
  { id: spaceId }: DeletedSpace,
  signal: AbortSignal,
): Promise<boolean> {
  const { api } = connection;
  const isDeleted = await api.request('GET /spaces/{spaceId}', { spaceId }, { signal, isFresh: true }).then(
    ({ deletedAt }) => Boolean(deletedAt),
    error => {
      if (isApiError(error, 'notFound', 'forbidden')) return false;
      throw error;
    },
  );
  if (!isDeleted) await forgetDeleted(app.context, connection, spaceId);
  return isDeleted;
}

function openInWords({ changeRequestsOpen: open, changeRequestsDraft: drafts }: Space): string {
  return [
    open ? t({ message: '{0} open', args: [open], comment: ['number of change requests'] }) : '',
    drafts ? t({ message: '{0} draft', args: [drafts], comment: ['number of change requests'] }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
