import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import { CommentingRanges } from '../../src/features/comments/commentingRanges.ts';
import { CommentCompletionProvider } from '../../src/features/comments/completion.ts';
import { createEditorComments } from '../../src/features/comments/editorComments.ts';
import { register as registerComments } from '../../src/features/comments/index.ts';
import { PendingCount } from '../../src/features/comments/pendingCount.ts';
import { Threads } from '../../src/features/comments/threads.ts';
import { DraftSaver } from '../../src/features/comments/draftSaver.ts';
import { registerPrefetch } from '../../src/features/content/prefetch.ts';
import { registerConflictMarks } from '../../src/features/content/conflictMarks.ts';
import { ContentFiles } from '../../src/features/content/fileSystem.ts';
import { registerPermissionContextKeys } from '../../src/features/content/permissionContextKeys.ts';
import { register as registerContent } from '../../src/features/content/index.ts';
import { register as registerFiles } from '../../src/features/files.ts';
import { BrokenLinkDiagnostics } from '../../src/features/links/brokenLinkDiagnostics.ts';
import { organizationNodes } from '../../src/features/organizations/organizationNodes.ts';
import { PreviewImages } from '../../src/features/preview/images.ts';
import { register as registerPreview } from '../../src/features/preview/index.ts';
import { registerTabs } from '../../src/features/preview/tabs.ts';
import { ResourceFiles } from '../../src/features/resources/files.ts';
import {
  register as registerReviewLists,
  reviewListRoot as reviewListNodes,
} from '../../src/features/reviewList/index.ts';
import { registerUpdates } from '../../src/features/reviewList/updates.ts';
import { ReviewPanel } from '../../src/features/reviewPage/panel.ts';
import { register as registerReviews } from '../../src/features/reviews/index.ts';
import { register as registerSession } from '../../src/features/session/index.ts';
import { register as registerTree } from '../../src/features/tree/index.ts';
import { PageProblems } from '../../src/features/writing/pageProblems.ts';
import { register as registerWriting } from '../../src/features/writing/index.ts';
import { addressOfChangeRequest } from '../../src/model/content/changeRequests.ts';
import { Content } from '../../src/model/content/content.ts';
import { Discussions } from '../../src/model/discussions/discussions.ts';
import { ProcessingPoller } from '../../src/model/resources/processingPoller.ts';
import { Inbox } from '../../src/model/reviews/inbox.ts';
import { Reviews } from '../../src/model/reviews/reviews.ts';
import { PageEditing } from '../../src/model/writing/pageEditing.ts';
import { Tree } from '../../src/ui/tree/tree.ts';
import type { ToPage } from '../../src/webview/reviewPage/messages.ts';
import { memento } from '../host/app.ts';
import { eventually } from '../host/eventually.ts';
import { stageOfParts } from '../host/stage.ts';
import { addPage, itWithOptional } from '../host/support.ts';
import { fakePanel } from './reviewPage/fakePanel.ts';

// A disposed object that still has listeners would continue to send requests for something that is no longer visible.

type Subscribe = (...args: unknown[]) => vscode.Disposable;
type Functions = Record<string, Subscribe>;

const changeRequest = { space: 'heron-manual', number: 8 };

/** A view of a tree without a window. The views of the manifest belong to the extension that runs beside the test. */
function fakeTreeView() {
  const { event } = new vscode.EventEmitter<never>();
  const state = { onDidChangeVisibility: event, onDidChangeSelection: event, onDidChangeCheckboxState: event };
  return { ...state, visible: true, onDidCollapseElement: event, onDidExpandElement: event, dispose: () => undefined };
}

