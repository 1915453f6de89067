import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Content } from '../../model/content/content.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { isKeptOnDisk } from '../../model/content/snapshot.ts';

/** Milliseconds without a question to the service and without another page, after which somebody is likely to read. */
const idleAfter = 10_000;
/** Milliseconds of an answer by which a server is too slow, or has asked to wait, for what nobody waits for. */
const slowFrom = 500;

/** Has the pages beside the one that somebody reads at hand by the time when that is read. */
export function registerAhead(app: App, after = idleAfter, reading = readHere): vscode.Disposable {
  const { content, session, failures } = app;
  const tried = new WeakSet<PageEntry>();
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  const read = async () => {
    const uri = reading();
    if (!uri || !session.connections.some(({ id }) => id === uri.authority)) return;
    isReading = true;
    try {
      await readBeside(content, uri, tried);
    } catch (error) {
      failures.log('Could not read the pages beside the one that is shown. They are read when they are opened.', error);
    } finally {
      isReading = false;
    }
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), after);
  };
  wait();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(wait),
    vscode.window.onDidChangeWindowState(wait),
    // The answer to what is read here is no sign of anybody, or what fails would be asked for again and again.
    session.onDidAnswer(() => isReading || wait()),
    { dispose: () => clearTimeout(timer) },
  );
}

/** Reads the next page of the tree and the one before, one after the other, unless that was tried or the server is slow. */
export async function readBeside(content: Content, uri: vscode.Uri, tried: WeakSet<PageEntry>): Promise<void> {
  const found = await content.lookUp(uri);
  if (found?.kind !== 'page' || !isKeptOnDisk(found.snapshot.place)) return;
  const { snapshot, page } = found;
  const entries = [...(await snapshot.pages()).byId.values()];
  const index = entries.findIndex(entry => entry.page.id === page.id);
  for (const entry of [entries[index + 1], entries[index - 1]]) {
    if (!entry || tried.has(entry) || snapshot.place.connection.api.lastTook > slowFrom) continue;
    tried.add(entry);
    await snapshot.markdown(entry.page.id);
  }
}

/** The document in the editor, where somebody looks at this window. */
function readHere(): vscode.Uri | undefined {
  return vscode.window.state.focused ? vscode.window.activeTextEditor?.document.uri : undefined;
}
