import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { attempt, Failure, Notice } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { excerptAroundChange, withVisibleControls } from '../../markdown/lineDifference.ts';
import type { BlockPlace, RevertedBlock } from '../../markdown/review/revertBlock.ts';
import { runInSlices } from '../../markdown/slices.ts';
import { contentUri, documentKey, headAddress, isComparedWithHead } from '../../model/content/address.ts';
import { baseText } from '../../model/content/baseText.ts';
import { baseSnapshot } from '../../model/content/comparison.ts';
import { atRevision } from '../../model/content/content.ts';
import { pagesById } from '../../model/writing/pageOperations.ts';
import { commandButton } from '../../ui/command.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { assertSaved, requirePage, nameOfPages, nameUnsentPages } from '../picking/choosePages.ts';
import { undoWithProgress } from './undoSave.ts';

/** A block of a page, identified by a line of the displayed text. */
interface ShownBlock extends BlockPlace {
  uri: vscode.Uri;
  /** Undefined if only the base of the page is displayed. */
  text?: string;
  /** True if the displayed text may be unsaved or unsent. */
  isInEditor: boolean;
}

/** Reverts one changed block of a page to the version that the page is compared with. */
export async function revertBlock(app: App, target: unknown): Promise<void> {
  const block = isTrustedTarget(target) ? { ...(target as ShownBlock), isInEditor: false } : blockAtCursor(target);
  const { uri } = block;
  const editable = await requirePage(app, uri);
  const { place, page, snapshot } = editable;
  assertSaved(editable, [page]);
  const unsent = await nameUnsentPages(app, editable, [page]);
  if (unsent && block.isInEditor) {
    throw new Failure(tEscaped`"${page.title}" has text on this computer that is not sent. Send or discard it first.`);
  }
  const since = app.reviews.since(place);
  const base = await baseSnapshot(app.content, place, since?.revision);
  if (!(await pagesById(base.snapshot)).has(page.id)) {
    throw new Failure(tEscaped`"${page.title}" is new, so there is no earlier version of its blocks. Edit it instead.`);
  }
  const textNow = await snapshot.markdown(page.id);
  const { text = textNow } = block;
  const { revertBlockResumable } = await import('../../markdown/review/revertBlock.ts');
  const before = (await baseText(base.snapshot, snapshot, page.id)).text;
  const reverted = await runInSlices(revertBlockResumable({ markdown: before }, { markdown: text }, block));
  if (!reverted) throw new Failure(noChange);
  const remark = unsent ? tEscaped`Your unsent text of ${unsent} on this computer is not reverted.` : '';
  const detail = [lossOf(reverted), remark].filter(Boolean).join('\n\n');
  await confirm(tEscaped`Revert this block of "${page.title}" in #${place.number}?`, detail, t('Revert'));
  const writer = await app.writing.load();
  const change = {
    ...{ uri, place, page: page.id, title: page.title, text: reverted.text },
    // A text that others have changed since is merged with their changes.
    base: { text, revision: text === textNow ? snapshot.head.revision : '' },
  };
  const isDone = async () => {
    const { revision } = await app.content.changeRequests.fetch(place);
    return (await (await app.content.snapshot(atRevision(place, revision))).markdown(page.id)) === reverted.text;
  };
  const saved = await runWriteWithProgress(
    tEscaped`Reverting a block of "${page.title}"`,
    signal => attempt(t('revert the block'), () => writer.change(change, signal)),
    async () => ((await isDone()) ? t('It is reverted.') : new WriteNotDone(t('It is not reverted.'))),
  );
  if (saved.revisionBefore === undefined)
    throw new Notice(tEscaped`Somebody has reverted this block of "${page.title}".`);
  const undo = async () => {
    await undoWithProgress(writer, saved, tEscaped`Restoring ${nameOfPages([page])}`);
    say.status(tEscaped`"${page.title}" has its change again.`);
  };
  const offer = commandButton(app, t('Undo'), { action: t('undo the change'), run: undo });
  const done = tEscaped`Reverted a block of "${page.title}".`;
  const { storedDifferences } = await import('../../model/writing/storedDifferences.ts');
  const { stored = saved.text } = saved;
  const differences = storedDifferences({ base: saved.before, sent: saved.text, stored });
  if (differences.length === 0) return say.info(done, offer);
  const advice = t('The server stored other parts of the page in its own way: look at its changes.');
  say.warn([done, advice].join(' '), offer);
}

/** Returns the block at the cursor: on either side of a diff, or in the page. */
function blockAtCursor(target: unknown): ShownBlock {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Failure(noBlock);
  const { uri } = editor.document;
  const head = headAddress(uri);
  const isOther = target instanceof vscode.Uri && documentKey(target) !== documentKey(uri);
  if (head?.version.kind !== 'changeRequest' || isOther) throw new Failure(noBlock);
  const { line } = editor.selection.active;
  if (isComparedWithHead(uri)) return { uri: contentUri(head), lineBefore: line, isInEditor: true };
  return { uri, line, text: editor.document.getText().replaceAll('\r\n', '\n'), isInEditor: true };
}

/** Describes the text that is lost, and the text that replaces it. */
function lossOf({ kind, now, before }: RevertedBlock): string {
  const [removed, added] = excerptAroundChange(withVisibleControls(now), withVisibleControls(before), 200);
  const [lost, restored] = [`"${escapeLine(removed, 300)}"`, `"${escapeLine(added, 300)}"`];
  switch (kind) {
    case 'added':
      return t`This deletes from the change request:\n\n${lost}`;
    case 'removed':
      return t`This puts back into the page:\n\n${restored}`;
    case 'moved':
    case 'moved-away':
      return now === before
        ? t`This moves it back to where it was:\n\n${restored}`
        : t`This moves it back to where it was, and\n\n${lost}\n\nbecomes\n\n${restored}`;
    case 'changed':
    case 'spelling':
      return t`${lost}\n\nbecomes\n\n${restored}`;
  }
}

const noBlock = t(
  'Put the cursor into a changed block of a page of a change request, in its editor or its diff, then try again.',
);
const noChange = t(
  'Nothing of this block can be reverted by itself: its own text has not changed, or it is part of another block. ' +
    'Use "Revert Page" for the whole page.',
);
