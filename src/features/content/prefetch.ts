import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Content } from '../../model/content/content.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { isCachedOnDisk } from '../../model/content/snapshot.ts';

/** Prefetching starts after this long without a request or an editor change: the user is probably reading. */
const idleDelayMs = 10_000;
/** Neighbouring pages are not prefetched from servers whose last response took longer than this. */
const maxResponseMs = 500;

/** Prefetches the next and previous page of the one being read, so that opening them needs no request. */
export function registerPrefetch(app: App, delayMs = idleDelayMs, currentPage = activePage): vscode.Disposable {
  const { content, session, failures } = app;
  const attempted = new WeakSet<PageEntry>();
  let timer: NodeJS.Timeout | undefined;
  let isPrefetching = false;
  const prefetch = async () => {
    const uri = currentPage();
    if (!uri || !session.connections.some(({ id }) => id === uri.authority)) return;
    isPrefetching = true;
    try {
      await prefetchNeighbours(content, uri, attempted);
    } catch (error) {
      failures.log('Could not prefetch the neighbouring pages. They will be fetched when opened.', error);
    } finally {
      isPrefetching = false;
    }
  };
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void prefetch(), delayMs);
  };
  restartTimer();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(restartTimer),
    vscode.window.onDidChangeWindowState(restartTimer),
    // Responses to prefetch requests do not restart the timer. Otherwise a failing request would repeat forever.
    session.onDidReceiveResponse(() => isPrefetching || restartTimer()),
    { dispose: () => clearTimeout(timer) },
  );
}

/**
 * Fetches the next and the previous page of the tree, one at a time. Skips pages already attempted and slow servers.
 */
export async function prefetchNeighbours(
  content: Content,
  uri: vscode.Uri,
  attempted: WeakSet<PageEntry>,
): Promise<void> {
  const current = await content.lookUp(uri);
  if (current?.kind !== 'page' || !isCachedOnDisk(current.snapshot.place)) return;
  const { snapshot, page } = current;
  const entries = [...(await snapshot.pages()).byId.values()];
  const index = entries.findIndex(entry => entry.page.id === page.id);
  for (const entry of [entries[index + 1], entries[index - 1]]) {
    if (!entry || attempted.has(entry) || snapshot.place.connection.api.lastDurationMs > maxResponseMs) continue;
    attempted.add(entry);
    await snapshot.markdown(entry.page.id);
  }
}

/** Returns the document in the active editor, if the window has the focus. */
function activePage(): vscode.Uri | undefined {
  return vscode.window.state.focused ? vscode.window.activeTextEditor?.document.uri : undefined;
}
