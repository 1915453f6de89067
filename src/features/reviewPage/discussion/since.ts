import { t } from '@vscode/l10n';
import { failureMessage, isCancellation } from '../../../api/failure.ts';
import { runInSlices } from '../../../markdown/slices.ts';
import { revisionSnapshot } from '../../../model/content/comparison.ts';
import type { Discussion, PlacedConversation } from '../../../model/discussions/discussion.ts';
import type { ToPage } from '../../../webview/reviewPage/messages.ts';
import { requireKnownContent } from '../../conversations/changesSince.ts';
import type { ReviewPageModels } from '../models.ts';
import { comparableTexts } from '../pages/comparison.ts';
import { readIfCached, readSide } from '../pages/sides.ts';

interface SinceContext extends Pick<ReviewPageModels, 'content' | 'failures'> {
  discussion: Discussion;
  conversation: PlacedConversation;
  signal: AbortSignal;
}

/** Returns the message that shows how a block has changed since a conversation about it began. */
export async function sinceMessage(context: SinceContext): Promise<ToPage> {
  const { id } = context.conversation.comment;
  try {
    return { type: 'since', conversation: id, ...(await blockSince(context)), canCompare: true };
  } catch (error) {
    if (isCancellation(error)) throw error;
    context.failures.log('Could not show what has changed since a comment.', error);
    return {
      type: 'since',
      conversation: id,
      why: failureMessage(t('show what has changed'), error),
      canCompare: false,
    };
  }
}

/** Returns the block of a conversation as HTML with its changes marked, or the reason why there is nothing to show. */
async function blockSince(context: SinceContext): Promise<{ html: string } | { why: string }> {
  const { content, discussion, conversation, signal } = context;
  const { target } = conversation.comment;
  const { page: { id = '' } = {}, revision = '' } = target ?? {};
  const place = await discussion.place();
  const [now, then] = await Promise.all([
    content.snapshot(place).then(snapshot => readSide(snapshot, id)),
    requireKnownContent(revisionSnapshot(content, place, revision).then(snapshot => readIfCached(snapshot, id))),
  ]);
  const { BlocksHtml, comparePagesResumable, lineOf, rowHtml, rowsOf } =
    await import('../../../markdown/review/index.ts');
  const { isExact, exactness } = conversation.placement;
  if (!isExact && exactness !== 'replacement') return { why: t('What it is about is not there any more.') };
  const changes = await runInSlices(comparePagesResumable(...comparableTexts({ before: then, after: now })), signal);
  const rows = rowsOf(changes);
  const isOnWholePage = conversation.placement.range === undefined;
  const hasSameText = ({ kind }: (typeof rows)[number]) => kind === 'same' || kind === 'spelling';
  if (isOnWholePage && !rows.every(hasSameText)) {
    return { why: t('It is about all of the page, which has changed.') };
  }
  const line = conversation.placement.range?.start ?? 0;
  const rowIndex = rows.findLastIndex(
    ({ kind }, index) => kind !== 'removed' && (lineOf(rows, index) ?? Infinity) <= line,
  );
  const row = rows[rowIndex];
  if (isOnWholePage || !row || hasSameText(row)) return { why: t('It says what it said then.') };
  const blocks = new BlocksHtml({ image: () => undefined }, `since${id.replace(/\W/g, '')}`);
  const { after = '', notes } = await runInSlices(rowHtml(blocks, row, 'one'), signal);
  return { html: after + notes };
}
