import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { failureMessage } from '../../api/failure.ts';
import type { ToPage } from '../../webview/reviewPage/messages.ts';

/**
 * Reads the script that renders diagrams. The frame that runs it has an opaque origin, so it cannot load the script
 * itself.
 */
export async function diagramScriptMessage(extension: vscode.Uri): Promise<ToPage> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'dist/diagrams.js'));
    return { type: 'diagramScript', script: new TextDecoder().decode(bytes) };
  } catch (error) {
    return { type: 'diagramScript', why: failureMessage(t('load what draws diagrams'), error) };
  }
}
