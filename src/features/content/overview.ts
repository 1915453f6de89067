import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine } from '../../api/words.ts';
import { harmless } from '../../markdown/harmless.ts';
import { descriptionMarkdown, linksOf } from '../../model/reviews/description.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Change, readChanges, titleOf, verbLabel } from '../../model/content/changes.ts';
import { describeConflict, findUnresolvedConflict, type Unresolved } from '../../model/content/unresolvedConflicts.ts';
import { type Content, versionOf } from '../../model/content/content.ts';
import { knownVerdicts, readReviewers, type Reviewer, verdictInWords } from '../../model/reviews/reviewers.ts';
import { maxCommentsPerResponse } from '../../model/discussions/subject.ts';
import type { Snapshot } from '../../model/content/snapshot.ts';

/** Where the server fails at a part of the overview, the rest does not wait for repetitions. */
const noRetry = { isRetried: false };

/** The overview of a change request as a Markdown document: what it is, who reviews it, what it changes. */
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
  const head = [`# #${number} ${escaped(subject || 'Untitled')}`, '', ...summary, ''];
  const isCut = changeRequest.comments > maxCommentsPerResponse;
  const discussion = ['## Discussion', '', `${commentsHere}${isCut ? ` ${newestAlone}` : ''}`, ''];
  const details = await descriptionAndLinks(changeRequest);
  const lines = [...head, ...discussion, ...details, ...(changes ? ['## Changes', '', changes, ''] : [])];
  return lines.join('\n');
}

/** The description as a quotation, so that its headings are none of the overview, and the links. */
async function descriptionAndLinks(changeRequest: ChangeRequest): Promise<string[]> {
  const description = harmless(await descriptionMarkdown(changeRequest));
  const links = (linksOf(changeRequest) ?? []).map(({ kind, title, address }) => {
    const target = address?.replace(/[<>\\]/g, encodeURIComponent);
    return `- ${escaped(kind)}: ${target ? `[${escaped(title)}](<${target}>)` : escaped(title)}`;
  });
  return [
    ...(description ? ['## Description', '', description.replace(/^/gm, '> ').replace(/^> $/gm, '>'), ''] : []),
    ...(links.length > 0 ? ['## Links', '', ...links, ''] : []),
  ];
}

/** The document is read in the preview, too. */
const commentsHere = 'Comments on the change request as a whole stand here in the editor; a preview shows none.';

const newestAlone =
  `Of those among its comments, the newest ${maxCommentsPerResponse.toLocaleString('en')} are looked through; ` +
  '*Marginalia: Go to Next Open Conversation* reads the others, too.';

/** A list with as many lines as ever, so that the discussion below it stands at `discussionLine`. */
function summaryOf(changeRequest: ChangeRequest, reviewers: readonly Reviewer[], conflict?: Unresolved): string[] {
  const { status, createdBy, createdAt, updatedAt, outdated, comments } = changeRequest;
  const isOver = status === 'merged' || status === 'archived';
  const isBehind = outdated && !isOver;
  return [
    `- **Status:** ${escaped(status)}${isBehind ? ', outdated: the main content has changed since; update before merging' : ''}${conflict ? `, conflict: ${escaped(describeConflict(conflict))}` : ''}`,
    `- **Author:** ${escaped(createdBy.displayName)}`,
    `- **Created:** ${time(createdAt)}`,
    `- **Updated:** ${time(updatedAt)}`,
    `- **Reviewers:** ${reviewers.map(reviewerInWords).join(', ') || 'nobody has been asked'}`,
    `- **Open comments:** ${comments}`,
  ];
}

function reviewerInWords({ name, verdict }: Reviewer): string {
  return escaped(verdict ? `${name} (${verdictInWords(verdict)})` : name);
}

/** The changes as a list with links to the pages; undefined where the server does not tell them. */
async function changesOf(content: Content, place: ChangeRequestPlace): Promise<string | undefined> {
  let read: Awaited<ReturnType<typeof readChanges>>;
  try {
    read = await readChanges(place, noRetry);
  } catch (error) {
    if (failedAs(error, 'serverFailed'))
      return 'The server failed to list the changes. Open the overview again to retry.';
    throw error;
  }
  if (!read) return undefined;
  if (read.changes.length === 0) return 'It changes nothing yet.';
  const pathOf = await pathsOf(read.changes, await content.snapshot(versionOf(place)));
  const lines = read.changes.map(change => {
    const path = pathOf(change);
    const name = escaped(titleOf(change));
    const title = path ? `[${name}](<${place.number}/${path}>)` : name;
    return `- ${title}: ${verbLabel(change)}`;
  });
  if (read.more > 0) lines.push(`- and ${read.more} more that the server does not list`);
  return lines.join('\n');
}

/** Tells where what was changed can be opened; nowhere what is gone. The files are asked for where one was changed. */
async function pathsOf(changes: readonly Change[], snapshot: Snapshot) {
  const { byId: pages } = await snapshot.pages();
  const files = changes.some(({ file }) => file !== undefined) ? (await snapshot.files()).byId : undefined;
  return ({ page, file }: Change): string | undefined => {
    const path = pages.get(page ?? '')?.path ?? files?.get(file ?? '')?.path;
    return path?.replace(/[<>\\%]/g, encodeURIComponent);
  };
}

function time(date: string): string {
  return formatDateTime(date, vscode.env.language) ?? 'not known';
}

/** Words of others on a line of their own, without what Markdown would read in them. */
function escaped(text: string): string {
  return escapeLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
