import * as vscode from 'vscode';
import type { Content } from '../../model/content/content.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Reader } from '../../model/discussions/listing.ts';
import type { Inbox } from '../../model/reviews/inbox.ts';

interface ReaderContext {
  content: Content;
  inbox: Inbox;
}

/** Returns the user who reads a discussion. Its ID is undefined until the server or the user tells it. */
export async function readerOf({ content, inbox }: ReaderContext, discussion: Discussion): Promise<Reader> {
  const { connection, space, version } = await discussion.place();
  const id = discussion.user ?? inbox.me(connection);
  if (version.kind !== 'changeRequest') return { id, isAuthor: false };
  const { createdBy } = await content.changeRequests.get({ connection, space, number: version.number });
  return { id, isAuthor: id !== undefined && createdBy.id === id };
}

/** Where the server does not say who the user is, that is said once. */
export async function identifyReader(context: ReaderContext, discussion: Discussion, reader: Reader): Promise<Reader> {
  if (reader.id !== undefined) return reader;
  await vscode.commands.executeCommand('marginalia.reviewList.chooseCaller');
  const known = await readerOf(context, discussion);
  if (known.id === undefined) throw new vscode.CancellationError();
  return known;
}
