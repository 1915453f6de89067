import * as vscode from 'vscode';
import { listed } from '../../api/listings.ts';
import { formatDateTime } from '../../api/time.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import { allOf, fits, whereIs } from '../../model/discussions/listing.ts';
import { addressOfComment, addressOfComments, type Subject } from '../../model/discussions/subject.ts';
import { excerptOfConversation } from '../../model/discussions/excerpt.ts';
import { addressOf } from '../../model/content/snapshot.ts';
import type { Tree } from '../../ui/tree/tree.ts';
import type { Node, NodePage } from '../../ui/tree/node.ts';
import { portioned } from '../picking/pick.ts';

/** What the commands of a conversation are given. */
export interface ConversationResource {
  kind: 'conversation';
  /** A document of its discussion. */
  uri: vscode.Uri;
  /** The ID of the comment that it began with. */
  comment: string;
}

/** How many conversations are listed at once. */
export const atOnce = 100;

/** A row that lists the conversations of a change request when it is opened: the open ones, and below them the others. */
export function conversationsNode(app: App, place: ChangeRequestPlace): Node {
  const id = `${addressOfChangeRequest(place)}#conversations`;
  return {
    id,
    label: 'Conversations',
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
      empty: 'Nothing has been said yet',
      shows: [addressOfComments(subjectOf(place))],
    },
  };
}

function resolvedNode(app: App, place: ChangeRequestPlace, id: string, number: number): Node {
  return {
    id,
    label: 'Resolved',
    description: String(number),
    spoken: number === 1 ? '1 resolved conversation' : `${number} resolved conversations`,
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
      empty: 'No resolved conversations',
      shows: [addressOfComments(subjectOf(place))],
    },
  };
}

async function read(app: App, place: ChangeRequestPlace): Promise<PlacedConversation[]> {
  const { discussions } = app;
  const discussion = discussions.of(documentOf(place));
  if (!discussion) return [];
  const all = await allOf(discussion);
  follow(app, discussions).set(discussion.key, saidBy(discussion));
  return all;
}

/** What was listed last of each discussion, by its key; where it turns out to be another, it is listed again. */
const followed = new WeakMap<Discussions, Map<string, string>>();

function follow({ tree, reviewLists }: { tree: Tree; reviewLists: Tree }, discussions: Discussions) {
  const known = followed.get(discussions);
  if (known) return known;
  const lists = new Map<string, string>();
  followed.set(discussions, lists);
  discussions.onDidChange(discussion => {
    const before = lists.get(discussion.key);
    const now = saidBy(discussion);
    if (before === undefined || before === now) return;
    lists.set(discussion.key, now);
    for (const view of [tree, reviewLists]) view.hear(new Set([addressOfComments(discussion.subject)]));
  });
  return lists;
}

function saidBy({ conversations }: Discussion): string {
  return JSON.stringify(
    conversations.map(({ comment, placement }) => [comment.id, comment.status, comment.replies, placement.isEarlier]),
  );
}

/** Makes rows as they are listed: what a conversation begins with takes some work. */
async function* rowsOf(
  { discussions }: App,
  place: ChangeRequestPlace,
  conversations: PlacedConversation[],
  last: readonly Node[] = [],
): AsyncGenerator<NodePage> {
  const discussion = discussions.of(documentOf(place)) ?? { conversations };
  for await (const { items, hasMore } of portioned(listed(conversations), atOnce)) {
    const rows = await Promise.all(
      items.map(async one => rowOf(place, one, await excerptOfConversation(discussion, one))),
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
  const remarks = remarksOn(conversation);
  const [where = ''] = remarks;
  return {
    id: addressOfComment(subjectOf(place), comment.id),
    label: excerpt,
    description: remarks.join(' · '),
    tooltip: [
      body.markdown ?? '',
      words`${postedBy.displayName}, ` + (formatDateTime(postedAt, vscode.env.language) ?? ''),
      where,
    ].join('\n\n'),
    spoken: [excerpt, ...remarks, state].join(', '),
    icon: new vscode.ThemeIcon(state === 'open' ? 'comment-unresolved' : 'pass'),
    contextValue: `conversation.${state}${permissions?.reply === false ? '.noComment' : ''}`,
    resource,
    command: { command: 'marginalia.comment.show', title: 'Show Conversation', arguments: [resource] },
  };
}

/** Where a conversation is, who has begun it, and what is to be known of it. */
export function remarksOn(conversation: PlacedConversation): string[] {
  const { comment, placement } = conversation;
  const { postedBy, replies } = comment;
  return [
    whereIs(conversation),
    postedBy.displayName,
    replies > 0 ? (replies === 1 ? '1 reply' : `${replies} replies`) : '',
    placement.isEarlier ? 'earlier version' : '',
  ].filter(Boolean);
}

export function isOpen(conversation: PlacedConversation): boolean {
  return fits('open', conversation, { id: undefined, isAuthor: false });
}

function documentOf({ connection, space, number }: ChangeRequestPlace): vscode.Uri {
  return overviewUri({ connection: connection.id, space, changeRequest: number });
}

function subjectOf(place: ChangeRequestPlace): Subject {
  return addressOf(versionOf(place));
}
