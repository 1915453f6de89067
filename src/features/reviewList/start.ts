import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Node } from '../../ui/tree/node.ts';
import { showCount } from './count.ts';
import { markOf } from './marks.ts';
import { listNodes } from './node.ts';

/** Keeps the lists in step with writes and accounts, and marks their rows. Gives what reads those of the current account. */
export async function start(app: App): Promise<() => Promise<Node[]>> {
  const { reviewLists: tree, session, content } = app;
  const marks = new vscode.EventEmitter<undefined>();
  const inbox = await app.reviews.inbox;
  app.context.subscriptions.push(
    marks,
    session.onDidChange(() => tree.forget()),
    session.onDidWrite(({ touched, known }) => tree.hear(touched, known)),
    session.onDidAnswer(() => tree.hearAnswer()),
    content.rights.onDidChange(address => tree.hear(new Set([address]))),
    showCount(inbox.onDidCount, tree.view ?? {}),
    inbox.onDidForget(() => marks.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: marks.event,
      provideFileDecoration: uri => (uri.scheme === scheme && uri.fragment ? markOf(app, uri) : undefined),
    }),
  );
  return async () => {
    await session.restore();
    return session.current ? listNodes(app, session.current) : [];
  };
}
