import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import { eventually } from '../../host/eventually.ts';

/** What the extension has put into the editor: the threads on the screen, and what VS Code would ask of it. */
export interface Screen {
  readonly threads: ReadonlySet<vscode.CommentThread>;
  readonly controller: vscode.CommentController;
}

// The extension makes its controller when it is activated; this module is loaded before any test does that.
// A test may make more; the last one that is not disposed is meant.
const screens: { threads: Set<vscode.CommentThread>; controller: vscode.CommentController }[] = [];

let made = 0;

/** Where one may comment on documents, as VS Code has heard last. */
const asked = new Map<string, vscode.Range[]>();

const { createCommentController } = vscode.comments;
Object.assign(vscode.comments, {
  createCommentController(id: string, label: string) {
    // VS Code knows a controller by its ID: with the end of one, every other of the same ID would end, too.
    const controller = createCommentController(made++ === 0 ? id : `${id}-${made}`, label);
    const threads = new Set<vscode.CommentThread>();
    const watched: Pick<vscode.CommentController, 'createCommentThread' | 'dispose'> = {
      createCommentThread: (...given) => watch(threads, controller.createCommentThread(...given)),
      dispose: () => {
        controller.dispose();
        screens.splice(
          screens.findIndex(screen => screen.threads === threads),
          1,
        );
      },
    };
    const properties = ['id', 'label', 'options', 'commentingRangeProvider', 'reactionHandler'] as const;
    for (const name of properties) {
      Object.defineProperty(watched, name, {
        configurable: true,
        get: () => controller[name],
        set: (value: vscode.CommentingRangeProvider) =>
          Object.assign(controller, { [name]: name === 'commentingRangeProvider' ? noting(value) : value }),
      });
    }
    screens.push({ threads, controller: watched as vscode.CommentController });
    return watched;
  },
});

function noting(provider: vscode.CommentingRangeProvider): vscode.CommentingRangeProvider {
  return {
    provideCommentingRanges: async (document, token) => {
      const ranges = await provider.provideCommentingRanges(document, token);
      asked.set(document.uri.toString(), (ranges as vscode.CommentingRanges | null)?.ranges ?? []);
      return ranges;
    },
  };
}

/** Where one may comment on a document that is shown, as VS Code has heard last. */
export function rangesOn(uri: vscode.Uri): vscode.Range[] | undefined {
  return asked.get(uri.toString());
}

/** Waits until a document that is shown has its threads: VS Code makes them anew when it has heard where one may comment. */
export async function settled(uri: vscode.Uri): Promise<void> {
  await eventually(() => assert.ok(rangesOn(uri), 'VS Code has not asked where one may comment'));
}

function watch(threads: Set<vscode.CommentThread>, thread: vscode.CommentThread): vscode.CommentThread {
  const { dispose } = thread;
  threads.add(thread);
  thread.dispose = () => {
    threads.delete(thread);
    dispose();
  };
  return thread;
}

// A box that was opened and never used would be in the way of the next test.
afterEach(() => {
  for (const { threads } of screens) {
    for (const thread of [...threads]) if (thread.comments.length === 0) thread.dispose();
  }
});

export function screen(): Screen {
  const last = screens.at(-1);
  if (!last) throw new Error('The extension is not active yet.');
  return last;
}

/** Waits until the extension has its controller, which it makes when the first document of the service is opened. */
export async function loadScreen(uri: vscode.Uri): Promise<void> {
  await vscode.workspace.openTextDocument(uri);
  await eventually(screen);
}

/** The threads on a document: others may be open from before, whose threads find their places meanwhile. */
export function threadsOn(uri: vscode.Uri): Set<vscode.CommentThread> {
  return new Set([...screen().threads].filter(thread => documentKey(thread.uri) === documentKey(uri)));
}

/** The thread with a comment that says this. */
export function threadSaying(words: string): vscode.CommentThread {
  const found = [...screen().threads].filter(thread =>
    thread.comments.some(comment => textOf(comment).includes(words)),
  );
  const [thread] = found;
  if (!thread || found.length > 1) throw new Error(`${found.length} threads say "${words}".`);
  return thread;
}

export function commentSaying(words: string): vscode.Comment {
  const comment = threadSaying(words).comments.find(one => textOf(one).includes(words));
  if (!comment) throw new Error(`No comment says "${words}".`);
  return comment;
}

export function isShown(words: string): boolean {
  return [...screen().threads].some(thread => thread.comments.some(comment => textOf(comment).includes(words)));
}

export function textOf({ body }: vscode.Comment): string {
  return typeof body === 'string' ? body : body.value;
}

/** An empty thread, as the "+" beside a line makes it; without lines, on the whole document. */
export function newThread(uri: vscode.Uri, lines?: { start: number; end: number }): vscode.CommentThread {
  const range = lines && new vscode.Range(lines.start, 0, lines.end, 0);
  return screen().controller.createCommentThread(uri, range as vscode.Range, []);
}
