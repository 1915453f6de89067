import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, isCancellation, reasonOf, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { documentKey, isPageOfChangeRequest } from '../../model/content/address.ts';
import { isUnsaved, openDocumentsOf } from '../../model/writing/openDocuments.ts';
import type { PageDraft } from '../../model/writing/pageDrafts.ts';
import { type PageSaveConflict, type PageSaveEvent, SaveCanceled } from '../../model/writing/pageWriter.ts';
import type { Commands } from '../../ui/command.ts';
import { retryWarning, unknownOutcome, withProgress } from '../../ui/progress.ts';
import { askAction, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOfTarget } from '../content/node.ts';
import type { PageDraftResource } from './node.ts';
import { commands as pageCommands } from './pageCommands.ts';
import { revertBlock } from './revertBlock.ts';
import { undoWithProgress } from './undoSave.ts';

export const commands: Commands<App> = {
  'marginalia.pageDraft.send': { action: t('send the page'), run: sendOne },
  'marginalia.pageDraft.discard': { action: t('discard the unsent text'), run: discard },
  'marginalia.pageDraft.choose': { action: t('send or discard the text'), run: choose },
  'marginalia.pageDraft.sendAll': { action: t('send all changes'), run: sendAll },
  'marginalia.page.useTheirs': { action: t('use their version'), run: useTheirs },
  'marginalia.page.useMine': { action: t('use my version'), run: useMine },
  'marginalia.page.editVersions': { action: t('edit both versions'), run: editVersions },
  'marginalia.page.revertBlock': { action: t('revert the block'), run: revertBlock },
  'marginalia.page.undoSave': { action: t('undo the save'), run: undoSave },
  ...pageCommands,
};

async function sendOne(app: App, target: unknown): Promise<void> {
  const draft = await findDraft(app, target);
  const unsaved = unsavedEditorOf(draft);
  if (unsaved) await saveEditor(unsaved);
  else await sendDraft(app, draft);
  say.status(tEscaped`Sent "${draft.title}"`);
}

async function sendDraft(app: App, draft: PageDraft): Promise<void> {
  const writer = await app.writing.load();
  const title = tEscaped`Sending "${draft.title}"`;
  let cause: unknown;
  const send = (signal: AbortSignal) =>
    writer.sendDraft(draft, signal).catch((error: unknown) => {
      cause = error;
      throw error;
    });
  try {
    await withProgress(title, send);
  } catch (error) {
    if (isCancellation(error)) say.info([tEscaped`${title} was canceled.`, ...notesOnCanceled([cause])].join(' '));
    throw error;
  }
}

/** Describes what has become of drafts that were not sent because the user has cancelled. */
function notesOnCanceled(errors: readonly unknown[]): string[] {
  const pending = errors.filter(error => error instanceof SaveCanceled);
  const isUnknown = pending.some(error => error.isUnknown);
  return [
    t('Unsent text is still on this computer.'),
    ...(isUnknown ? [unknownOutcome] : pending.length > 0 ? [retryWarning] : []),
  ];
}

/** Returns the open page of a draft if its editor has newer text, which is saved instead of the draft. */
function unsavedEditorOf({ document }: PageDraft): vscode.Uri | undefined {
  const uri = openDocumentsOf(document)[0]?.uri;
  return uri && isUnsaved(uri) ? uri : undefined;
}

/** Saves an editor, which sends its text. VS Code offers no way to cancel that. */
async function saveEditor(uri: vscode.Uri): Promise<void> {
  if (!(await vscode.workspace.save(uri)))
    throw new Failure(t('The page was not sent. Another message gives the reason.'));
}

async function discard(app: App, target: unknown): Promise<void> {
  const draft = await findDraft(app, target);
  const detail = t('This deletes your text from this computer and shows the version on the server.');
  await confirm(tEscaped`Discard your unsent text of "${draft.title}"?`, detail, t('Discard'));
  await (await app.writing.load()).discardDraft(draft);
}

async function choose(app: App, target: unknown): Promise<void> {
  const draft = await findDraft(app, target);
  const detail = t('Others cannot see it until you send it.');
  const sending = t('Send');
  const question = tEscaped`"${draft.title}" is saved on this computer, not sent.`;
  const action = await askAction(question, detail, sending, t('Discard'));
  if (action === sending) return sendOne(app, vscode.Uri.parse(draft.document));
  await (await app.writing.load()).discardDraft(draft);
}

