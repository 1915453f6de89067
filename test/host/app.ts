import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import { Content } from '../../src/model/content/content.ts';
import { organizationNodes } from '../../src/features/organizations/organizationNodes.ts';
import { reviewListRoot } from '../../src/features/reviewList/index.ts';
import { Discussions } from '../../src/model/discussions/discussions.ts';
import { type Drafts, createDrafts } from '../../src/model/discussions/drafts.ts';
import { Inbox } from '../../src/model/reviews/inbox.ts';
import { Reviews } from '../../src/model/reviews/reviews.ts';
import { Session } from '../../src/model/session/session.ts';
import { Writing } from '../../src/model/writing/writing.ts';
import { RunningCommands } from '../../src/ui/command.ts';
import { Failures } from '../../src/ui/failures.ts';
import { refreshViewed } from '../../src/features/reviews/viewedCheckboxes.ts';
import { Singletons } from '../../src/ui/singletons.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import { Tree } from '../../src/ui/tree/tree.ts';

/** The models behind the views, assembled as in extension.ts but with their own storage. */
export interface Parts extends vscode.Disposable {
  session: Session;
  content: Content;
  discussions: Discussions;
  drafts: Drafts;
  writing: Writing;
  reviews: Reviews;
  inbox: Inbox;
  tree: Tree;
  reviewLists: Tree;
  failures: Failures;
  running: RunningCommands;
  log: vscode.LogOutputChannel;
  context: App['context'];
  singletons: App['singletons'];
}

export function parts(
  storage = memoryStorage(),
  folder = vscode.Uri.file(join(tmpdir(), randomUUID())),
  memory: vscode.Memento = memento(),
): Parts {
  // The name is unique because VS Code returns an existing channel for a known name, even one being disposed.
  const log = vscode.window.createOutputChannel(`Marginalia tests ${randomUUID()}`, { log: true });
  const session = new Session({ ...storage, globalState: memory }, log);
  const content = new Content(session, folder, memory);
  const reviews = new Reviews(session, content, memory);
  const failures = new Failures(log, () => []);
  // The rows use only these members.
  const subscriptions: vscode.Disposable[] = [];
  const context = { globalState: memory, globalStorageUri: folder, subscriptions } as unknown as App['context'];
  const discussions = new Discussions(session, content, failures);
  const drafts = createDrafts(folder, failures, session);
  const writing = new Writing(session, content, context, failures);
  const inbox = new Inbox(session, content, memory);
  const models = { session, content, discussions, drafts, writing, reviews, inbox };
  const running = new RunningCommands();
  const singletons = new Singletons<App>(() => app);
  const app = { ...models, failures, running, log, context, singletons } as App;
  const tree = new Tree(
    organizationNodes(() => app),
    failures,
  );
  const reviewLists = new Tree(
    reviewListRoot(() => app),
    failures,
  );
  Object.assign(app, { tree, reviewLists });
  const listening = vscode.Disposable.from(
    session.onDidWrite(({ touched, locallyUpdated }) => tree.applyChange(touched, locallyUpdated)),
    reviews.onDidChange(place => refreshViewed(app, place)),
    content.rights.onDidChange(address => tree.applyChange(new Set([address]))),
    session.onDidReceiveResponse(() => tree.handleResponse()),
    session.onDidChange(() => tree.clear()),
  );
  const views = vscode.Disposable.from(listening, tree, reviewLists);
  const all = vscode.Disposable.from(views, inbox, reviews, discussions, drafts, writing, content, session, log);
  const dispose = () => vscode.Disposable.from(...subscriptions, all).dispose();
  return { ...models, tree, reviewLists, failures, running, log, context, singletons, dispose };
}

/** Creates secret storage that lives as long as the test. */
export function memoryStorage(): Pick<vscode.ExtensionContext, 'secrets'> {
  const values = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const secrets: vscode.SecretStorage = {
    get: async key => values.get(key),
    keys: async () => [...values.keys()],
    store: async (key, value) => {
      values.set(key, value);
      changed.fire({ key });
    },
    delete: async key => {
      values.delete(key);
      changed.fire({ key });
    },
    onDidChange: changed.event,
  };
  return { secrets };
}

/** Creates the memento that windows share. */
export function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) =>
      void (value === undefined ? values.delete(key) : values.set(key, JSON.parse(JSON.stringify(value)))),
  } as vscode.Memento;
}

/** Makes a memento refuse keys with a prefix, like a full disk. */
export function refuseUpdates(memory: vscode.Memento, prefix: string): void {
  const update = memory.update.bind(memory);
  memory.update = async (key, value) => {
    if (key.startsWith(prefix)) throw new Error('The disk is full.');
    await update(key, value);
  };
}

/** Returns the labels of the child rows at a path of labels. */
export async function labels(tree: Tree, ...path: string[]): Promise<string[]> {
  return (await tree.getChildren(await row(tree, ...path))).map(
    ({ label, description }) => label || (description ?? ''),
  );
}

/** Returns the row at the end of a path of labels, opening one after another. */
export async function row(tree: Tree, ...path: string[]): Promise<Node | undefined> {
  let node: Node | undefined;
  for (const label of path) {
    const rows: Node[] = await tree.getChildren(node);
    const next = rows.find(candidate => candidate.label.includes(label));
    if (!next) throw new Error(`No row "${label}" among ${rows.map(candidate => candidate.label).join(', ')}.`);
    node = next;
  }
  return node;
}

/** Returns the rows of all changes of a change request, including those in folders. */
export async function changeRows(tree: Tree, parent: Node | undefined): Promise<Node[]> {
  const rows = await tree.getChildren(parent);
  const inFolders = rows.map(one => (one.contextValue === 'changeFolder' ? changeRows(tree, one) : [one]));
  const all = (await Promise.all(inFolders)).flat();
  return all.filter(({ contextValue }) => contextValue.split('.')[0] === 'change');
}
