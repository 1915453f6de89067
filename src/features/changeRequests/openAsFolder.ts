import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { contentUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import { versionAddress } from '../../model/content/snapshot.ts';

/** Opens the pages of a change request as a folder in a new window. */
export async function openAsFolder(_app: App, place: ChangeRequestPlace): Promise<void> {
  if (place.connection.id === 'sandbox') {
    throw new Failure(t('The sandbox is part of this window, so another window cannot open its change requests.'));
  }
  const folder = contentUri({ ...versionAddress(versionOf(place)), path: '' });
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}
