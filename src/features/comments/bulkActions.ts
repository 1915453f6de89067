import { t } from '@vscode/l10n';
import { targetOfConversation } from '../../model/discussions/draft.ts';
import { Failure, failureMessage } from '../../api/failure.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { askText } from '../../ui/prompts.ts';
import { WriteNotDone } from '../../ui/progress.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { CommentsContext } from './context.ts';
import { pickOpenConversations } from './list.ts';
import { excerptOfConversation } from '../../model/discussions/commentText.ts';
import type { ConversationResource } from './node.ts';

/** A conversation chosen for a bulk action. */
interface Chosen {
  discussion: Discussion;
  id: string;
}

/** Resolves the conversations of the selected rows, or those that the user picks, after sending an optional reply. */
export async function resolveSeveral(context: CommentsContext, target: unknown, selected: unknown): Promise<void> {
  const chosen = await choose(context, [target, selected], true);
  const text = await askText({
    title: chosen.length === 1 ? t('Resolve a Conversation') : t`Resolve ${chosen.length} Conversations`,
    prompt: t('A reply that is sent to each before it is resolved; may be empty'),
  });
  await answerEach(context, chosen, { text, isResolving: true });
}

/** Sends the same reply to several conversations. */
export async function replyToSeveral(context: CommentsContext, target: unknown, selected: unknown): Promise<void> {
  const chosen = await choose(context, [target, selected], false);
  const text = await askText({
    title: chosen.length === 1 ? t('Reply to a Conversation') : t`Reply to ${chosen.length} Conversations`,
    prompt: t('What is said in each of them'),
    violation: text => (text === '' ? t('Write something first.') : undefined),
  });
  await answerEach(context, chosen, { text, isResolving: false });
}

async function choose(
  context: CommentsContext,
  [target, selected]: unknown[],
  isResolving: boolean,
): Promise<Chosen[]> {
  const rows = Array.isArray(selected) && selected.length > 1 ? selected.filter(isTrustedTarget) : [target];
  const conversations = rows.flatMap(row => resourceOf<ConversationResource>(row, 'conversation') ?? []);
  const chosen = conversations.flatMap(({ uri, comment: id }) => {
    const discussion = context.discussions.of(uri);
    return discussion ? [{ discussion, id }] : [];
  });
  return chosen.length > 0 ? chosen : pickOpenConversations(context, target, isResolving);
}

interface Answer {
  text: string;
  isResolving: boolean;
}

async function answerEach(context: CommentsContext, chosen: readonly Chosen[], answer: Answer): Promise<void> {
  const title = progressTitle(answer, chosen.length);
  const action = answer.isResolving ? t('resolve the conversation') : t('send the reply');
  const labels = await Promise.all(chosen.map(labelOf));
  const parts = chosen.map((one, index) => ({
    label: labels[index] ?? '',
    action,
    run: () => answerOne(context, one, answer),
    lookUp: async () => {
      const { comment } = (await one.discussion.loadConversation(one.id)) ?? {};
      if (!comment) return t('It is not there any more.');
      return answer.text
        ? advice
        : comment.status === 'resolved'
          ? t('It is resolved.')
          : new WriteNotDone(t('It is not resolved.'));
    },
  }));
  const done: DoneSentences = answer.isResolving
    ? { all: count => t`${count} resolved.`, some: (count, total) => t`${count} of ${total} resolved.` }
    : { all: count => t`${count} answered.`, some: (count, total) => t`${count} of ${total} answered.` };
  await runForEach(title, done, parts);
}

const advice = t('Your text is kept in the conversation; before it is sent again, it is looked up.');

/**
 * Sends the reply first, so that a conversation is not resolved if that fails. A failed text is saved, and the next
 * attempt looks up whether it has arrived.
 */
async function answerOne(context: CommentsContext, { discussion, id }: Chosen, { text, isResolving }: Answer) {
  const { outbox, threads } = context;
  const conversation = await discussion.loadConversation(id);
  if (!conversation) throw new Failure(t('It is not there any more: it was deleted meanwhile.'));
  if (text) {
    await outbox.send({
      // The box ID contains the text, so that an earlier failed text stays offered in the conversation and is not
      // replaced.
      box: `several ${discussion.key} ${id} ${text}`,
      isBoxClosed: true,
      text,
      action: t('send the reply'),
      draft: () => ({ discussion: discussion.key, conversation: id, target: targetOfConversation(conversation) }),
      send: (markdown, delivery) => discussion.sender.reply(id, markdown, delivery),
    });
  }
  try {
    if (isResolving) await discussion.sender.change(id, { resolved: true });
  } catch (error) {
    if (!text) throw error;
    const failure = failureMessage(t('resolve the conversation'), error);
    throw new Failure([t('Your reply is sent.'), failure].join(' '), { cause: error });
  } finally {
    await threads.whenShown(discussion);
  }
}

async function labelOf({ discussion, id }: Chosen): Promise<string> {
  const conversation = discussion.get(id) ?? (await discussion.loadConversation(id));
  return conversation ? excerptOfConversation(discussion, conversation) : t('A conversation that was deleted');
}

function progressTitle({ isResolving }: Answer, count: number): string {
  if (isResolving) return count === 1 ? t('Resolving a Conversation') : t`Resolving ${count} Conversations`;
  return count === 1 ? t('Replying to a Conversation') : t`Replying to ${count} Conversations`;
}
