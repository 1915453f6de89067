import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { findDocumentPair } from '../../model/content/comparison.ts';
import type { Hunk } from '../../markdown/differences.ts';
import type { ReviewedChange } from '../../model/reviews/readReview.ts';
import * as say from '../../ui/say.ts';
import { openChange } from '../opening/openChange.ts';
import { findCurrentReview, type CurrentReview } from './currentReview.ts';

type Direction = 'after' | 'before';

/** Shows the next change: on the page in the editor, else on the next changed page. */
export async function showNextChange(app: App, direction: Direction): Promise<void> {
  const current = await findCurrentReview(app);
  if (await showOnPage(direction)) return;
  const next = neighbour(current, direction);
  if (!next) return say.status(direction === 'after' ? lastChangeSentence(current) : firstChangeSentence(current));
  await openAt(app, current, next, direction);
}

function lastChangeSentence({ place }: CurrentReview): string {
  return t`That is the last change of #${place.number}`;
}

function firstChangeSentence({ place }: CurrentReview): string {
  return t`That is the first change of #${place.number}`;
}

/** Opens the next unviewed page or file. After the last one, starts again at the first. */
export async function showNextUnviewed(app: App, target: unknown): Promise<void> {
  const current = await findCurrentReview(app, target);
  const { place, change } = current;
  const changes = openable(current);
  const from = change ? changes.indexOf(change) + 1 : 0;
  const inOrder = [...changes.slice(from), ...changes.slice(0, from)];
  const next = inOrder.find(one => one !== change && app.reviews.isViewed(place, one) === false);
  if (next) return openAt(app, current, next, 'after');
  const isLast = change && app.reviews.isViewed(place, change) === false;
  say.status(isLast ? t('All others are viewed') : tEscaped`All changes of #${place.number} are viewed`);
}

/** Goes to the next difference between the two sides of the diff editor. Returns whether there is one. */
async function showOnPage(direction: Direction): Promise<boolean> {
  const editor = vscode.window.activeTextEditor;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!editor || !(input instanceof vscode.TabInputTextDiff)) return false;
  const [base, proposed] = [input.original, input.modified].map(textOf);
  const side = editor.document.uri.toString() === input.original.toString() ? 'base' : 'proposed';
  const lines = (await hunksOf(base ?? '', proposed ?? '')).map(hunk => hunk[side]);
  const { line } = editor.selection.active;
  const next = direction === 'after' ? lines.find(one => one > line) : lines.findLast(one => one < line);
  if (next === undefined) return false;
  const at = new vscode.Position(Math.min(next, editor.document.lineCount - 1), 0);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}

function textOf(uri: vscode.Uri): string {
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  return open?.getText() ?? '';
}

async function openAt(
  app: App,
  { place, review }: CurrentReview,
  change: ReviewedChange,
  direction: Direction,
): Promise<void> {
  const { base, proposed } = await findDocumentPair(app.content, place, change, review.since);
  const hunks = base && proposed && change.page ? await hunksBetween(base, proposed) : [];
  const hunk = direction === 'after' ? hunks[0] : hunks.at(-1);
  const line = hunk?.proposed ?? 0;
  await openChange(app, { place, change }, new vscode.Range(line, 0, line, 0));
  const all = review.changes.filter(canOpen);
  say.status(tEscaped`${change.name}: ${all.indexOf(change) + 1} of ${all.length}`);
}

async function hunksBetween(base: vscode.Uri, proposed: vscode.Uri): Promise<Hunk[]> {
  const [one, other] = await Promise.all([base, proposed].map(uri => vscode.workspace.openTextDocument(uri)));
  return hunksOf(one?.getText() ?? '', other?.getText() ?? '');
}

async function hunksOf(base: string, proposed: string): Promise<Hunk[]> {
  return (await import('../../markdown/differences.ts')).hunksOf(base, proposed);
}

function neighbour(current: CurrentReview, direction: Direction): ReviewedChange | undefined {
  const changes = openable(current);
  const index = current.change ? changes.indexOf(current.change) : direction === 'after' ? -1 : changes.length;
  return changes[index + (direction === 'after' ? 1 : -1)];
}

function openable({ review }: CurrentReview): ReviewedChange[] {
  return review.changes.filter(canOpen);
}

function canOpen({ content }: ReviewedChange): boolean {
  return content !== undefined;
}
