import type { App } from '../../app.ts';
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
  const conversations = await discussions.on(page);
  const { user } = discussion;
  const messages = conversations.flatMap(({ comment, replies }): readonly (Comment | Reply)[] => {
    if (conversation === undefined) return [comment];
    return comment.id === conversation ? replies : [];
  });
  return user !== undefined && messages.some(message => isBy(message, user) && saysSame(textOf(message), text));
}
