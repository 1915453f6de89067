import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { formatDateTime } from '../../api/time.ts';
import type { App } from '../../app.ts';
import { deletedSpaces } from '../../model/deletedSpaces.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { pick } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { restoreDeleted } from '../moving/restore.ts';
import type { DeletedSpaceResource } from './node.ts';

/** Restores the deleted spaces of the selected rows, or one that the user picks from those deleted on this computer. */
export async function restoreSpaces(app: App, target: unknown, selected: unknown): Promise<void> {
  const rows = Array.isArray(selected) && selected.length > 1 ? selected.filter(isTrustedTarget) : [target];
  const targets = rows.flatMap(row => resourceOf<DeletedSpaceResource>(row, 'deletedSpace') ?? []);
  if (targets.length < rows.length && rows.length > 1) {
    throw new Failure(t('Only deleted spaces can be restored. Nothing was done.'));
  }
  const [one] = targets;
  if (one)
    return restoreDeleted(
      app,
      targets.map(({ connection, space }) => ({ connection, spaces: [space] })),
    );
  const connection = await app.session.require();
  const choices = deletedSpaces(app.context, connection).map(space => ({
    label: space.title,
    description: formatDateTime(space.deletedAt, vscode.env.language) ?? '',
    value: space,
  }));
  const empty = t('No space was deleted from this computer in the last seven days.');
  const space = await pick({ title: t('Restore Space'), placeHolder: t('Which space?'), empty }, choices);
  return restoreDeleted(app, [{ connection, spaces: [space] }]);
}
