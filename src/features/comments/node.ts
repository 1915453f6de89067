import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { singlePage } from '../../api/listings.ts';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { loadAllInOrder, canMatchFilter, documentTitleOf } from '../../model/discussions/listing.ts';
import { addressOfComment, addressOfComments, type DiscussionSubject } from '../../model/discussions/subject.ts';
import { excerptOfConversation } from '../../model/discussions/commentText.ts';
import { versionAddress } from '../../model/content/snapshot.ts';
import type { Node, NodePage } from '../../ui/tree/node.ts';
import { splitPages } from '../picking/pick.ts';

/** The argument of commands on a conversation. */
export interface ConversationResource {
  kind: 'conversation';
  /** A document of the discussion of the conversation. */
  uri: vscode.Uri;
  /** The ID of the first comment of the conversation. */
  comment: string;
}

/** The number of conversations in one page of the list. */
export const rowsPerPage = 100;

/** Creates a row that lists the conversations of a change request: open ones, and resolved ones in a row below them. */
export function conversationsNode(app: App, place: ChangeRequestPlace): Node {
  const id = `${addressOfChangeRequest(place)}#conversations`;
  return {
    id,
    label: t('Conversations'),
    icon: new vscode.ThemeIcon('comment'),
    contextValue: 'conversations',
    resource: { kind: 'changeRequest', ...place },
    children: {
      list: async function* () {
        const all = await read(app, place);
        const open = all.filter(isOpen);
        const resolved = all.length - open.length;
        const last = resolved > 0 ? [resolvedNode(app, place, `${id}/resolved`, resolved)] : [];
        yield* rowsOf(app, place, open, last);
      },
      empty: t('Nothing has been said yet'),
      dependsOn: [addressOfComments(subjectOf(place))],
    },
  };
}

function resolvedNode(app: App, place: ChangeRequestPlace, id: string, number: number): Node {
  return {
    id,
    label: t('Resolved'),
    description: String(number),
    accessibleLabel: number === 1 ? t('1 resolved conversation') : t`${number} resolved conversations`,
    icon: new vscode.ThemeIcon('pass'),
    contextValue: 'conversations.resolved',
    children: {
      list: async function* () {
        const all = await read(app, place);
        yield* rowsOf(
          app,
          place,
          all.filter(one => !isOpen(one)),
        );
      },
      empty: t('No resolved conversations'),
      dependsOn: [addressOfComments(subjectOf(place))],
    },
  };
}

async function read(app: App, place: ChangeRequestPlace): Promise<PlacedConversation[]> {
  const { discussions } = app;
  const discussion = discussions.of(documentOf(place));
  if (!discussion) return [];
  const all = await loadAllInOrder(discussion);
  app.singletons.get(createListed).set(discussion.key, saidBy(discussion));
  return all;
}

/**
 * Creates the map of what was last listed for each discussion, by its key. When a discussion differs from it, its list
 * is reloaded.
 */
function createListed({ discussions, tree, reviewLists }: App): Map<string, string> {
  const lists = new Map<string, string>();
  discussions.onDidChange(discussion => {
    const before = lists.get(discussion.key);
    const now = saidBy(discussion);
    if (before === undefined || before === now) return;
    lists.set(discussion.key, now);
    for (const view of [tree, reviewLists]) view.applyChange(new Set([addressOfComments(discussion.subject)]));
  });
  return lists;
}

function saidBy({ conversations }: Discussion): string {
  return JSON.stringify(
    conversations.map(({ comment, placement }) => [comment.id, comment.status, comment.replies, placement.isEarlier]),
  );
}

/** Creates rows page by page, because rendering an excerpt takes time. */
async function* rowsOf(
  { discussions }: App,
  place: ChangeRequestPlace,
  conversations: PlacedConversation[],
  last: readonly Node[] = [],
): AsyncGenerator<NodePage> {
  const discussion = discussions.of(documentOf(place)) ?? { conversations };
  for await (const { items, hasMore } of splitPages(singlePage(conversations), rowsPerPage)) {
    const rows = await Promise.all(
      items.map(async item => rowOf(place, item, await excerptOfConversation(discussion, item))),
    );
    yield { items: hasMore ? rows : [...rows, ...last], hasMore };
  }
}

function rowOf(place: ChangeRequestPlace, conversation: PlacedConversation, excerpt: string): Node {
  const { comment } = conversation;
  const { postedBy, postedAt, body, permissions } = comment;
  const uri = documentOf(place);
  const resource: ConversationResource = { kind: 'conversation', uri, comment: comment.id };
  const state = isOpen(conversation) ? 'open' : 'resolved';
  const remarks = conversationRowRemarks(conversation);
  const [where = ''] = remarks;
  return {
    id: addressOfComment(subjectOf(place), comment.id),
    label: excerpt,
    description: remarks.join(' · '),
    tooltip: [
      body.markdown ?? '',
      [escapeLine(postedBy.displayName), formatDateTime(postedAt, vscode.env.language)].filter(Boolean).join(', '),
      where,
    ].join('\n\n'),
    accessibleLabel: [excerpt, ...remarks, state === 'open' ? t('open') : t('resolved')].join(', '),
    icon: new vscode.ThemeIcon(state === 'open' ? 'comment-unresolved' : 'pass'),
    contextValue: `conversation.${state}${permissions?.reply === false ? '.noComment' : ''}`,
    resource,
    command: { command: 'marginalia.comment.show', title: t('Show Conversation'), arguments: [resource] },
  };
}

/**
 * Returns the location of a conversation, its author, its number of replies, and whether its page has changed since.
 */
export function conversationRowRemarks(conversation: PlacedConversation): string[] {
  const { comment, placement } = conversation;
  const { postedBy, replies } = comment;
  return [
    documentTitleOf(conversation),
    postedBy.displayName,
    replies > 0 ? (replies === 1 ? t('1 reply') : t`${replies} replies`) : '',
    placement.isEarlier ? t('earlier version') : '',
  ].filter(Boolean);
}

export function isOpen(conversation: PlacedConversation): boolean {
  return canMatchFilter('open', conversation, { id: undefined, isAuthor: false });
}

function documentOf({ connection, space, number }: ChangeRequestPlace): vscode.Uri {
  return overviewUri({ connection: connection.id, space, changeRequest: number });
}

function subjectOf(place: ChangeRequestPlace): DiscussionSubject {
  return versionAddress(versionOf(place));
}
