import type * as vscode from 'vscode';
import { isDate } from '../../api/readable.ts';
import { localTime, plain } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { inSlices } from '../../markdown/slices.ts';
import { documentKey } from '../../model/content/address.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import { withNames } from '../../model/discussions/mentions.ts';
import type { Comment, Reply } from '../../model/discussions/requests.ts';
import type { ShownComment, ShownThread } from '../../webview/reviewPage/messages.ts';

/** What was said on a document of a change request, from top to bottom; it is read where it is not known. */
export async function threadsOn(
  discussions: App['discussions'],
  document: vscode.Uri,
  signal: AbortSignal,
): Promise<ShownThread[]> {
  return shown(await (await discussions.get()).on(document), signal);
}

/** The same as far as it is known, so that nothing is asked for when something has changed. */
export async function knownThreads(
  discussions: App['discussions'],
  document: vscode.Uri,
  signal: AbortSignal,
): Promise<ShownThread[] | undefined> {
  const discussion = discussions.made?.of(document);
  if (!discussion?.isLoaded) return undefined;
  const key = documentKey(document);
  return shown(
    discussion.conversations.filter(({ placement }) => documentKey(placement.uri) === key),
    signal,
  );
}

function shown(conversations: readonly PlacedConversation[], signal: AbortSignal): Promise<ShownThread[]> {
  const said = conversations.flatMap(({ comment, replies }) => [comment, ...replies]);
  const names = new Map(said.map(({ postedBy: { id, displayName } }) => [id, displayName]));
  return Promise.all(inOrder(conversations).map(one => threadOf(one, names, signal)));
}

function inOrder(conversations: readonly PlacedConversation[]): PlacedConversation[] {
  const line = ({ placement }: PlacedConversation) => placement.range?.start ?? -1;
  return conversations.toSorted((one, other) => line(one) - line(other));
}

async function threadOf(
  { comment, replies, placement }: PlacedConversation,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ShownThread> {
  const { range, isEarlier } = placement;
  const comments = await Promise.all([comment, ...replies].map(message => commentOf(message, names, signal)));
  const line = range && { line: range.start };
  return { id: comment.id, isResolved: comment.status === 'resolved', isEarlier, comments, ...line };
}

async function commentOf(
  { id, body, postedBy, postedAt }: Comment | Reply,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ShownComment> {
  const html = await htmlOf(
    withNames(body.markdown ?? '', user => names.get(user)),
    id,
    signal,
  );
  return { author: plain(postedBy.displayName, 100), when: isDate(postedAt) ? localTime(postedAt) : '', html };
}

/** A comment as readers will see it. Its images would tell others who reads it: their words stand for them. */
async function htmlOf(markdown: string, id: string, signal: AbortSignal): Promise<string> {
  const { BlocksHtml, comparing, rowHtml, rowsOf } = await import('../../markdown/review/index.ts');
  const changes = await inSlices(comparing({ markdown }, { markdown }), signal);
  const blocks = new BlocksHtml({ image: () => undefined }, `comment${id.replace(/\W/g, '')}`);
  return rowsOf(changes)
    .map(row => rowHtml(blocks, row, 'after').after ?? '')
    .join('');
}
