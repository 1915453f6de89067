import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { pageSince } from '../../model/content/comparison.ts';
import type { Content } from '../../model/content/content.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';

/** Compares the page of a conversation with what it was when that was begun. */
export async function showChangesSince(
  content: Content,
  discussion: Discussion,
  conversation: PlacedConversation | undefined,
): Promise<void> {
  const { target, postedBy } = conversation?.comment ?? {};
  if (!conversation || !target?.page || !target.revision) throw new Failure(notKnown);
  const place = await discussion.place();
  const since = await knownOrThrow(pageSince(content, place, target.page.id, target.revision));
  const { base, proposed, title, isSame } = since;
  const name = title ?? target.page.title ?? 'Untitled';
  if (!base) throw new Failure(notKnown);
  if (isSame) return say.status(words`"${name}" says what it said when the conversation was begun`);
  if (!proposed) {
    await vscode.commands.executeCommand('vscode.open', base, { preview: true }, words`${name} (deleted)`);
    return;
  }
  const { range } = conversation.placement;
  const diffTitle = words`${name} (since ${postedBy?.displayName ?? 'somebody'} commented)`;
  await showDiff(base, proposed, diffTitle, range && new vscode.Range(range.end, endOfLine, range.end, endOfLine));
}

/** Waits for content of an earlier revision. Throws a Failure if it is not known. */
export async function knownOrThrow<T>(reading: Promise<T | undefined>): Promise<T> {
  try {
    const read = await reading;
    if (read !== undefined) return read;
  } catch (error) {
    if (!(error instanceof Failure || failedAs(error, 'notFound'))) throw error;
    throw new Failure(notKnown, { cause: error });
  }
  throw new Failure(notKnown);
}

/** A column behind the end of every line: a thread at the beginning of one would cut a paragraph that is wrapped. */
const endOfLine = 99_999;

const notKnown =
  'Could not show what has changed: what the page said when this was written is not known, since this server does not ' +
  'give that revision, and nobody has looked at it on this computer.';
