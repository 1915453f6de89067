import { isDate } from '../../api/readable.ts';
import { localTime, plain } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { inSlices } from '../../markdown/slices.ts';
import { documentKey } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import { uriOf } from '../../model/content/snapshot.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import { withNames } from '../../model/discussions/mentions.ts';
import type { Comment, Reply } from '../../model/discussions/requests.ts';
import type { ShownComment, ShownThread } from '../../webview/reviewPage/messages.ts';

type Around = Pick<App, 'content' | 'discussions'>;

/** What was said on a page of a change request, from top to bottom; it is read where it is not known. */
export async function threadsOn(
  { content, discussions }: Around,
  place: ChangeRequestPlace,
  id: string,
  signal: AbortSignal,
): Promise<ShownThread[]> {
  const { place: version, byId } = await pagesOf(content, place);
  const entry = byId.get(id);
  if (!entry) return [];
  const conversations = await (await discussions.get()).on(uriOf(version, entry));
  return Promise.all(inOrder(conversations).map(one => threadOf(one, conversations, signal)));
}

/** The same as far as it is known, so that nothing is asked for when something has changed. */
export async function knownThreads(
  { content, discussions }: Around,
  place: ChangeRequestPlace,
  id: string,
  signal: AbortSignal,
): Promise<ShownThread[] | undefined> {
  const { place: version, byId } = await pagesOf(content, place);
  const entry = byId.get(id);
  const uri = entry && uriOf(version, entry);
  const discussion = uri && discussions.made?.of(uri);
  if (!uri || !discussion?.isLoaded) return undefined;
  const key = documentKey(uri);
  const conversations = discussion.conversations.filter(({ placement }) => documentKey(placement.uri) === key);
  return Promise.all(inOrder(conversations).map(one => threadOf(one, conversations, signal)));
}

async function pagesOf(content: App['content'], place: ChangeRequestPlace) {
  const snapshot = await content.snapshot(versionOf(place));
  return { place: snapshot.place, byId: (await snapshot.pages()).byId };
}

function inOrder(conversations: readonly PlacedConversation[]): PlacedConversation[] {
  const line = ({ placement }: PlacedConversation) => placement.range?.start ?? -1;
  return conversations.toSorted((one, other) => line(one) - line(other));
}

async function threadOf(
  { comment, replies, placement }: PlacedConversation,
  among: readonly PlacedConversation[],
  signal: AbortSignal,
): Promise<ShownThread> {
  const { range, isEarlier } = placement;
  const comments = await Promise.all([comment, ...replies].map(message => commentOf(message, among, signal)));
  const line = range && { line: range.start };
  return { id: comment.id, isResolved: comment.status === 'resolved', isEarlier, comments, ...line };
}

async function commentOf(
  { id, body, postedBy, postedAt }: Comment | Reply,
  among: readonly PlacedConversation[],
  signal: AbortSignal,
): Promise<ShownComment> {
  const said = among.flatMap(({ comment, replies }) => [comment, ...replies]);
  const nameOf = (user: string) => said.find(one => one.postedBy.id === user)?.postedBy.displayName;
  const html = await htmlOf(withNames(body.markdown ?? '', nameOf), id, signal);
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
