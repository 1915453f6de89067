import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { DiskCache } from '../../src/model/content/diskCache.ts';
import type { Discussions } from '../../src/model/discussions/discussions.ts';
import { discussionSubjectOf } from '../../src/model/discussions/subject.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { memento, memoryStorage, type Parts, parts } from './app.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';
import { sampleSandbox } from './support.ts';

/** The latency of the service in milliseconds, long enough to distinguish sequential from parallel requests. */
const away = 150;

/** A window connected to a distant service, through a server that counts the requests. */
export interface DistantWindow {
  readonly sandbox: RunningSandbox;
  readonly server: FaultyServer;
  readonly app: Parts;
  readonly discussions: Discussions;
  signIn(): Promise<void>;
  /** Closes the window once its caches are on disk, and opens the next one with the same storage. */
  reopen(): Promise<void>;
  /** Returns the URI of a sample document on this server. */
  signedInUri(uri: vscode.Uri): Promise<vscode.Uri>;
  /** Returns the text of a page, as an editor reads it. */
  text(uri: vscode.Uri): Promise<string>;
  /** Makes the requests of an editor that shows a page: its text, its commenting ranges and its comments. */
  read(uri: vscode.Uri): Promise<string>;
}

/** Opens a window with a distant service before each test of a suite. `prepare` fills the sandbox first. */
export function distantWindow(prepare: (sandbox: RunningSandbox) => void = () => {}): DistantWindow {
  let set: Pick<DistantWindow, 'sandbox' | 'server' | 'app'>;
  let storage: [ReturnType<typeof memoryStorage>, vscode.Uri, vscode.Memento];
  let writes: Promise<void>[] = [];
  const open = () => {
    const app = parts(...storage);
    writes = writesOf(app.content.disk);
    app.content.onWillRead(uri => void app.discussions.open(uri));
    return { app };
  };
  const signedInUri = async (uri: vscode.Uri) => uri.with({ authority: (await set.app.session.require()).id });
  const text = async (uri: vscode.Uri) => {
    const entry = await set.app.content.find(await signedInUri(uri));
    assert.ok(entry?.kind === 'page', 'the page is not there');
    return entry.snapshot.markdown(entry.page.id);
  };
  beforeEach(async () => {
    const sandbox = await sampleSandbox();
    prepare(sandbox);
    const server = await startFaultyServer(sandbox.url, 'documentation', away);
    storage = [memoryStorage(), vscode.Uri.file(join(tmpdir(), randomUUID())), memento()];
    set = { sandbox, server, ...open() };
  });
  afterEach(async () => {
    set.app.dispose();
    await set.server.close();
    await set.sandbox.close();
    await vscode.workspace.fs.delete(storage[1], { recursive: true }).then(undefined, () => undefined);
  });
  return {
    get sandbox() {
      return set.sandbox;
    },
    get server() {
      return set.server;
    },
    get app() {
      return set.app;
    },
    get discussions() {
      return set.app.discussions;
    },
    async signIn() {
      await set.app.session.signIn({ url: set.server.url, token: set.sandbox.token });
    },
    async reopen() {
      await Promise.all(writes);
      set.app.dispose();
      set = { ...set, ...open() };
    },
    signedInUri,
    text,
    async read(uri) {
      const page = await signedInUri(uri);
      const place = await set.app.content.place(discussionSubjectOf(page) ?? assert.fail());
      const [words] = await Promise.all([text(uri), set.app.discussions.canComment(place)]);
      await set.app.discussions.conversationsOn(page);
      return words;
    },
  };
}

/** Returns the writes of a disk cache, of which its callers do not wait for the end. More are added as they begin. */
function writesOf(disk: DiskCache): Promise<void>[] {
  const writes: Promise<void>[] = [];
  const put = disk.put.bind(disk);
  disk.put = (...args) => {
    const write = put(...args);
    writes.push(write);
    return write;
  };
  return writes;
}
