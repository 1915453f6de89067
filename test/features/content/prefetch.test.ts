import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { prefetchNeighbours, registerPrefetch } from '../../../src/features/content/prefetch.ts';
import { labels } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { distantWindow } from '../../host/farAway.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage } from '../../host/support.ts';
import { assertTraffic } from '../../host/traffic.ts';
import { replaceWindowProperties } from '../../host/window.ts';
import { resetTimers } from '../../host/timers.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('prefetch of the neighboring pages', () => {
  const far = distantWindow();
  let pages: vscode.Uri[];
  const texts = () => far.server.requests.filter(request => request.includes('/content/page/')).length;

  beforeEach(async () => {
    pages = ['First.', 'Second.', 'Third.', 'Fourth.'].map(
      markdown => addPage(far.sandbox, changeRequest, { title: 'In a row', markdown }).uri,
    );
    await far.signIn();
    await labels(far.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
  });

  const page = async (index: number) => far.signedInUri(pages[index] ?? assert.fail());

  it('starts when the client is idle, covers two pages, and lets them open at once', async () => {
    const current = await page(1);
    await far.read(current);
    assert.equal(texts(), 1);
    const prefetching = registerPrefetch(far.app as unknown as App, 50, () => current);
    await eventually(() => assert.equal(texts(), 3));
    await assertTraffic(far.server, { requests: 0, trips: 0 }, async () => {
      assert.match(await far.text(await page(0)), /First/);
      assert.match(await far.text(await page(2)), /Third/);
      await prefetchNeighbours(far.app.content, current, new WeakSet());
    });
    prefetching.dispose();
  });

  it('does not run while the window is hidden or closed', async () => {
    const current = await page(1);
    await far.read(current);
    let looked = 0;
    const prefetching = registerPrefetch(far.app as unknown as App, 0, () => (looked++, undefined));
    await eventually(() => assert.ok(looked > 0));
    prefetching.dispose();
    assert.equal(texts(), 1);
  });

  it('pauses while the server is slow or asks to wait', async () => {
    const current = await page(1);
    const tried = new WeakSet<never>();
    await far.read(current);
    far.server.fail({ kind: 'status', status: 429, retryAfter: 1 }, /\/content\/page\//, 1);
    await far.text(await page(3));
    const before = texts();
    await prefetchNeighbours(far.app.content, current, tried);
    assert.equal(texts(), before);
    await far.app.content.changeRequests.fetch({ connection: await far.app.session.require(), ...changeRequest });
    await prefetchNeighbours(far.app.content, current, tried);
    assert.equal(texts(), before + 2);
  });

  it('fetches each page once, even if that fails', async () => {
    const current = await page(1);
    const tried = new WeakSet<never>();
    await far.read(current);
    far.server.fail({ kind: 'status', status: 403 }, /\/content\/page\//);
    await assert.rejects(() => prefetchNeighbours(far.app.content, current, tried));
    await assert.rejects(() => prefetchNeighbours(far.app.content, current, tried));
    await prefetchNeighbours(far.app.content, current, tried);
    assert.equal(texts(), 3);
  });

  it('is not triggered by the reply that rejects it', async () => {
    const current = await page(1);
    far.server.fail({ kind: 'status', status: 403 }, /\/content\/pages$/);
    const asked = () => far.server.requests.filter(request => request.endsWith('/content/pages')).length;
    const prefetching = registerPrefetch(far.app as unknown as App, 0, () => current);
    await eventually(() => assert.equal(asked(), 1));
    // Three more requests would have been sent before these four have ended.
    for (let index = 0; index < 4; index++) await fetch(far.server.url);
    assert.equal(asked(), 1);
    prefetching.dispose();
  });
});

describe('idle detection for the prefetch', () => {
  const uri = vscode.Uri.parse('marginalia://c/spaces/s/change-requests/8/a.md');
  const later = 10_000;
  let looked: number;
  let answered: vscode.EventEmitter<void>;
  let windowBlurred: vscode.EventEmitter<undefined>;
  let focused: boolean;
  let restore: () => void;

  beforeEach(() => {
    looked = 0;
    focused = true;
    answered = new vscode.EventEmitter();
    windowBlurred = new vscode.EventEmitter();
    const activeTextEditor = { document: { uri } };
    const state = {
      get focused() {
        return focused;
      },
    };
    restore = replaceWindowProperties({ activeTextEditor, state, onDidChangeActiveTextEditor: windowBlurred.event });
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    resetTimers();
    restore();
  });

  /**
   * Registers prefetching with a session that counts accesses to its connections. An access means that a page is about
   * to be read.
   */
  function register(): vscode.Disposable {
    const session = {
      onDidReceiveResponse: answered.event,
      get connections() {
        looked++;
        return [];
      },
    };
    return registerPrefetch({ session } as unknown as App);
  }

  it('waits ten seconds after the last reply and the last page', () => {
    const prefetching = register();
    for (const happens of [() => {}, () => answered.fire(), () => windowBlurred.fire(undefined)]) {
      happens();
      mock.timers.tick(later - 1);
      assert.equal(looked, 0);
    }
    mock.timers.tick(1);
    assert.equal(looked, 1);
    prefetching.dispose();
  });

  it('does not report idle while the window has no focus, or is closed', () => {
    focused = false;
    const prefetching = register();
    mock.timers.tick(later);
    focused = true;
    answered.fire();
    prefetching.dispose();
    mock.timers.tick(later);
    assert.equal(looked, 0);
  });
});

describe('prefetch in the sandbox', () => {
  const on = stageOfParts();

  it('is off, because its content is local', async () => {
    const uris = ['First.', 'Second.'].map(
      markdown => addPage(on.sandbox, changeRequest, { title: 'At hand', markdown }).uri,
    );
    const entry = await on.app.content.find(uris[0] ?? assert.fail());
    assert.equal(entry?.kind, 'page');
    await assertTraffic(on.server, { requests: 0, trips: 0 }, () =>
      prefetchNeighbours(on.app.content, uris[0] ?? assert.fail(), new WeakSet()),
    );
  });
});
