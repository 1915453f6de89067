import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { pageSince } from '../../model/content/comparison.ts';
import type { Content } from '../../model/content/content.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';

/** Opens a diff of the page of a conversation since the conversation was started. */
export async function showChangesSince(
  content: Content,
  discussion: Discussion,
  conversation: PlacedConversation | undefined,
): Promise<void> {
  const { target, postedBy } = conversation?.comment ?? {};
  if (!conversation || !target?.page || !target.revision) throw new Failure(unknownRevision);
  const place = await discussion.place();
  const comparison = await requireKnownContent(pageSince(content, place, target.page.id, target.revision));
  const { base, proposed, title, isSame } = comparison;
  const name = title ?? target.page.title ?? t('Untitled');
  if (!base) throw new Failure(unknownRevision);
  if (isSame) return say.status(tEscaped`"${name}" says what it said when the conversation was begun`);
  if (!proposed) {
    await vscode.commands.executeCommand('vscode.open', base, { preview: true }, tEscaped`${name} (deleted)`);
    return;
  }
  const { range } = conversation.placement;
  const author = postedBy?.displayName;
  const diffTitle = author
    ? tEscaped`${name} (since ${author} commented)`
    : tEscaped`${name} (since somebody commented)`;
  await showDiff(base, proposed, diffTitle, range && new vscode.Range(range.end, endOfLine, range.end, endOfLine));
}

/** Waits for content of an earlier revision. Throws a Failure if it is not known. */
export async function requireKnownContent<T>(content: Promise<T | undefined>): Promise<T> {
  try {
    const result = await content;
    if (result !== undefined) return result;
  } catch (error) {
    if (!(error instanceof Failure || isApiError(error, 'notFound'))) throw error;
    throw new Failure(unknownRevision, { cause: error });
  }
  throw new Failure(unknownRevision);
}

/** The thread is placed after the end of the line: at its start, it would split a wrapped paragraph. */
const endOfLine = 99_999;

const unknownRevision = t(
  'Could not show what has changed: what the page said when this was written is not known, since this server does not ' +
    'give that revision, and nobody has looked at it on this computer.',
);
