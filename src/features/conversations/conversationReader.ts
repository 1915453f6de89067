import * as vscode from 'vscode';
import type { Content } from '../../model/content/content.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Reader } from '../../model/discussions/listing.ts';
import type { Inbox } from '../../model/reviews/inbox.ts';

interface ReaderContext {
  content: Content;
  inbox: Inbox;
}

/** Returns the user who reads a discussion. The ID is undefined until the server reports it or the user chooses it. */
export async function fetchReader({ content, inbox }: ReaderContext, discussion: Discussion): Promise<Reader> {
  const { connection, space, version } = await discussion.place();
  const id = discussion.user ?? inbox.callerId(connection);
  if (version.kind !== 'changeRequest') return { id, isAuthor: false };
  const { createdBy } = await content.changeRequests.get({ connection, space, number: version.number });
  return { id, isAuthor: id !== undefined && createdBy.id === id };
}

/** Asks the user who they are if the server does not report it. Throws a CancellationError if the prompt is closed. */
export async function identifyReader(context: ReaderContext, discussion: Discussion, reader: Reader): Promise<Reader> {
  if (reader.id !== undefined) return reader;
  await vscode.commands.executeCommand('marginalia.reviewList.chooseCaller');
  const identified = await fetchReader(context, discussion);
  if (identified.id === undefined) throw new vscode.CancellationError();
  return identified;
}
