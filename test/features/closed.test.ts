import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import { registerAhead } from '../../src/features/content/ahead.ts';
import { registerConflictMarks } from '../../src/features/content/conflictMarks.ts';
import { ContentFiles } from '../../src/features/content/fileSystem.ts';
import { registerRefusals } from '../../src/features/content/refusals.ts';
import { Findings } from '../../src/features/links/findings.ts';
import { Images } from '../../src/features/preview/images.ts';
import { registerTabs } from '../../src/features/preview/tabs.ts';
import { ResourceFiles } from '../../src/features/resources/files.ts';
import { ReviewPanel } from '../../src/features/reviewPage/panel.ts';
import { register as registerReviews } from '../../src/features/reviews/index.ts';
import { addressOfChangeRequest } from '../../src/model/content/changeRequests.ts';
import { Content } from '../../src/model/content/content.ts';
import { Discussions } from '../../src/model/discussions/discussions.ts';
import { Following } from '../../src/model/resources/following.ts';
import { Inbox } from '../../src/model/reviews/inbox.ts';
import { Reviews } from '../../src/model/reviews/reviews.ts';
import type { FromPage, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { memento } from '../host/app.ts';
import { eventually } from '../host/eventually.ts';
import { stageOfParts } from '../host/stage.ts';
import { addPage, itWithOptional } from '../host/support.ts';

// What is closed must not listen any more: it would go on asking the server for what nobody sees.

type Event = (...given: unknown[]) => vscode.Disposable;
type Listened = Record<string, Event>;

const changeRequest = { space: 'heron-manual', number: 8 };

/** A webview panel without a window. */
function fakePanel() {
  const closed = new vscode.EventEmitter<void>();
  const heard = new vscode.EventEmitter<unknown>();
  const told: ToPage[] = [];
  const webview = {
    ...{ options: {}, html: '', cspSource: 'self', asWebviewUri: (uri: vscode.Uri) => uri },
    onDidReceiveMessage: heard.event,
    postMessage: async (message: ToPage) => told.push(message) > 0,
  };
  const panel = {
    ...{ title: 'Page', active: true, visible: true, webview, reveal() {}, dispose: () => closed.fire() },
    ...{ onDidDispose: closed.event, onDidChangeViewState: new vscode.EventEmitter<never>().event },
  } as unknown as vscode.WebviewPanel;
  return { panel, told, hear: (message: FromPage) => heard.fire(message) };
}

describe('what is closed', () => {
  const on = stageOfParts();
  const place = () => ({ connection: on.app.session.current ?? assert.fail('Nobody is signed in.'), ...changeRequest });
  const app = () => {
    const extensionUri = vscode.Uri.file('/extension');
    const context = { ...on.app.context, extensionUri, workspaceState: memento(), subscriptions: [] };
    return { ...on.app, context } as unknown as App;
  };

  let restore: (() => void)[] = [];
  afterEach(() => restore.splice(0).forEach(one => one()));

  /** Counts who listens to the events of the models and of VS Code from now on, by name. */
  async function countListeners({ session, content, reviews, discussions, drafts }: App): Promise<Map<string, number>> {
    const listeners = new Map<string, number>();
    const models = { session, content, reviews, discussions: await loaded(discussions), drafts: await loaded(drafts) };
    const { rights, conflicts, changeRequests } = content;
    const sources = { ...models, rights, conflicts, changeRequests };
    const { window, workspace } = vscode;
    for (const [source, events] of Object.entries({ ...sources, window, workspace, tabGroups: window.tabGroups })) {
      const target = events as unknown as Listened;
      for (const name of Object.keys(target).filter(one => /^on(?:Did|Will)/.test(one))) {
        const event = target[name];
        // What VS Code lets nobody replace is not listened to by what is tested.
        const isReplaced = Object.getOwnPropertyDescriptor(target, name)?.writable;
        if (typeof event !== 'function' || !isReplaced) continue;
        const key = `${source}.${name}`;
        const add = (count: number) => void listeners.set(key, (listeners.get(key) ?? 0) + count);
        const counted: Event = (...given) => {
          const listening = event.apply(target, given);
          add(1);
          let isOver = false;
          return {
            dispose() {
              if (!isOver) add(-1);
              isOver = true;
              listening.dispose();
            },
          };
        };
        Object.assign(target, { [name]: counted });
        restore.push(() => void Object.assign(target, { [name]: event }));
      }
    }
    return listeners;
  }

  const listening: readonly (readonly [what: string, open: (app: App) => vscode.Disposable])[] = [
    [
      'a review page',
      app => {
        const { panel } = fakePanel();
        assert.ok(new ReviewPanel(app, place(), panel));
        return panel;
      },
    ],
    ['the files of content', app => new ContentFiles(app) as unknown as vscode.Disposable],
    ['the files of resources', app => new ResourceFiles(app) as unknown as vscode.Disposable],
    ['reading ahead', app => registerAhead(app)],
    ['marks of conflicts', app => registerConflictMarks(app)],
    ['permissions in the menus', app => registerRefusals(app)],
    ['the titles of tabs', app => registerTabs(app)],
    ['the images of previews', app => new Images(app)],
    ['broken links that were found', app => new Findings(app)],
    ['following what is reviewed', app => registerReviews(app)],
    ['lists of change requests', ({ session, content }) => new Inbox(session, content, memento())],
    ['reviews', ({ session, content }) => new Reviews(session, content, memento())],
    ['content', ({ session, context }) => new Content(session, context.globalStorageUri, memento())],
    ['discussions', ({ session, content, failures }) => new Discussions(session, content, failures)],
    ['following what runs on the service', ({ session }) => new Following(session, () => true)],
  ];
  for (const [what, open] of listening) {
    it(`listens to nothing any more: ${what}`, async () => {
      const parts = app();
      const listeners = await countListeners(parts);
      const opened = open(parts);
      assert.ok(
        [...listeners.values()].some(count => count > 0),
        'while it is open it listens',
      );
      opened.dispose();
      assert.deepEqual(
        [...listeners].filter(([, count]) => count !== 0),
        [],
      );
    });
  }

  itWithOptional('asks for nothing any more: a review page of which everything changes', async () => {
    const parts = app();
    const { reviews, content, session } = parts;
    const { id } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Pay out the line.\n' });
    const { panel, told, hear } = fakePanel();
    assert.ok(new ReviewPanel(parts, place(), panel));
    const isTold = (type: ToPage['type']) =>
      assert.ok(
        told.some(message => message.type === type),
        type,
      );
    hear({ type: 'ready' });
    await eventually(() => ['head', 'pages', 'filters', 'rights'].forEach(type => isTold(type as ToPage['type'])));
    hear({ type: 'show', id, mode: 'one' });
    await eventually(() => isTold('page'));
    const { connection } = place();
    const changeEverything = () => {
      reviews.compareSince(place(), undefined, undefined);
      content.refresh(place(), { isAsked: true });
      session.tellDone(connection, addressOfChangeRequest(place()));
    };
    // What comes for what was asked before is let come.
    const quiet = async () => {
      for (let rounds = 3; rounds > 0; rounds--) {
        const count = on.server.requests.length;
        await connection.api.request('GET /user', {});
        if (on.server.requests.length > count + 1) rounds = 4;
      }
    };
    await quiet();
    on.server.requests.length = 0;
    changeEverything();
    await eventually(() => assert.ok(on.server.requests.some(asked => /change-requests\/8/.test(asked))));
    await quiet();
    panel.dispose();
    on.server.requests.length = told.length = 0;
    changeEverything();
    hear({ type: 'ready' });
    await quiet();
    // The discussion of a page that was open looks where its conversations stand now.
    const known = ['GET /user', 'GET /spaces/heron-manual/change-requests/8'];
    assert.deepEqual(
      on.server.requests.filter(asked => !known.includes(asked)),
      [],
    );
    assert.deepEqual(told, []);
  });
});

/** A model, also where it is made when it is needed first. */
async function loaded(model: object): Promise<object> {
  return 'get' in model && typeof model.get === 'function' && 'made' in model ? ((await model.get()) as object) : model;
}
