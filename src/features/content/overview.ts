import type { Schema } from '../../api/routes.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { readChanges, subjectOf, verbWords } from '../../model/content/changes.ts';
import { type Content, versionOf } from '../../model/content/content.ts';

/** The overview of a change request as a Markdown document: what it is, who reviews it, what it changes. */
export async function overviewText(content: Content, place: ChangeRequestPlace): Promise<string> {
  const [changeRequest, reviewers, changes] = await Promise.all([
    content.changeRequests.get(place),
    requestedReviewers(place),
    changesOf(content, place),
  ]);
  const { number, subject } = changeRequest;
  const head = [`# #${number} ${escaped(subject || 'Untitled')}`, '', ...summaryOf(changeRequest, reviewers), ''];
  const discussion = ['## Discussion', '', 'Comments on the change request as a whole stand here.', ''];
  const lines = [...head, ...discussion, ...(changes ? ['## Changes', '', changes, ''] : [])];
  return lines.join('\n');
}

/** A list with as many lines as ever, so that the discussion below it stands at `discussionLine`. */
function summaryOf(changeRequest: ChangeRequest, reviewers: Schema<'RequestedReviewer'>[]): string[] {
  const { status, createdBy, createdAt, updatedAt, outdated, comments } = changeRequest;
  const isOver = status === 'merged' || status === 'archived';
  const isBehind = outdated && !isOver;
  return [
    `- **Status:** ${status}${isBehind ? ', outdated: the main content has changed since; update before merging' : ''}`,
    `- **Author:** ${escaped(createdBy.displayName)}`,
    `- **Created:** ${time(createdAt)}`,
    `- **Updated:** ${time(updatedAt)}`,
    `- **Reviewers:** ${reviewers.map(nameOf).join(', ') || 'nobody has been asked'}`,
    `- **Open comments:** ${comments}`,
  ];
}

function requestedReviewers(place: ChangeRequestPlace): Promise<Schema<'RequestedReviewer'>[]> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
  return place.connection.api.all(route, parametersOf(place));
}

function nameOf({ user }: Schema<'RequestedReviewer'>): string {
  return escaped(user?.displayName ?? 'a team');
}

/** The changes as a list with links to the pages; undefined where the server does not tell them. */
async function changesOf(content: Content, place: ChangeRequestPlace): Promise<string | undefined> {
  const read = await readChanges(place);
  if (!read) return undefined;
  if (read.changes.length === 0) return 'It changes nothing yet.';
  const { byId } = await (await content.snapshot(versionOf(place))).pages();
  const lines = read.changes.map(change => {
    const { name, page, verb } = subjectOf(change);
    const path = byId.get(page ?? '')?.path;
    const title = path ? `[${escaped(name)}](<${place.number}/${path}>)` : escaped(name);
    return `- ${title}: ${verbWords[verb]}`;
  });
  if (read.more > 0) lines.push(`- and ${read.more} more that the server does not list`);
  return lines.join('\n');
}

function time(date: string): string {
  return new Date(date).toISOString().slice(0, 16).replace('T', ' ');
}

/** Takes the meaning off characters that Markdown would read. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
