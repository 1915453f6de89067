import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import { eventually } from '../../host/eventually.ts';

/** The comment threads and the controller of the extension, caught when they are created. */
export interface Screen {
  readonly threads: ReadonlySet<vscode.CommentThread>;
  readonly controller: vscode.CommentController;
}

// The extension creates its controller when it is activated, and this module is loaded before any test does that. If a
// test creates more, the last one that is not disposed is used.
const screens: { threads: Set<vscode.CommentThread>; controller: vscode.CommentController }[] = [];

let made = 0;

/** The last commenting ranges that VS Code received, by URI. */
const asked = new Map<string, vscode.Range[]>();

const { createCommentController } = vscode.comments;
Object.assign(vscode.comments, {
  createCommentController(id: string, label: string) {
    // VS Code identifies controllers by ID: disposing one would dispose all others of the same ID.
    const controller = createCommentController(made++ === 0 ? id : `${id}-${made}`, label);
    const threads = new Set<vscode.CommentThread>();
    const watched: Pick<vscode.CommentController, 'createCommentThread' | 'dispose'> = {
      createCommentThread: (...args) => watch(threads, controller.createCommentThread(...args)),
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

/** Returns the last commenting ranges that VS Code received for a visible document. */
export function rangesOn(uri: vscode.Uri): vscode.Range[] | undefined {
  return asked.get(uri.toString());
}

/**
 * Resolves when a visible document has its threads, which VS Code recreates when it has received the commenting ranges.
 */
export async function whenThreadsLoaded(uri: vscode.Uri): Promise<void> {
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

// An unused comment box would disturb the next test.
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

/**
 * Resolves when the extension has its controller, which it creates when the first document of the service is opened.
 */
export async function loadScreen(uri: vscode.Uri): Promise<void> {
  await vscode.workspace.openTextDocument(uri);
  await eventually(screen);
}

/** Returns the threads on a document. Threads on other open documents are ignored. */
export function threadsOn(uri: vscode.Uri): Set<vscode.CommentThread> {
  return new Set([...screen().threads].filter(thread => documentKey(thread.uri) === documentKey(uri)));
}

/** Returns the thread with a comment that contains this text. */
export function threadWithText(words: string): vscode.CommentThread {
  const threads = [...screen().threads].filter(thread =>
    thread.comments.some(comment => textOfComment(comment).includes(words)),
  );
  const [thread] = threads;
  if (!thread || threads.length > 1) throw new Error(`${threads.length} threads say "${words}".`);
  return thread;
}

export function commentWithText(words: string): vscode.Comment {
  const comment = threadWithText(words).comments.find(one => textOfComment(one).includes(words));
  if (!comment) throw new Error(`No comment says "${words}".`);
  return comment;
}

export function isTextShown(words: string): boolean {
  return [...screen().threads].some(thread => thread.comments.some(comment => textOfComment(comment).includes(words)));
}

export function textOfComment({ body }: vscode.Comment): string {
  return typeof body === 'string' ? body : body.value;
}

/** Creates an empty thread, like the "+" beside a line; without lines, on the whole document. */
export function newThread(uri: vscode.Uri, lines?: { start: number; end: number }): vscode.CommentThread {
  const range = lines && new vscode.Range(lines.start, 0, lines.end, 0);
  return screen().controller.createCommentThread(uri, range as vscode.Range, []);
}
