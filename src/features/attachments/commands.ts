import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { documentKey, isPageOfChangeRequest } from '../../model/content/address.ts';
import { imageEndings } from '../../model/writing/mediaTypes.ts';
import type { Commands } from '../../ui/command.ts';
import { askFiles } from '../../ui/prompts.ts';
import { documentOfTarget } from '../content/node.ts';
import { insertFilesAt } from './insertFiles.ts';
import { fileAt } from './transfers.ts';

export const commands: Commands<App> = {
  'marginalia.page.insertImage': { action: t('insert the image'), run: insertImage },
};

/** Inserts images from this computer at the cursor. */
async function insertImage(app: App, target: unknown): Promise<void> {
  const uri = documentOfTarget(target);
  if (!uri || !isPageOfChangeRequest(uri)) {
    throw new Failure(t('Open a page of a change request and put the cursor where the image belongs, then try again.'));
  }
  await (await app.writing.load()).requirePlace(uri);
  const images = await askFiles(t('Insert Image'), t('Insert'), { [t('Images')]: [...imageEndings] });
  const isShown = ({ document }: vscode.TextEditor) => documentKey(document.uri) === documentKey(uri);
  const visible = vscode.window.visibleTextEditors.find(isShown);
  const document = visible?.document ?? (await vscode.workspace.openTextDocument(uri));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.Active,
  });
  const place = { document, position: editor.selection.active };
  const snippet = await insertFilesAt(app, place, images.map(fileAt));
  if (snippet.value !== '') await editor.insertSnippet(snippet);
}
