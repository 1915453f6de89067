import * as vscode from 'vscode';
import { failedAs } from '../api/errors.ts';
import { Failure } from '../api/failure.ts';
import { words } from '../api/words.ts';
import { type PageSince, pageSince } from '../model/content/comparison.ts';
import type { Content } from '../model/content/content.ts';
import type { Discussion, PlacedConversation } from '../model/discussions/discussion.ts';
import { showDiff } from '../ui/diff.ts';
import * as say from '../ui/say.ts';

/** Compares the page of a conversation with what it was when that was begun. */
export async function showChangesSince(
  content: Content,
  discussion: Discussion,
  conversation: PlacedConversation | undefined,
): Promise<void> {
  const { target, postedBy } = conversation?.comment ?? {};
  if (!conversation || !target?.page || !target.revision) throw new Failure(notKnown);
  const place = await discussion.place();
  const asked = pageSince(content, place, target.page.id, target.revision);
  const { base, proposed, title, isSame }: PageSince = await asked.catch(error => {
    throw error instanceof Failure || failedAs(error, 'notFound') ? new Failure(notKnown, { cause: error }) : error;
  });
  const name = title ?? target.page.title ?? 'Untitled';
  if (!base) throw new Failure(notKnown);
  if (isSame) return say.status(words`"${name}" says what it said when the conversation was begun`);
  if (!proposed) {
    await vscode.commands.executeCommand('vscode.open', base, { preview: true }, words`${name} (deleted)`);
    return;
  }
  const { range } = conversation.placement;
  const since = words`${name} (since ${postedBy?.displayName ?? 'somebody'} commented)`;
  await showDiff(base, proposed, since, range && new vscode.Range(range.end, endOfLine, range.end, endOfLine));
}

/** A column behind the end of every line: a thread at the beginning of one would cut a paragraph that is wrapped. */
const endOfLine = 99_999;

const notKnown =
  'Could not show what has changed: what the page said when this was written is not known, since this server does not ' +
  'give that revision, and nobody has looked at it on this computer.';
