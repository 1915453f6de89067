import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine } from '../../api/escape.ts';
import { sanitizeMarkdown } from '../../markdown/sanitizeMarkdown.ts';
import { changeRequestLinksOf, descriptionMarkdown } from '../../model/reviews/description.ts';
import { type ChangeRequest, type ChangeRequestPlace, describeStatus } from '../../model/content/changeRequests.ts';
import { type Change, readChanges, changeTitle, verbLabel } from '../../model/content/changes.ts';
import {
  describeConflict,
  findUnresolvedConflict,
  type UnresolvedConflict,
} from '../../model/content/unresolvedConflicts.ts';
import { type Content, versionOf } from '../../model/content/content.ts';
import { knownVerdicts, readReviewers, type Reviewer, describeVerdict } from '../../model/reviews/reviewers.ts';
import { maxCommentsPerResponse } from '../../model/discussions/subject.ts';
import type { Snapshot } from '../../model/content/snapshot.ts';

/** A failing part of the overview is not retried, so that it does not delay the other parts. */
const noRetry = { isRetried: false };

/** Returns the overview of a change request as Markdown: its status, reviewers, description, links and changes. */
export async function overviewText(content: Content, place: ChangeRequestPlace): Promise<string> {
  const conflict = await findUnresolvedConflict(content, place);
  const known = content.changeRequests.get(place);
  const [changeRequest, reviewers, changes] = await Promise.all([
    known,
    known.then(changeRequest => readReviewers(place, knownVerdicts(place, changeRequest, noRetry))),
    changesOf(content, place),
  ]);
  const { number, subject } = changeRequest;
  const summary = summaryOf(changeRequest, reviewers, conflict);
  const head = [`# #${number} ${escapeMarkdown(subject || t('Untitled'))}`, '', ...summary, ''];
  const isCut = changeRequest.comments > maxCommentsPerResponse;
  const discussion = [
    `## ${t('Discussion')}`,
    '',
    isCut ? [discussionHint, truncationHint].join(' ') : discussionHint,
    '',
  ];
  const details = await descriptionAndLinks(changeRequest);
  const lines = [...head, ...discussion, ...details, ...(changes ? [`## ${t('Changes')}`, '', changes, ''] : [])];
  return lines.join('\n');
}

/**
 * Returns the description and the links as lines. The description is quoted, so that its headings stay out of the
 * outline.
 */
async function descriptionAndLinks(changeRequest: ChangeRequest): Promise<string[]> {
  const description = sanitizeMarkdown(await descriptionMarkdown(changeRequest));
  const links = (changeRequestLinksOf(changeRequest) ?? []).map(({ kind, title, address }) => {
    const target = address?.replace(/[<>\\]/g, encodeURIComponent);
    return `- ${escapeMarkdown(kind)}: ${target ? `[${escapeMarkdown(title)}](<${target}>)` : escapeMarkdown(title)}`;
  });
  return [
    ...(description ? [`## ${t('Description')}`, '', description.replace(/^/gm, '> ').replace(/^> $/gm, '>'), ''] : []),
    ...(links.length > 0 ? [`## ${t('Links')}`, '', ...links, ''] : []),
  ];
}

/** Tells readers of the Markdown preview that comments are visible only in the editor. */
const discussionHint = t('Comments on the change request as a whole stand here in the editor; a preview shows none.');

const truncationHint = t`Of those among its comments, the newest ${maxCommentsPerResponse.toLocaleString(vscode.env.language)} are looked through; *Marginalia: Go to Next Open Conversation* reads the others, too.`;

/** Always returns the same number of lines, so that the discussion starts at `discussionLine`. */
function summaryOf(
  changeRequest: ChangeRequest,
  reviewers: readonly Reviewer[],
  conflict?: UnresolvedConflict,
): string[] {
  const { status, createdBy, createdAt, updatedAt, outdated, comments } = changeRequest;
  const hasEnded = status === 'merged' || status === 'archived';
  const isBehind = outdated && !hasEnded;
  const remarks = [
    escapeMarkdown(describeStatus(status)),
    isBehind ? t('outdated: the main content has changed since; update before merging') : '',
    conflict ? t`conflict: ${escapeMarkdown(describeConflict(conflict))}` : '',
  ];
  const facts: [string, string][] = [
    [t('Status'), remarks.filter(Boolean).join(', ')],
    [t('Author'), escapeMarkdown(createdBy.displayName)],
    [t('Created'), formatTime(createdAt)],
    [t('Updated'), formatTime(updatedAt)],
    [t('Reviewers'), reviewers.map(reviewerInWords).join(', ') || t('nobody has been asked')],
    [t('Open comments'), String(comments)],
  ];
  return facts.map(([name, value]) => `- **${name}:** ${value}`);
}

function reviewerInWords({ name, verdict }: Reviewer): string {
  return escapeMarkdown(verdict ? `${name} (${describeVerdict(verdict)})` : name);
}

/** Returns the changes as a list with links to the pages, or undefined if the server does not list changes. */
async function changesOf(content: Content, place: ChangeRequestPlace): Promise<string | undefined> {
  let result: Awaited<ReturnType<typeof readChanges>>;
  try {
    result = await readChanges(place, noRetry);
  } catch (error) {
    if (isApiError(error, 'serverFailed'))
      return t('The server failed to list the changes. Open the overview again to retry.');
    throw error;
  }
  if (!result) return undefined;
  if (result.changes.length === 0) return t('It changes nothing yet.');
  const pathOf = await pathsOf(result.changes, await content.snapshot(versionOf(place)));
  const lines = result.changes.map(change => {
    const path = pathOf(change);
    const name = escapeMarkdown(changeTitle(change));
    const title = path ? `[${name}](<${place.number}/${path}>)` : name;
    return `- ${title}: ${verbLabel(change)}`;
  });
  if (result.more > 0) lines.push(`- ${t`and ${result.more} more that the server does not list`}`);
  return lines.join('\n');
}

/**
 * Returns a function that maps a change to its path, or to undefined if the target is deleted. Loads files only if
 * needed.
 */
async function pathsOf(changes: readonly Change[], snapshot: Snapshot) {
  const { byId: pages } = await snapshot.pages();
  const files = changes.some(({ file }) => file !== undefined) ? (await snapshot.files()).byId : undefined;
  return ({ page, file }: Change): string | undefined => {
    const path = pages.get(page ?? '')?.path ?? files?.get(file ?? '')?.path;
    return path?.replace(/[<>\\%]/g, encodeURIComponent);
  };
}

function formatTime(date: string): string {
  return formatDateTime(date, vscode.env.language) ?? t('not known');
}

/** Escapes text of others for one line of Markdown. */
function escapeMarkdown(text: string): string {
  return escapeLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
