import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Discussions } from '../../src/model/discussions/discussions.ts';
import { subjectOf } from '../../src/model/discussions/subject.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { memento, memoryStorage, type Parts, parts } from './app.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';
import { sampleSandbox } from './support.ts';

/** Milliseconds to the service and back: long enough to tell what waits for what. */
const away = 150;

/** A window on a service that is far away, and in front of that a server that counts what is asked. */
export interface FarAway {
  readonly sandbox: RunningSandbox;
  readonly server: FaultyServer;
  readonly app: Parts;
  readonly discussions: Discussions;
  signIn(): Promise<void>;
  /** Closes the window, and opens the next one with what it has left. */
  reopen(): void;
  /** The address of a document of the sample on this server. */
  here(uri: vscode.Uri): Promise<vscode.Uri>;
  /** The text of a page, as an editor gets it. */
  text(uri: vscode.Uri): Promise<string>;
  /** What an editor asks for when it shows a page: the text, where one may comment, and what was said. */
  read(uri: vscode.Uri): Promise<string>;
}

/** Opens such a window before each test of a suite. `prepare` fills the sandbox first. */
export function farAway(prepare: (sandbox: RunningSandbox) => void = () => {}): FarAway {
  let set: Pick<FarAway, 'sandbox' | 'server' | 'app'>;
  let left: [ReturnType<typeof memoryStorage>, vscode.Uri, vscode.Memento];
  const open = () => {
    const app = parts(...left);
    app.content.onWillRead(uri => void app.discussions.open(uri));
    return { app };
  };
  const here = async (uri: vscode.Uri) => uri.with({ authority: (await set.app.session.require()).id });
  const text = async (uri: vscode.Uri) => {
    const found = await set.app.content.find(await here(uri));
    assert.ok(found?.kind === 'page', 'the page is not there');
    return found.snapshot.markdown(found.page.id);
  };
  beforeEach(async () => {
    const sandbox = await sampleSandbox();
    prepare(sandbox);
    const server = await startFaultyServer(sandbox.url, 'documentation', away);
    left = [memoryStorage(), vscode.Uri.file(join(tmpdir(), randomUUID())), memento()];
    set = { sandbox, server, ...open() };
  });
  afterEach(async () => {
    set.app.dispose();
    await set.server.close();
    await set.sandbox.close();
    await vscode.workspace.fs.delete(left[1], { recursive: true }).then(undefined, () => undefined);
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
    reopen() {
      set.app.dispose();
      set = { ...set, ...open() };
    },
    here,
    text,
    async read(uri) {
      const page = await here(uri);
      const place = await set.app.content.place(subjectOf(page) ?? assert.fail());
      const [words] = await Promise.all([text(uri), set.app.discussions.mayComment(place)]);
      await set.app.discussions.on(page);
      return words;
    },
  };
}
