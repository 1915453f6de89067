import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { excerptAroundChange, withVisibleControls } from '../../markdown/lineDifference.ts';
import {
  documentKey,
  isComparedWithHead,
  isPageOfChangeRequest,
  isSuggestedEdit,
  pageOfSuggestedEdit,
  parseContentUri,
  contentUri,
  headAddress,
  suggestedEditUri,
} from '../../model/content/address.ts';
import { versionAddress, uriOf } from '../../model/content/snapshot.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { type Draft, newDraftId } from '../../model/discussions/draft.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import { deliverToTarget } from '../../model/discussions/outbox.ts';
import type { SuggestedBlock } from '../../model/discussions/suggestedBlocks.ts';
import { readLinesAt, suggestedDifference, suggestionBlock } from '../../model/discussions/suggestions.ts';
import { isUnsaved } from '../../model/writing/openDocuments.ts';
import type { PageDraft } from '../../model/writing/pageDrafts.ts';
import { askAction, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { documentOfTarget } from '../content/node.ts';
import { showLine } from '../opening/openPage.ts';
import type { CommentsContext } from './context.ts';

/** Opens an editable copy of a page. Changes to the copy are sent as suggestions. */
export async function suggestEdit(context: CommentsContext, target: unknown): Promise<void> {
  const { content, discussions, writing } = context;
  const uri = documentOfTarget(target);
  const head = uri && headAddress(uri);
  const page = head && (isComparedWithHead(uri) ? contentUri(head) : uri);
  if (!page || !isPageOfChangeRequest(page)) throw new Failure(t('Open a page of a change request, then try again.'));
  const entry = await content.lookUp(page);
  if (entry?.kind !== 'page')
    throw new Failure(t('This page is no longer in the change request. Refresh to see its pages.'));
  const { snapshot, path } = entry;
  const { id, title } = entry.page;
  if (!(await discussions.canComment(snapshot.place)))
    throw new Failure(t('Your role does not let you suggest an edit: you may not comment on this page.'));
  const { suggestedEdits } = await writing.load();
  await suggestedEdits.refresh();
  const copy = suggestedEditUri({ ...versionAddress(snapshot.place), path }, title);
  const document = documentKey(copy);
  const earlier = suggestedEdits.get(document);
  const isChanged = earlier !== undefined && (earlier.text !== earlier.base?.text || isUnsaved(copy));
  if (!isChanged || !(await isContinued(earlier))) {
    if (isUnsaved(copy))
      throw new Failure(tEscaped`Close the suggestion for "${title}" without saving it, then try again.`);
    const text = await snapshot.editableMarkdown(id);
    await suggestedEdits.save({ document, page: id, title, text, base: { text, revision: snapshot.head.revision } });
  }
  await vscode.window.showTextDocument(copy, { preview: false });
  say.status(t('Type your changes, then choose "Send Suggestion"'));
}

async function isContinued({ title }: PageDraft): Promise<boolean> {
  const detail = t('It is on this computer, and was not sent.');
  const message = tEscaped`You have begun to edit "${title}".`;
  const continueLabel = t('Continue');
  return (await askAction(message, detail, continueLabel, t('Start Over'))) === continueLabel;
}

/** Sends the changed blocks in a copy of a page as comments with suggestions, or makes these comments pending. */
export async function sendSuggestedEdit(context: CommentsContext, target: unknown): Promise<void> {
  const { content, discussions, threads, writing } = context;
  const copy = documentOfTarget(target);
  if (!copy || !isSuggestedEdit(copy)) throw new Failure(t('Open the suggestion that is to be sent, then try again.'));
  if (isUnsaved(copy) && !(await vscode.workspace.save(copy)))
    throw new Failure(t('The suggestion could not be stored on this computer. Another message gives the reason.'));
  const { suggestedEdits } = await writing.load();
  await suggestedEdits.refresh();
  const edit = suggestedEdits.get(documentKey(copy));
  const address = parseContentUri(pageOfSuggestedEdit(copy));
  if (!edit?.base || !address) throw new Failure(t('This suggestion was sent or discarded already.'));
  const snapshot = await content.snapshot(await content.place(address));
  const entry = (await snapshot.pages()).byId.get(edit.page);
  if (!entry)
    throw new Failure(tEscaped`"${edit.title}" is no longer in the change request. Copy your text to keep it.`);
  if (!(await discussions.canComment(snapshot.place)))
    throw new Failure(t('Could not send the suggestion: you may not comment on this page.'));
  const page = uriOf(snapshot.place, entry);
  const discussion = discussions.of(page);
  const { suggestedBlocks } = await import('../../model/discussions/suggestedBlocks.ts');
  const blocks = suggestedBlocks(edit.base.text, edit.text.replaceAll('\r\n', '\n'));
  if (blocks.length === 0 || !discussion) throw new Notice(t('Nothing is changed yet. Type your changes first.'));
  const isReviewing = threads.drafts.pendingIn(discussion.key).length > 0;
  const action = isReviewing ? t('Add to Review') : t('Send');
  await confirm(questionOf(edit.title, blocks.length), detailOf(blocks, isReviewing), action);
  // Fails before the copy is shown, because VS Code would only report an unexpected error.
  await snapshot.editableMarkdown(edit.page);
  const drafts = await draftsOf(context, { discussion, page, text: edit.base.text }, blocks);
  // The comments are stored before the copy is deleted, so that after a crash they are offered on the page.
  for (const draft of drafts) await (isReviewing ? threads.drafts.makePending(draft) : threads.drafts.store(draft));
  const line = await lineInPage(copy, edit.base.text);
  await closeTabs(copy);
  await suggestedEdits.delete(edit.document, edit.savedAt);
  await showLine(page, line ?? blocks[0]?.lines?.start);
  try {
    if (!isReviewing) await sendAll(context, discussion, drafts);
  } finally {
    await threads.whenShown(discussion);
  }
  say.status(isReviewing ? addedSentence(blocks.length) : sentSentence(edit.title, blocks.length));
}

function questionOf(title: string, count: number): string {
  if (count === 1) return tEscaped`Send your edit of "${title}" as a suggestion?`;
  return tEscaped`Send your edit of "${title}" as ${count} suggestions?`;
}

function addedSentence(count: number): string {
  return count === 1 ? t('Added a suggestion to your review.') : t`Added ${count} suggestions to your review.`;
}

function sentSentence(title: string, count: number): string {
  return count === 1
    ? tEscaped`Sent a suggestion for "${title}".`
    : tEscaped`Sent ${count} suggestions for "${title}".`;
}

function detailOf(blocks: readonly SuggestedBlock[], isReviewing: boolean): string {
  const changes = blocks.slice(0, 3).map(({ original, proposed }) => {
    const [removed, added] = excerptAroundChange(withVisibleControls(original), withVisibleControls(proposed), 120);
    return tEscaped`"${escapeLine(removed, 200)}" becomes "${escapeLine(added, 200)}"`;
  });
  const more = blocks.length > 3 ? [t`And ${blocks.length - 3} more.`] : [];
  const readers = isReviewing
    ? t('They are sent with your review.')
    : t('Everybody who may read the change request can read them.');
  return [...changes, ...more, readers].join('\n\n');
}

/**
 * Creates a draft for each block. If the page has changed a block since, its comment shows the difference and cannot be
 * applied.
 */
async function draftsOf(
  { content, discussions: { placements } }: CommentsContext,
  { discussion, page, text }: { discussion: Discussion; page: vscode.Uri; text: string },
  blocks: readonly SuggestedBlock[],
): Promise<Draft[]> {
  const place = await discussion.place();
  const drafts: Draft[] = [];
  for (const { lines, original, proposed } of blocks) {
    const { target } = await placements.findTarget(page, lines, text);
    const linesNow = target.node && (await readLinesAt(content, await placements.ofTarget(place, target)));
    const isSame = linesNow === original;
    const comment = isSame ? suggestionBlock(proposed) : suggestedDifference(original, proposed);
    drafts.push({ id: newDraftId(), discussion: discussion.key, target, text: comment });
  }
  return drafts;
}

/** Sends comments one after the other. Comments that fail are offered on the page. */
async function sendAll(context: CommentsContext, discussion: Discussion, drafts: readonly Draft[]): Promise<void> {
  const { content, discussions, outbox, threads } = context;
  const services = { content, placements: discussions.placements };
  const send = (draft: Draft) =>
    outbox.send({
      ...{ box: `suggested edit ${draft.id}`, isBoxClosed: true, text: draft.text, action: t('send the suggestion') },
      draft: () => draft,
      send: (markdown, delivery) =>
        deliverToTarget(discussion, services, draft, (_, deliver) => deliver(markdown, delivery)),
    });
  const parts = drafts.map(async draft => ({
    label: await excerptOf(draft.text, { limit: 60 }),
    run: () => send(draft),
    lookUp: async () => t('It is kept as a comment that is not sent; before it is sent again, it is looked up.'),
  }));
  try {
    const done: DoneSentences = {
      all: count => t`${count} suggestions sent.`,
      some: (count, total) => t`${count} of ${total} suggestions sent.`,
    };
    await runForEach(t('Sending suggestions'), done, await Promise.all(parts));
  } finally {
    for (const { id } of drafts) if (threads.drafts.get(id)) threads.drafts.offer(id);
  }
}

/** Returns the line of the page's text at which the cursor of its copy is; undefined if no editor shows the copy. */
async function lineInPage(copy: vscode.Uri, text: string): Promise<number | undefined> {
  const isCopy = ({ document }: vscode.TextEditor) => documentKey(document.uri) === documentKey(copy);
  const editor = vscode.window.visibleTextEditors.find(isCopy);
  if (!editor) return undefined;
  const { mapLines } = await import('../../markdown/lineMap.ts');
  return mapLines(editor.document.getText(), text)(editor.selection.active.line);
}

async function closeTabs(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const isCopy = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && documentKey(input.uri) === documentKey(uri);
  await vscode.window.tabGroups.close(tabs.filter(isCopy));
}
