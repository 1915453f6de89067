import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import type { ChangeRequest, ChangeRequestPlace, Content } from './content.ts';
import { subjectOf, verbs } from './node.ts';

/** The overview of a change request as a Markdown document: what it is, who reviews it, what it changes. */
export async function overviewText(content: Content, place: ChangeRequestPlace): Promise<string> {
  const [changeRequest, reviewers, changes] = await Promise.all([
    content.changeRequest(place),
    requestedReviewers(place),
    changesOf(content, place),
  ]);
  const { number, subject } = changeRequest;
  const sections = [
    `# #${number} ${escaped(subject || 'Untitled')}`,
    summaryOf(changeRequest),
    `## Reviewers\n\n${reviewers.length > 0 ? reviewers.map(reviewerLine).join('\n') : 'Nobody has been asked to review.'}`,
    ...(changes ? [`## Changes\n\n${changes}`] : []),
    '## Discussion\n\nComments on the change request as a whole are at the top of this document.',
  ];
  return `${sections.join('\n\n')}\n`;
}

function summaryOf(changeRequest: ChangeRequest): string {
  const { status, createdBy, createdAt, updatedAt, outdated, comments } = changeRequest;
  const lines = [
    `| | |`,
    `| --- | --- |`,
    `| Status | **${status}** |`,
    `| Author | ${escaped(createdBy.displayName)} |`,
    `| Created | ${time(createdAt)} |`,
    `| Updated | ${time(updatedAt)} |`,
    `| Open comments | ${comments} |`,
  ];
  const isOver = status === 'merged' || status === 'archived';
  if (outdated && !isOver) lines.push('| Outdated | The main content has changed since; update before merging. |');
  return lines.join('\n');
}

async function requestedReviewers({ connection, space, number }: ChangeRequestPlace) {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
  return connection.api.all(route, { spaceId: space, changeRequestId: String(number) });
}

function reviewerLine({ user, requestedBy, createdAt }: Schema<'RequestedReviewer'>): string {
  const name = user?.displayName ?? 'A team';
  return `- ${escaped(name)}, asked by ${escaped(requestedBy.displayName)} on ${time(createdAt)}`;
}

/** The changes as a list with links to the pages; undefined where the server does not tell them. */
async function changesOf(
  content: Content,
  { connection, space, number }: ChangeRequestPlace,
): Promise<string | undefined> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  const input = { spaceId: space, changeRequestId: String(number), query: { limit: 1000 } };
  try {
    const { changes, more = 0 } = await connection.api.optional(route, input);
    if (changes.length === 0) return 'It changes nothing yet.';
    const snapshot = await content.snapshot({ connection, space, version: { kind: 'changeRequest', number } });
    const { byId } = await snapshot.pages();
    const lines = changes.map(change => {
      const { name, page, verb } = subjectOf(change);
      const path = byId.get(page ?? '')?.path;
      const title = path ? `[${escaped(name)}](<${number}/${path}>)` : escaped(name);
      return `- ${title}: ${verbs[verb].word}`;
    });
    if (more > 0) lines.push(`- and ${more} more that the server does not list`);
    return lines.join('\n');
  } catch (error) {
    if (failedAs(error, 'notOffered')) return undefined;
    throw error;
  }
}

function time(date: string): string {
  return new Date(date).toISOString().slice(0, 16).replace('T', ' ');
}

/** Takes the meaning off characters that Markdown would read. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
