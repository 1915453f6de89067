import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { singlePage } from '../../api/listings.ts';
import { Notice } from '../../api/failure.ts';
import { overviewUri } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { excerptOfConversation } from '../../model/discussions/commentText.ts';
import {
  filtersNeedingReader,
  loadAllInOrder,
  type ConversationFilter,
  filterNames,
  filtersOf,
  canMatchFilter,
  type Reader,
  filtersNeedingReplies,
  filterWithReplies,
} from '../../model/discussions/listing.ts';
import { changeRequestOf } from '../../model/discussions/subject.ts';
import { type Choice, pickFrom, pickMany } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOfTarget } from '../content/node.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import { fetchReader, identifyReader } from '../conversations/conversationReader.ts';
import { splitPages } from '../picking/pick.ts';
import type { CommentsContext } from './context.ts';
import { showLinkedConversation } from './navigate.ts';
import { rowsPerPage, isOpen, conversationRowRemarks } from './node.ts';

/** Lets the user pick a conversation of a change request, and shows it. */
export async function showConversations(context: CommentsContext, target: unknown): Promise<void> {
  const { discussion, uri } = await findDiscussion(context, target);
  const number = changeRequestNumber(discussion);
  const title = number === undefined ? t('Conversations on the Main Content') : t`Conversations of #${number}`;
  const reader = await fetchReader(context, discussion);
  const prompt = { title, placeHolder: t('Which conversations?'), empty: t('Nothing has been said yet') };
  const filter = await pickFrom<ConversationFilter>(prompt, async function* () {
    yield { items: filtersFor(await loadAllInOrder(discussion), reader), hasMore: false };
  });
  const known = filtersNeedingReader.has(filter) ? await identifyReader(context, discussion, reader) : reader;
  const isMatch = (read: PlacedConversation) =>
    filtersOf(read, known, context.threads.isUnread(read, known.id)).includes(filter);
  const list = { title, placeHolder: t`${filterNames.get(filter) ?? ''}: which one?`, empty: t('There are none.') };
  const comment = await pickFrom(list, async function* () {
    const filtered = (await loadAllInOrder(discussion)).filter(one => canMatchFilter(filter, one, known));
    for await (const { items, hasMore } of splitPages(singlePage(filtered), rowsPerPage)) {
      const inScope = filtersNeedingReplies.has(filter) ? await filterWithReplies(discussion, items, isMatch) : items;
      if (inScope.length > 0 || !hasMore) yield { items: await choicesOf(discussion, inScope), hasMore };
    }
  });
  await showLinkedConversation(context, { uri, comment });
}

/** Lets the user pick any number of the open conversations of a change request. */
export async function pickOpenConversations(context: CommentsContext, target: unknown, isResolving: boolean) {
  const { discussion } = await findDiscussion(context, target);
  const canReplyTo = (conversation: PlacedConversation) =>
    isOpen(conversation) && conversation.comment.permissions?.reply !== false;
  const prompt = {
    ...{ title: titleOfBulkAction(isResolving, discussion), placeHolder: t('Select conversations') },
    ...{ empty: t('No conversation is open here that you may take part in'), idOf: (id: string) => id },
  };
  const ids = await pickMany<string>(
    prompt,
    async function* () {
      const open = (await loadAllInOrder(discussion)).filter(canReplyTo);
      for await (const { items, hasMore } of splitPages(singlePage(open), rowsPerPage)) {
        yield { items: await choicesOf(discussion, items), hasMore };
      }
    },
    [],
  );
  if (ids.length === 0) throw new Notice(t('No conversation was ticked, so nothing was done.'));
  return ids.map(id => ({ discussion, id }));
}

/**
 * Returns the filters that match something, with the number of matches. Filters that need replies are listed without a
 * number, because replies are not loaded for counting.
 */
function filtersFor(all: readonly PlacedConversation[], reader: Reader): Choice<ConversationFilter>[] {
  return [...filterNames].flatMap(([filter, label]) => {
    const isCountKnown = !filtersNeedingReplies.has(filter) && (filter !== 'mine' || reader.id !== undefined);
    const count = all.filter(one =>
      canMatchFilter(filter === 'mine' && !isCountKnown ? 'open' : filter, one, reader),
    ).length;
    return count === 0 ? [] : [{ label, description: isCountKnown ? String(count) : '', value: filter }];
  });
}

/**
 * Returns the discussion of a row or document, or of the change request that the user picks, with one of its documents.
 */
async function findDiscussion(context: CommentsContext, target: unknown) {
  const { discussions } = context;
  const document = resourceOf<ChangeRequestResource>(target, 'changeRequest') ? undefined : documentOfTarget(target);
  const ofDocument = document && discussions.of(document);
  if (document && ofDocument) return { discussion: ofDocument, uri: document };
  const { connection, space, number } = await findChangeRequest(context, target, { statuses: ['open', 'draft'] });
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const discussion = discussions.of(uri);
  if (!discussion) throw new Notice(t('This change request has no conversations.'));
  return { discussion, uri };
}

function titleOfBulkAction(isResolving: boolean, discussion: Discussion): string {
  const number = changeRequestNumber(discussion);
  if (number === undefined)
    return isResolving
      ? t('Resolve Conversations on the Main Content')
      : t('Reply to Conversations on the Main Content');
  return isResolving ? t`Resolve Conversations of #${number}` : t`Reply to Conversations of #${number}`;
}

/** Returns the number of the change request of a discussion; undefined for one about the main content. */
function changeRequestNumber({ key }: Discussion): number | undefined {
  return changeRequestOf(key)?.changeRequest;
}

function choicesOf(discussion: Discussion, conversations: readonly PlacedConversation[]): Promise<Choice<string>[]> {
  return Promise.all(conversations.map(conversation => choiceOf(discussion, conversation)));
}

async function choiceOf(discussion: Discussion, conversation: PlacedConversation): Promise<Choice<string>> {
  return {
    label: await excerptOfConversation(discussion, conversation),
    // The remarks are in `detail`, because there is no room for them after the label.
    detail: [...conversationRowRemarks(conversation), isOpen(conversation) ? '' : t('resolved')]
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon(isOpen(conversation) ? 'comment-unresolved' : 'pass'),
    value: conversation.comment.id,
  };
}
