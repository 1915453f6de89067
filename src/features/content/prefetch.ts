import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Content } from '../../model/content/content.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { isCachedOnDisk } from '../../model/content/snapshot.ts';

/** Milliseconds without a question to the service and without another page, after which somebody is likely to read. */
const idleDelayMs = 10_000;
/** Milliseconds of an answer by which a server is too slow, or has asked to wait, for what nobody waits for. */
const maxResponseMs = 500;

/** Has the pages beside the one that somebody reads at hand by the time when that is read. */
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
      failures.log('Could not read the pages beside the one that is shown. They are read when they are opened.', error);
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
    // The answer to what is read here is no sign of anybody, or what fails would be asked for again and again.
    session.onDidReceiveResponse(() => isPrefetching || restartTimer()),
    { dispose: () => clearTimeout(timer) },
  );
}

/** Reads the next page of the tree and the one before, one after the other, unless that was tried or the server is slow. */
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

/** The document in the editor, where somebody looks at this window. */
function activePage(): vscode.Uri | undefined {
  return vscode.window.state.focused ? vscode.window.activeTextEditor?.document.uri : undefined;
}
