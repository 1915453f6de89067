import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import type { FromPage, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import type { FaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { skipRetryDelays } from '../../host/timers.ts';
import { fakePanel } from './fakePanel.ts';

interface Outage {
  name: string;
  begin: (server: FaultyServer) => void | Promise<void>;
  banner: RegExp;
}

const outages: readonly Outage[] = [
  { name: 'refused connections', begin: server => server.refuse(), banner: /^The server cannot be reached: / },
  {
    name: 'too many requests',
    begin: server => server.fail({ kind: 'status', status: 429 }),
    banner: /^The server gets too many requests: /,
  },
  {
    name: 'server errors',
    begin: server => server.fail({ kind: 'status', status: 503 }),
    banner: /^Could not show the review page of #8: .*The service has a problem; try again later\.$/,
  },
];

/** The messages that the webview sends without being asked by the user. `id` is the ID of a changed page. */
const passiveMessages = (id: string): FromPage[] => [
  { type: 'ready', mode: 'split' },
  { type: 'keys', id: 1 },
  { type: 'reading', id },
  { type: 'show', id, mode: 'split' },
  { type: 'markSeen', id },
  { type: 'markSeen', id: '' },
  { type: 'count', filter: 'open' },
  { type: 'count', filter: 'waiting' },
  { type: 'pictures', id },
  { type: 'completionsRequest', id: 1, mark: '@', typed: 'a' },
  { type: 'showsSending', isShown: false },
];

/** Messages that follow from something that the user does. */
const requestedMessages = (id: string): FromPage[] => [
  { type: 'do', action: 'lookThrough' },
  { type: 'do', action: 'refresh' },
  { type: 'open', id, line: 0 },
  { type: 'more', id },
  { type: 'mark', id, isViewed: true },
  { type: 'since', conversation: 'unknown' },
  { type: 'finish' },
];

describe('the review page during an outage', function () {
  this.timeout(60_000);
  const set = stageOfParts();
  skipRetryDelays();
  let page: ReturnType<typeof fakePanel>;
  let answers: Answers;

  beforeEach(() => {
    answers = answerPrompts();
    page = fakePanel();
    const connection = set.app.session.current ?? assert.fail();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...set.app, context } as App, { connection, space: 'heron-manual', number: 8 }, page.panel);
  });
  afterEach(() => {
    page.panel.dispose();
    answers.restore();
  });

  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Extract<ToPage, { type: T }> => message.type === type);
  const texts = () => answers.notifications.map(({ text }) => text);

  /** Loads the page, and returns the ID of its last page, whose content was not requested yet. */
  async function load(): Promise<string> {
    await page.handle({ type: 'ready', mode: 'split' });
    return last('pages')?.pages.at(-1)?.id ?? assert.fail('no pages are listed');
  }

  for (const { name, begin, banner } of outages) {
    it(`shows only the banner for background requests (${name})`, async () => {
      const id = await load();
      await begin(set.server);
      for (const message of passiveMessages(id)) {
        await page.handle(message);
        assert.deepEqual(texts(), [], message.type);
      }
      assert.match(last('banner')?.text ?? '', banner);
    });

    it(`shows only the banner when nothing was loaded before (${name})`, async () => {
      await begin(set.server);
      await Promise.all(passiveMessages('unknown').map(message => page.handle(message)));
      assert.deepEqual(texts(), []);
      assert.match(last('banner')?.text ?? '', banner);
    });

    it(`shows at most one notification for each action (${name})`, async () => {
      const id = await load();
      await begin(set.server);
      for (const message of requestedMessages(id)) {
        answers.notifications.length = 0;
        await page.handle(message);
        assert.ok(texts().length <= 1, `${JSON.stringify(message)}: ${texts().join(' | ')}`);
      }
    });

    it(`hides the banner when the server answers again (${name})`, async () => {
      await begin(set.server);
      await page.handle({ type: 'ready', mode: 'split' });
      assert.match(last('banner')?.text ?? '', banner);
      await set.server.recover();
      await page.handle({ type: 'do', action: 'refresh' });
      await eventually(() => assert.equal(last('banner')?.text, ''));
      assert.ok((last('pages')?.pages ?? []).length > 0);
      assert.deepEqual(texts(), []);
    });

    it(`shows the banner again when the user retries too early (${name})`, async () => {
      await load();
      await begin(set.server);
      for (const _ of [1, 2]) {
        page.sent.length = 0;
        await page.handle({ type: 'do', action: 'refresh' });
        await eventually(() => assert.match(last('banner')?.text ?? '', banner));
      }
      assert.deepEqual(texts(), []);
    });
  }
});
