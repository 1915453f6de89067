import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { documentKey } from '../../model/content/address.ts';
import { hasArrived } from '../../model/discussions/delivery.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { Comment, Reply } from '../../model/discussions/requests.ts';
import { isBy, saysSame, textOf } from '../../model/discussions/recognition.ts';
import { type Belonging, isThere } from './typedIn.ts';

/**
 * Returns true if a text that VS Code has restored in a box is pending or has arrived. VS Code stores the texts of boxes
 * once a minute, so after a crash it may restore one that was added to the review or sent since.
 */
export async function isObsoleteText(
  { discussions, drafts }: Pick<App, 'discussions' | 'drafts'>,
  text: string,
  belonging: Belonging,
): Promise<boolean> {
  const pending = drafts.pendingIn(belonging.discussion);
  if (pending.some(draft => isThere(draft, belonging) && draft.text.trim() === text.trim())) return true;
  const { page, conversation, edited } = belonging;
  const discussion = page && discussions.of(page);
  if (!discussion || edited !== undefined) return false;
  const messages = await messagesIn(discussion, page, conversation);
  const { user } = discussion;
  return user !== undefined && messages.some(message => isBy(message, user) && saysSame(textOf(message), text));
}

/** Returns true if a draft that was being sent has arrived. The same words said before do not count. */
export async function hasDraftArrived(
  { discussions }: Pick<App, 'discussions'>,
  draft: Draft,
  { page, conversation }: Belonging,
): Promise<boolean> {
  const discussion = page && discussions.of(page);
  if (!discussion) return false;
  await messagesIn(discussion, page, conversation);
  return hasArrived(draft, discussion.conversations, discussion.user);
}

/** The replies of a conversation or, without one, the comments that begin the conversations on a page. */
async function messagesIn(
  discussion: Discussion,
  page: vscode.Uri,
  conversation: string | undefined,
): Promise<readonly (Comment | Reply)[]> {
  if (conversation !== undefined) return (await discussion.read(conversation))?.replies ?? [];
  await discussion.demand(page);
  await discussion.settled();
  const isOnPage = ({ placement }: PlacedConversation) => documentKey(placement.uri) === documentKey(page);
  return discussion.conversations.filter(isOnPage).map(({ comment }) => comment);
}
