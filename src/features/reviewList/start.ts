import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Node } from '../../ui/tree/node.ts';
import { addressOfChangeRequest } from '../../model/content/changeRequests.ts';
import type { Inbox } from '../../model/reviews/inbox.ts';
import { Polling } from '../../model/reviews/polling.ts';
import { type Query, standing } from '../../model/reviews/queries.ts';
import { showCount } from './count.ts';
import { markOf } from './marks.ts';
import { addressOfList, listNodes } from './node.ts';

/** Keeps the lists in step with writes and accounts, and marks their rows. Gives what reads those of the current account. */
export async function start(app: App): Promise<() => Promise<Node[]>> {
  const { reviewLists: tree, session, content } = app;
  const marks = new vscode.EventEmitter<undefined>();
  const inbox = await app.reviews.inbox;
  const isSeen = () => Boolean(tree.view?.visible) && vscode.window.state.focused && session.current !== undefined;
  const polling = new Polling(isSeen, () => lookAtNext(app, inbox));
  const wake = () => polling.wake();
  wake();
  app.context.subscriptions.push(
    polling,
    tree.view?.onDidChangeVisibility(wake) ?? marks,
    vscode.window.onDidChangeWindowState(wake),
    inbox.onDidForget(wake),
    inbox.onDidFindNews(place => void app.discussions.made?.refresh(place)),
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

/** Looks whether one of the lists that can be seen is another, in turn: so each look is one request for an organization. */
export async function lookAtNext({ session, reviewLists: tree }: App, inbox: Inbox): Promise<boolean> {
  const { current } = session;
  if (!current) return false;
  const isOpen = (query: Query) => {
    const list = addressOfList(current, query);
    const first = inbox.firstOf(query);
    return tree.isShown(first ? `${list}|${addressOfChangeRequest(first.place)}` : `${list}/empty`);
  };
  const query = inbox.nextOf([...standing, ...inbox.choices.saved(current)].filter(isOpen));
  if (!query || !(await inbox.look(current, query))) return false;
  tree.hear(new Set([addressOfList(current, query)]));
  return true;
}