/** Sends the unsent texts of the signed-in accounts and saves the unsaved open pages. */
async function sendAll(app: App): Promise<void> {
  const writer = await app.writing.load();
  const { drafts } = writer;
  await app.session.require();
  await drafts.refresh();
  const ids = new Set(app.session.connections.map(({ id }) => id));
  const unsent = drafts.all().filter(({ document }) => ids.has(vscode.Uri.parse(document).authority));
  const keys = new Set(unsent.map(({ document }) => document));
  const isOther = ({ uri }: vscode.TextDocument) => isPageOfChangeRequest(uri) && !keys.has(documentKey(uri));
  const typed = vscode.workspace.textDocuments.filter(document => isOther(document) && isUnsaved(document.uri));
  if (unsent.length + typed.length === 0) throw new Notice(t('There are no pages to send.'));
  const closed = unsent.filter(draft => !unsavedEditorOf(draft));
  const editors = [...unsent.flatMap(draft => unsavedEditorOf(draft) ?? []), ...typed.map(({ uri }) => uri)];
  // Texts for one change request are sent in one request, so the saves run concurrently.
  const send = (signal?: AbortSignal) =>
    Promise.allSettled([...closed.map(draft => writer.sendDraft(draft, signal)), ...editors.map(saveEditor)]);
  const title = t('Sending pages');
  const sent = await (closed.length > 0 ? withProgress(title, send) : send());
  const failed = sent.flatMap(result => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (failed.length === 0)
    return say.status(sent.length === 1 ? t('Sent 1 page.') : tEscaped`Sent ${sent.length} pages.`);
  const counts = t`Sent ${sent.length - failed.length} of ${sent.length} pages.`;
  const [cause] = failed.filter(error => !isCancellation(error));
  const canceled = failed.filter(isCancellation);
  const reasons = cause === undefined ? [] : [reasonOf(cause)];
  if (canceled.length > 0) {
    say.info([tEscaped`${title} was canceled.`, counts, ...notesOnCanceled(canceled), ...reasons].join(' '));
    throw canceled[0];
  }
  throw new Failure([counts, t('Unsent text is still on this computer.'), ...reasons].join(' '), { cause });
}

/** Replaces the text in the editor with the version of the server. *Undo* in the editor restores the old text. */
async function useTheirs(app: App, target: unknown): Promise<void> {
  const conflict = await findConflict(app, target);
  const { uri, title } = conflict;
  (await app.writing.load()).rebaseOntoTheirs(conflict);
  await replaceText(uri, conflict.conflict.theirs.text);
  await vscode.workspace.save(uri);
  await closeDiffs(uri);
  say.info(tEscaped`Replaced your text of "${title}" with their version. Use Undo to restore yours.`);
}

async function useMine(app: App, target: unknown): Promise<void> {
  const { uri } = await mergeIntoMine(app, target);
  await vscode.workspace.save(uri);
  // After a save from a diff, the result of `save` is unreliable and the tab stays dirty for a moment, so the document
  // is checked.
  const { isDirty } = await vscode.workspace.openTextDocument(uri);
  if (!isDirty) await closeDiffs(uri);
}

/**
 * Merges the versions as far as possible and asks the user to edit the right side of the diff, which is the page
 * itself.
 */
async function editVersions(app: App, target: unknown): Promise<void> {
  await mergeIntoMine(app, target);
  say.info(t('Their version is on the left. Edit yours on the right, then save to send it.'));
}

/** Merges changes that others made elsewhere in the page into the text in the editor. */
async function mergeIntoMine(app: App, target: unknown): Promise<PageSaveConflict> {
  const conflict = await findConflict(app, target);
  const { base, theirs } = conflict.conflict;
  const { mergePages } = await import('../../model/writing/mergePages.ts');
  const mine = (await vscode.workspace.openTextDocument(conflict.uri)).getText();
  const merged = base ? mergePages({ base: base.text, mine, theirs: theirs.text }).text : mine;
  (await app.writing.load()).rebaseOntoTheirs(conflict);
  if (merged !== mine) await replaceText(conflict.uri, merged);
  return conflict;
}

async function replaceText(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}

async function undoSave(app: App, target: unknown): Promise<void> {
  const uri = documentOfTarget(target);
  const writer = await app.writing.load();
  const saved = uri && writer.lastSaveOf(documentKey(uri));
  if (!saved) throw new Failure(t('This page has no save to undo in this window.'));
  await undo(app, saved);
}

/** Restores a page to the version before a save. */
export async function undo(app: App, saved: PageSaveEvent): Promise<void> {
  await undoWithProgress(await app.writing.load(), saved, tEscaped`Undoing the save of "${saved.title}"`);
  say.status(tEscaped`Undid the save of "${saved.title}".`);
}

async function findConflict(app: App, target: unknown): Promise<PageSaveConflict> {
  const uri = documentOfTarget(target);
  const conflict = uri && (await app.writing.load()).conflictOf(documentKey(uri));
  if (!conflict) throw new Failure(t('This page has no conflict to resolve.'));
  return conflict;
}

/** Finds the draft of a row, or of the page in the editor. */
async function findDraft(app: App, target: unknown): Promise<PageDraft> {
  const { drafts } = await app.writing.load();
  await drafts.refresh();
  const uri = documentOfTarget(target);
  const document = resourceOf<PageDraftResource>(target, 'pageDraft')?.document ?? (uri && documentKey(uri));
  const draft = document === undefined ? undefined : drafts.get(document);
  if (draft) return draft;
  throw new Failure(t('This page has no unsent text.'));
}

async function closeDiffs(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  // A tab may count as unsaved for a moment after the save. Unsaved text stays in the editor of the page itself.
  const isOwn = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff && documentKey(input.modified) === documentKey(uri);
  const diffs = tabs.filter(isOwn);
  const isShownElsewhere = tabs.some(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
  if (!isShownElsewhere) await vscode.window.showTextDocument(uri, { preview: false });
  await vscode.window.tabGroups.close(diffs);
}
