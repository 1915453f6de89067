import type { PageThread, ToPage } from '../../../src/webview/reviewPage/messages.ts';

/** Returns the threads that the webview has for a page after all messages; those of the change request for `''`. */
export function postedThreads(messages: readonly ToPage[], page: string): readonly PageThread[] {
  const known = new Map<string, PageThread>();
  let ids: readonly string[] = [];
  for (const message of messages) {
    if (message.type !== 'threads' || message.id !== page) continue;
    for (const thread of message.threads) known.set(thread.id, thread);
    ids = message.ids ?? message.threads.map(({ id }) => id);
  }
  return ids.flatMap(id => known.get(id) ?? []);
}
