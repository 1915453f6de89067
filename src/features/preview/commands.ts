import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import { documentOfTarget } from '../content/node.ts';
import { prefetchImages } from './prefetchImages.ts';

export const commands: Commands<App> = {
  'marginalia.document.preview': { action: t('open the preview'), run: openPreview },
};

async function openPreview(app: App, target: unknown): Promise<void> {
  const uri = documentOfTarget(target);
  if (!uri) throw new Failure(t('No page of the service is open. Open one from the Marginalia view first.'));
  const address = (await app.content.withCurrentTitle(uri)) ?? uri;
  const isOpen = vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
  await prefetchImages(app, address);
  // An editor preview is named after the page, and leaves the source editor open.
  await vscode.commands.executeCommand('vscode.openWith', address, 'vscode.markdown.preview.editor', {
    preview: !isOpen,
  });
}
