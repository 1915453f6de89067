import * as vscode from 'vscode';
import { listed } from '../../api/listings.ts';
import { Remark } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import { overviewUri } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { allOf, type Filter, fits, type Reader, waits, whereSaid } from '../../model/discussions/listing.ts';
import { changeRequestOf } from '../../model/discussions/subject.ts';
import { type Choice, pickFrom, pickMany } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOf } from '../content/node.ts';
import { findChangeRequest } from '../findChangeRequest.ts';
import { portioned } from '../pick.ts';
import type { CommentsContext } from './context.ts';
import { showLinked } from './navigate.ts';
import { atOnce, excerptOf, isOpen, remarksOn } from './node.ts';

/** Lets the user pick a conversation of a change request, and shows it. */
export async function showConversations(context: CommentsContext, target: unknown): Promise<void> {
  const { discussion, uri } = await findDiscussion(context, target);
  const title = words`Conversations ` + nameOf(discussion);
  const reader = await readerOf(context, discussion);
  const prompt = { title, placeHolder: 'Which conversations?', empty: 'Nothing has been said yet' };
  const filter = await pickFrom<Filter>(prompt, async function* () {
    yield { items: filtersFor(await allOf(discussion), reader), hasMore: false };
  });
  const isAboutMe = ['waiting', 'unread', 'mine'].includes(filter);
  const known = isAboutMe ? await introduced(context, discussion, reader) : reader;
  const isMeant = testOf(context, filter, known);
  const list = { title, placeHolder: `${names[filter]}: which one?`, empty: 'There are none.' };
  const comment = await pickFrom(list, async function* () {
    const meant = (await allOf(discussion)).filter(one => fits(filter, one, known));
    for await (const { items, hasMore } of portioned(listed(meant), atOnce)) {
      const here = isMeant ? await whereSaid(discussion, items, isMeant) : items;
      if (here.length > 0 || !hasMore) yield { items: here.map(choiceOf), hasMore };
    }
  });
  await showLinked(context, { uri, comment });
}

/** Lets the user pick any number of the open conversations of a change request. */
export async function pickOpen(context: CommentsContext, target: unknown, verb: string) {
  const { discussion } = await findDiscussion(context, target);
  const mayAnswer = (one: PlacedConversation) => isOpen(one) && one.comment.permissions?.reply !== false;
  const prompt = {
    ...{ title: words`${verb} Conversations ` + nameOf(discussion), placeHolder: 'Tick those that are meant' },
    ...{ empty: 'No conversation is open here that you may take part in', idOf: (id: string) => id },
  };
  const ids = await pickMany<string>(
    prompt,
    async function* () {
      const open = (await allOf(discussion)).filter(mayAnswer);
      yield* portioned(listed(open.map(choiceOf)), atOnce);
    },
    [],
  );
  if (ids.length === 0) throw new Remark('No conversation was ticked, so nothing was done.');
  return ids.map(id => ({ discussion, id }));
}

const names: Record<Filter, string> = {
  open: 'Open',
  waiting: 'Waiting for My Answer',
  unread: 'Unread',
  mine: 'Begun by Me',
  earlier: 'Written on an Earlier Version',
  resolved: 'Resolved',
  all: 'All',
};

/** What a filter asks of conversations beside what they say without their replies. */
function testOf({ threads }: CommentsContext, filter: Filter, reader: Reader) {
  const tests: Partial<Record<Filter, (read: PlacedConversation) => boolean>> = {
    waiting: read => waits(read, reader),
    unread: read => threads.isUnread(read, reader.id),
  };
  return tests[filter];
}

/** The filters that leave something, with how much, unless only replies tell that: these are not read for it. */
function filtersFor(all: readonly PlacedConversation[], reader: Reader): Choice<Filter>[] {
  return (Object.keys(names) as Filter[]).flatMap(filter => {
    const isTold = filter !== 'waiting' && filter !== 'unread' && (filter !== 'mine' || reader.id !== undefined);
    const count = all.filter(one => fits(filter === 'mine' && !isTold ? 'open' : filter, one, reader)).length;
    return count === 0 ? [] : [{ label: names[filter], description: isTold ? String(count) : '', value: filter }];
  });
}

async function readerOf({ content, reviews }: CommentsContext, discussion: Discussion): Promise<Reader> {
  const { connection, space, version } = await discussion.place();
  const id = discussion.user ?? (await reviews.inbox).me(connection);
  if (version.kind !== 'changeRequest') return { id, isAuthor: false };
  const { createdBy } = await content.changeRequests.get({ connection, space, number: version.number });
  return { id, isAuthor: id !== undefined && createdBy.id === id };
}

/** Where the server does not say who the user is, that is said once. */
async function introduced(context: CommentsContext, discussion: Discussion, reader: Reader): Promise<Reader> {
  if (reader.id !== undefined) return reader;
  await vscode.commands.executeCommand('marginalia.reviewList.chooseCaller');
  const known = await readerOf(context, discussion);
  if (known.id === undefined) throw new vscode.CancellationError();
  return known;
}

/** The discussion of a row or a document, or of the change request that the user picks, with a document of it. */
async function findDiscussion(context: CommentsContext, target: unknown) {
  const { discussions } = context;
  const document = resourceOf<ChangeRequestResource>(target, 'changeRequest') ? undefined : documentOf(target);
  const here = document && discussions.of(document);
  if (document && here) return { discussion: here, uri: document };
  const { connection, space, number } = await findChangeRequest(context, target, { statuses: ['open', 'draft'] });
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const discussion = discussions.of(uri);
  if (!discussion) throw new Remark('This change request has no conversations.');
  return { discussion, uri };
}

function nameOf({ key }: Discussion): string {
  const { changeRequest } = changeRequestOf(key) ?? {};
  return changeRequest === undefined ? 'on the Main Content' : `of #${changeRequest}`;
}

function choiceOf(conversation: PlacedConversation): Choice<string> {
  return {
    label: excerptOf(conversation),
    // Behind the label there is no room for it.
    detail: [...remarksOn(conversation), isOpen(conversation) ? '' : 'resolved'].filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(isOpen(conversation) ? 'comment-unresolved' : 'pass'),
    value: conversation.comment.id,
  };
}