describe('after disposal', () => {
  const restore: (() => void)[] = [];
  afterEach(() => restore.splice(0).forEach(undo => undo()));
  const on = stageOfParts();
  const place = () => ({ connection: on.app.session.current ?? assert.fail('Nobody is signed in.'), ...changeRequest });
  const createApp = () => {
    const extensionUri = vscode.Uri.file('/extension');
    const extension = { packageJSON: { contributes: { commands: [] } } };
    const context = { ...on.app.context, extension, extensionUri, workspaceState: memento(), subscriptions: [] };
    return { ...on.app, context } as unknown as App;
  };

  /** Replaces a function of VS Code or of a model until the end of the test. */
  function replace(target: Functions, name: string, wrap: (original: Subscribe) => Subscribe): void {
    const original = target[name];
    // Some functions of VS Code cannot be replaced. The tested code calls none of these.
    if (typeof original !== 'function' || !Object.getOwnPropertyDescriptor(target, name)?.writable) return;
    Object.assign(target, { [name]: wrap(original.bind(target)) });
    restore.push(() => void Object.assign(target, { [name]: original }));
  }

  /**
   * Counts by name, from now on, the listeners of the models and of VS Code, and the undisposed objects that were
   * registered with VS Code or created by it. Registrations do not reach VS Code, because the extension beside the test
   * has made them already.
   */
  function countListeners(app: App): Map<string, number> {
    const { session, content, reviews, discussions, drafts, inbox, tree, writing } = app;
    const counts = new Map<string, number>();
    const counted = (key: string, disposable: vscode.Disposable): vscode.Disposable => {
      const add = (count: number) => void counts.set(key, (counts.get(key) ?? 0) + count);
      add(1);
      let isDisposed = false;
      const original = disposable.dispose.bind(disposable);
      const dispose = () => {
        if (!isDisposed) add(-1);
        isDisposed = true;
        original();
      };
      // VS Code freezes some of the objects that it creates.
      if (!Object.isFrozen(disposable)) return Object.assign(disposable, { dispose });
      return Object.create(disposable, { dispose: { value: dispose } }) as vscode.Disposable;
    };
    const { rights, conflicts, changeRequests } = content;
    const shared = { session, content, reviews, discussions, drafts, inbox, tree, writing };
    const models = { ...shared, rights, conflicts, changeRequests };
    const { window, workspace, languages, comments, authentication, commands } = vscode;
    const api = { window, workspace, tabGroups: window.tabGroups, languages, comments, authentication, commands };
    for (const [source, functions] of Object.entries({ ...models, ...api })) {
      const target = functions as unknown as Functions;
      for (const name of Object.keys(target)) {
        const key = `${source}.${name}`;
        if (/^on(?:Did|Will)/.test(name)) {
          replace(
            target,
            name,
            subscribe =>
              (...args) =>
                counted(key, subscribe(...args)),
          );
        } else if (/^register/.test(name) && source in api) {
          replace(target, name, () => () => counted(key, new vscode.Disposable(() => undefined)));
        } else if (name === 'createTreeView') {
          replace(target, name, () => () => counted(key, fakeTreeView()));
        } else if (/^create(?:CommentController|StatusBarItem|DiagnosticCollection)$/.test(name)) {
          replace(
            target,
            name,
            create =>
              (...args) =>
                counted(key, create(...args)),
          );
        }
      }
    }
    return counts;
  }

  /** Creates something that needs the threads of comments, and disposes both together. */
  const withThreads = (create: (app: App, threads: Threads) => vscode.Disposable) => (app: App) => {
    const threads = new Threads(app);
    return vscode.Disposable.from(create(app, threads), threads);
  };
  const disposable = (value: object) => value as vscode.Disposable;

  const created: readonly (readonly [name: string, create: (app: App) => vscode.Disposable])[] = [
    [
      'a review page',
      app => {
        const { panel } = fakePanel();
        assert.ok(new ReviewPanel(app, place(), panel));
        return panel;
      },
    ],
    ['the files of content', app => disposable(new ContentFiles(app))],
    ['the files of resources', app => disposable(new ResourceFiles(app))],
    ['the file system', app => registerFiles(app)],
    ['open pages', app => registerContent(app)],
    ['the prefetch of pages', app => registerPrefetch(app)],
    ['conflict marks', app => registerConflictMarks(app)],
    ['permissions in menus', app => registerPermissionContextKeys(app)],
    ['the titles of tabs', app => registerTabs(app)],
    ['the links of documents', app => registerPreview(app)],
    ['language features of edited pages', app => registerWriting(app)],
    ['problems in edited pages', app => new PageProblems(app, new vscode.EventEmitter<void>().event)],
    ['editable pages', app => new PageEditing(app.session, app.content)],
    ['the images of previews', app => new PreviewImages(app)],
    ['broken links', app => new BrokenLinkDiagnostics(app)],
    ['the context of reviewed documents', app => registerReviews(app)],
    ['the session and its accounts', app => registerSession(app)],
    ['comments before the first document', app => registerComments(app)],
    ['comments', app => createEditorComments(app)],
    ['comment threads', app => new Threads(app)],
    ['drafts in comment boxes', withThreads((app, threads) => new DraftSaver(app, threads))],
    ['completion in comment boxes', withThreads((app, threads) => new CommentCompletionProvider(app, threads))],
    ['commenting ranges', app => new CommentingRanges(app)],
    ['the number of pending comments', app => new PendingCount(app.drafts)],
    [
      'the view of spaces',
      app => {
        const tree = new Tree(
          organizationNodes(() => app),
          app.failures,
        );
        return vscode.Disposable.from(registerTree({ ...app, tree }), tree);
      },
    ],
    [
      'the view of reviews',
      app => {
        const reviewLists = new Tree(
          reviewListNodes(() => app),
          app.failures,
        );
        const parts = { ...app, reviewLists };
        const view = registerReviewLists(parts);
        return vscode.Disposable.from(registerUpdates(parts), view);
      },
    ],
    ['lists of change requests', ({ session, content }) => new Inbox(session, content, memento())],
    ['reviews', ({ session, content }) => new Reviews(session, content, memento())],
    ['content', ({ session, context }) => new Content(session, context.globalStorageUri, memento())],
    ['discussions', ({ session, content, failures }) => new Discussions(session, content, failures)],
    ['the state of running resources', ({ session }) => new ProcessingPoller(session, () => true)],
  ];
  for (const [name, create] of created) {
    it(`${name}: no listener remains`, () => {
      const app = createApp();
      const counts = countListeners(app);
      const disposed = create(app);
      assert.ok(
        [...counts.values()].some(count => count > 0),
        'it listens before',
      );
      disposed.dispose();
      assert.deepEqual(
        [...counts].filter(([, count]) => count !== 0),
        [],
      );
    });
  }

  itWithOptional('sends no requests from a review page when everything in it changes', async () => {
    const app = createApp();
    const { reviews, content, session } = app;
    const { id } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Pay out the line.\n' });
    const { panel, sent, receive } = fakePanel();
    assert.ok(new ReviewPanel(app, place(), panel));
    const assertSent = (type: ToPage['type']) =>
      assert.ok(
        sent.some(message => message.type === type),
        type,
      );
    receive({ type: 'ready' });
    await eventually(() => (['head', 'pages', 'filters', 'rights'] as const).forEach(assertSent));
    receive({ type: 'show', id, mode: 'one' });
    await eventually(() => assertSent('page'));
    const { connection } = place();
    const changeEverything = () => {
      reviews.compareSince(place(), undefined, undefined);
      content.refresh(place(), { isAsked: true });
      session.announceChange(connection, addressOfChangeRequest(place()));
    };
    /** Resolves when no other request was sent during three requests of the test. */
    const whenIdle = async () => {
      for (let rounds = 3; rounds > 0; rounds--) {
        const count = on.server.requests.length;
        await connection.api.request('GET /user', {});
        if (on.server.requests.length > count + 1) rounds = 4;
      }
    };
    await whenIdle();
    on.server.requests.length = 0;
    changeEverything();
    await eventually(() => assert.ok(on.server.requests.some(request => /change-requests\/8/.test(request))));
    await whenIdle();
    panel.dispose();
    on.server.requests.length = sent.length = 0;
    changeEverything();
    receive({ type: 'ready' });
    await whenIdle();
    // The discussion stays open without the page. It reads the change request to place its conversations.
    const expected = ['GET /user', 'GET /spaces/heron-manual/change-requests/8'];
    assert.deepEqual(
      on.server.requests.filter(request => !expected.includes(request)),
      [],
    );
    assert.deepEqual(sent, []);
  });
});
