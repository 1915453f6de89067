import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../api/failure.ts';
import { tEscaped } from '../api/escape.ts';

/** Opens a web address in the browser. Other schemes are refused, because others may have written the address and it could start a program. */
export async function openAddress(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!isWeb) {
    throw new Failure(
      [
        tEscaped`Could not open "${address}": only addresses that begin with http or https are opened, because others can start programs on this computer.`,
        t('Ask whoever wrote it to correct it.'),
      ].join(' '),
    );
  }
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** Opens a file that the user has just saved. */
export async function openSavedFile(file: vscode.Uri): Promise<void> {
  // In a remote window only the editor can open files of the remote machine.
  const isHere =
    file.scheme === 'file' && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  await (isHere ? vscode.env.openExternal(file) : vscode.commands.executeCommand('vscode.open', file));
}
