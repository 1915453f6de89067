import { t } from '@vscode/l10n';
import { isOutcomeUnknown } from '../../api/errors.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type DeletedSpace, forgetDeleted, rememberDeleted } from '../../model/deletedSpaces.ts';
import { readResource } from '../../model/resources/readResources.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Collection, collectionsOf, type Space } from '../../model/spaces.ts';
import { commandButton } from '../../ui/command.ts';
import { WriteNotDone } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import type { ResourceTarget } from '../picking/items.ts';

/** Deleted spaces of one connection. */
export interface RestorableSpaces {
  connection: Connection;
  spaces: Pick<DeletedSpace, 'id' | 'title' | 'organization'>[];
}

/** Deletes a resource, and stores the spaces that are deleted with it, so that they can be restored. */
export async function deleteRestorably(
  app: App,
  target: ResourceTarget,
  remove: () => Promise<unknown>,
): Promise<RestorableSpaces> {
  const { connection } = target;
  const spaces = await spacesDeletedWith(target);
  const rememberSpaces = () => (spaces.length > 0 ? storeDeleted(app, { connection, spaces }) : undefined);
  try {
    await remove();
  } catch (error) {
    // The resource may be deleted although the reply was lost. The list of deleted spaces checks each of its rows.
    if (isOutcomeUnknown(error)) await rememberSpaces();
    throw error;
  }
  await rememberSpaces();
  return { connection, spaces };
}

/** Offers to restore deleted spaces. Does nothing if there are none. */
export function offerRestoring(app: App, deleted: readonly RestorableSpaces[]): void {
  const spaces = deleted.flatMap(({ spaces }) => spaces);
  if (spaces.length === 0) return;
  const undo = { action: t('restore what was deleted'), run: () => restoreDeleted(app, deleted) };
  say.info(tEscaped`${nameOf(spaces)} can be restored for seven days.`, commandButton(app, t('Undo'), undo));
}

export async function restoreDeleted(app: App, deleted: readonly RestorableSpaces[]): Promise<void> {
  const all = deleted.flatMap(({ connection, spaces }) => spaces.map(space => ({ connection, ...space })));
  const name = nameOf(all);
  const parts = all.map(one => ({
    label: one.title,
    action: tEscaped`restore "${one.title}"`,
    run: (signal: AbortSignal) => restoreOne(app, one, signal),
    lookUp: async () => {
      const space = await one.connection.api.request('GET /spaces/{spaceId}', { spaceId: one.id }, { isFresh: true });
      return space.deletedAt ? new WriteNotDone(t('It is still deleted.')) : t('It is restored.');
    },
  }));
  const done: DoneSentences = {
    all: count => t`${count} restored.`,
    some: (count, total) => t`${count} of ${total} restored.`,
  };
  await runForEach(tEscaped`Restoring ${name}`, done, parts);
  if (all.length === 1) say.status(tEscaped`${name} is restored`);
}

async function restoreOne(
  app: App,
  { connection, id, organization }: { connection: Connection; id: string; organization: string },
  signal: AbortSignal,
): Promise<void> {
  await connection.api.request('POST /spaces/{spaceId}/restore', { spaceId: id }, { signal });
  await forgetDeleted(app.context, connection, id);
  refreshOrganizationRow(app, connection, organization);
}

async function storeDeleted(app: App, { connection, spaces }: RestorableSpaces): Promise<void> {
  const deletedAt = Date.now();
  await rememberDeleted(
    app.context,
    connection,
    spaces.map(space => ({ ...space, deletedAt })),
  );
  for (const organization of new Set(spaces.map(({ organization }) => organization)))
    refreshOrganizationRow(app, connection, organization);
}

/** Refreshes the row of the organization, because its row of deleted spaces may appear or disappear. */
function refreshOrganizationRow({ session }: App, connection: Connection, organizationId: string): void {
  session.announceLocalUpdate(connection, resourceAddress(connection, '/orgs/{organizationId}', { organizationId }));
}

/** Returns the spaces that are deleted together with a resource. */
async function spacesDeletedWith({ connection, item }: ResourceTarget): Promise<RestorableSpaces['spaces']> {
  const { kind } = item.definition;
  if (kind !== 'space' && kind !== 'collection') return [];
  const resource = (await readResource(connection, item)) as Space | Collection;
  const spaces = resource.object === 'space' ? [resource] : await spacesBelow(connection, resource);
  return spaces.map(({ id, title, organization }) => ({ id, title, organization }));
}

async function spacesBelow(connection: Connection, { id, organization }: Collection): Promise<Space[]> {
  const all = await collectionsOf(connection, organization, new AbortController().signal);
  const below = new Set([id]);
  // A child may be listed before its parent.
  for (let count = 0; count !== below.size;) {
    count = below.size;
    for (const one of all) if (one.parent && below.has(one.parent)) below.add(one.id);
  }
  const lists = [...below].map(collectionId =>
    connection.api.listAll('GET /collections/{collectionId}/spaces', { collectionId }, {}),
  );
  return (await Promise.all(lists)).flat();
}

function nameOf(spaces: readonly { title: string }[]): string {
  const [first] = spaces;
  return spaces.length === 1 && first ? tEscaped`The space "${first.title}"` : t`${spaces.length} spaces`;
}
