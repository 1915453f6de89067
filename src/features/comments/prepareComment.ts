import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import { newDraftId, type PreparedComment } from '../../model/discussions/draft.ts';
import { discussionKey, discussionSubjectOf } from '../../model/discussions/subject.ts';
import type { CommentsContext } from './context.ts';

/** Shows a prepared comment as an unsent draft on a line of a page, so that the user can read, change and send it. */
export async function prepareComment({ content, discussions, threads }: CommentsContext, prepared: PreparedComment) {
  const { uri, line, text } = prepared;
  const subject = discussionSubjectOf(uri);
  if (!subject || !(await discussions.canComment(await content.place(subject)))) {
    throw new Failure(t('Could not begin the comment: you may not comment on this page.'));
  }
  const target = await discussions.placements.targetAt(uri, { start: line, end: line });
  const id = newDraftId();
  await threads.drafts.store({ id, discussion: discussionKey(subject), target, text });
  await discussions.open(uri);
  threads.drafts.offer(id);
}
