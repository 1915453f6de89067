import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { documentKey } from '../../model/content/address.ts';
import { hasArrived, isWrittenBy, hasSameText, requireMarkdown } from '../../model/discussions/delivery.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { Comment, CommentReply } from '../../model/discussions/requests.ts';
import { type DraftTarget, canHaveTarget } from './draftTarget.ts';

/**
 * Returns true if a text that VS Code has restored in a box is pending or has arrived. VS Code stores the texts of boxes
 * once a minute, so after a crash it may restore one that was added to the review or sent since.
 */
export async function isObsoleteText(
  { discussions, drafts }: Pick<App, 'discussions' | 'drafts'>,
  text: string,
  belonging: DraftTarget,
): Promise<boolean> {
  const pending = drafts.pendingIn(belonging.discussion);
  if (pending.some(draft => canHaveTarget(draft, belonging) && draft.text.trim() === text.trim())) return true;
  await loadMessages(discussions, belonging);
  return isKnownAsPosted({ discussions }, text, belonging);
}

/** Returns true if the user has posted a text where it belongs, as far as the messages there are loaded. */
export function isKnownAsPosted(
  { discussions }: Pick<App, 'discussions'>,
  text: string,
  { page, conversation, edited }: DraftTarget,
): boolean {
  const discussion = page && discussions.of(page);
  // An edited comment contains the text already.
  if (!discussion || edited !== undefined) return false;
  const { user } = discussion;
  const messages = messagesIn(discussion, page, conversation);
  return (
    user !== undefined &&
    messages.some(message => isWrittenBy(message, user) && hasSameText(requireMarkdown(message), text))
  );
}

/** Returns true if a draft that was being sent has arrived. Earlier messages with equal text do not count. */
export async function hasDraftArrived(
  { discussions }: Pick<App, 'discussions'>,
  draft: Draft,
  belonging: DraftTarget,
): Promise<boolean> {
  await loadMessages(discussions, belonging);
  return isKnownAsArrived({ discussions }, draft, belonging);
}

/** Returns true if a draft is among the messages that are already loaded. */
export function isKnownAsArrived(
  { discussions }: Pick<App, 'discussions'>,
  draft: Draft,
  { page }: DraftTarget,
): boolean {
  const discussion = page && discussions.of(page);
  return discussion !== undefined && hasArrived(draft, discussion.conversations, discussion.user);
}

async function loadMessages(discussions: App['discussions'], { page, conversation }: DraftTarget): Promise<void> {
  const discussion = page && discussions.of(page);
  if (!discussion) return;
  if (conversation !== undefined) return void (await discussion.loadConversation(conversation));
  await discussion.ensureLoaded(page);
  await discussion.whenIdle();
}

/** Returns the replies of a conversation or, without one, the comments that begin the conversations on a page. */
function messagesIn(
  discussion: Discussion,
  page: vscode.Uri,
  conversation: string | undefined,
): readonly (Comment | CommentReply)[] {
  if (conversation !== undefined) return discussion.get(conversation)?.replies ?? [];
  const isOnPage = ({ placement }: PlacedConversation) => documentKey(placement.uri) === documentKey(page);
  return discussion.conversations.filter(isOnPage).map(({ comment }) => comment);
}
