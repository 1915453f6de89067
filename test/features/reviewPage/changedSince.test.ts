import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import type { Schema } from '../../../src/api/routes.ts';
import type { DrawnState } from '../../../src/features/reviewPage/pages/drawnRevision.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import { parametersOf } from '../../../src/model/content/changeRequests.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { changeFiles, withDrawing } from '../../sandbox/files.ts';
import { addPage, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';
import { fakePanel } from './fakePanel.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

type Part<T extends ToPage['type']> = Extract<ToPage, { type: T }>;

describe('changes of others since the review page was shown', () => {
  const set = stageOfParts();
  let page: ReturnType<typeof fakePanel>;
  let log: { id: string };

  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Part<T> => message.type === type);
  const banner = () => last('banner')?.text ?? '';
  const listed = () => last('pages')?.pages ?? [];
  const recentChange = () =>
    listed().flatMap(({ title, recentChange }) => (recentChange === undefined ? [] : [[title, recentChange]]));
  const edit = (...edits: Schema<'ContentEdit'>[]) => editContent(set.sandbox, changeRequest, edits);
  const write = (markdown: string, id = log.id) => edit({ operation: 'update_page', page: id, document: { markdown } });
  const mooringLog = (...paragraphs: string[]) => paragraphs.join('\n\n') + '\n';

  beforeEach(() => {
    log = addPage(set.sandbox, changeRequest, {
      title: 'Mooring log',
      markdown: mooringLog('Every day.', 'By the crew.', 'In ink.'),
    });
  });
  afterEach(() => page.panel.dispose());

  async function open(state: DrawnState = {}): Promise<void> {
    page = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...set.app, context } as App, place(), page.panel).restore(state);
    page.receive({ type: 'ready' });
    await eventually(() => {
      assert.ok(last('head') && last('rights') && last('threads'));
      assert.ok(last('place')?.place.drawn && listed().length > 0);
    });
  }

  /** Waits until the banner reports changes of others, without showing them. */
  async function hear(): Promise<void> {
    const count = page.sent.length;
    set.app.content.refresh(place());
    await eventually(() => {
      assert.ok(page.sent.slice(count).some(({ type }) => type === 'pages'));
      assert.match(banner(), /^The change request has changed since it was shown/);
    });
  }

  /** Presses the button of the banner, and waits until everything is shown. */
  async function show(): Promise<void> {
    page.sent.length = 0;
    page.receive({ type: 'do', action: 'refresh' });
    await eventually(() => {
      assert.ok(page.sent.some(({ type }) => type === 'reload'));
      assert.ok(last('pages') && last('banner') && last('head'));
    });
  }

  /** Returns the marked rows of a page, each with its text and its mark. */
  async function marked(id = log.id): Promise<[text: string, recentChange: string][]> {
    page.sent.length = 0;
    page.receive({ type: 'show', id, mode: 'after' });
    await eventually(() => assert.ok(last('page')));
    const plain = (html: string | undefined) => (html ?? '').replace(/<[^>]+>/g, '').trim();
    return (last('page')?.rows ?? []).flatMap(({ recentChange, after, before }): [string, string][] =>
      recentChange === undefined ? [] : [[plain(after ?? before), recentChange]],
    );
  }

  itWithOptional('are marked against the shown state, however often it changes', async () => {
    await open();
    write(mooringLog('Every week.', 'By the crew.', 'In ink.'));
    await hear();
    write(mooringLog('Every week.', 'By the crew.', 'In pencil.'));
    await hear();
    await show();
    assert.equal(banner(), 'Since it was shown: 1 page edited.');
    assert.deepEqual(recentChange(), [['Mooring log', 'Changed since it was shown']]);
    await eventually(() => assert.deepEqual(last('goTo'), { type: 'goTo', id: log.id, line: 0 }));
    assert.deepEqual(await marked(), [
      ['Every week.', 'Changed since it was shown'],
      ['In pencil.', 'Changed since it was shown'],
    ]);

    write(mooringLog('Every week.', 'In pencil.', 'With a date.'));
    await hear();
    await show();
    await eventually(() => assert.deepEqual(last('goTo'), { type: 'goTo', id: log.id, line: 2 }));
    assert.deepEqual(await marked(), [
      ['In pencil.', 'Something was removed here since it was shown'],
      ['With a date.', 'Added since it was shown'],
    ]);
  });

  itWithOptional('are marked until the marks are hidden', async () => {
    await open();
    write(mooringLog('Every week.'));
    await hear();
    await show();
    assert.equal(last('banner')?.action, 'hideMarks');
    page.sent.length = 0;
    page.receive({ type: 'do', action: 'hideMarks' });
    await eventually(() => assert.equal(last('banner')?.text, ''));
    assert.deepEqual([recentChange(), await marked()], [[], []]);
  });

  itWithOptional('are shown for a deleted page, even when it is empty', async () => {
    await open();
    const other = listed().find(({ kind }) => kind === 'edited') ?? assert.fail();
    edit({ operation: 'delete_page', page: log.id }, { operation: 'delete_page', page: other.id });
    await hear();
    await show();
    assert.equal(banner(), 'Since it was shown: 2 pages deleted. No difference from main content: “Mooring log”.');
    assert.deepEqual(recentChange(), [[other.title, 'Deleted since it was shown']]);
    await eventually(() => assert.deepEqual(last('goTo'), { type: 'goTo', id: other.id, line: 0 }));
    assert.deepEqual(await marked(other.id), []);
  });

  itWithOptional('are shown for an added page, and navigation goes to it', async () => {
    await open();
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Knots', markdown: 'None.' });
    await hear();
    assert.ok(listed().every(({ title }) => title !== 'Knots'));
    await show();
    assert.equal(banner(), 'Since it was shown: 1 page new.');
    assert.deepEqual(recentChange(), [['Knots', 'Added since it was shown']]);
    await eventually(() => assert.deepEqual(last('goTo'), { type: 'goTo', id, line: 0 }));
  });

  itWithOptional('are none when the text is equal again', async () => {
    const [before] = [mooringLog('Every day.', 'By the crew.', 'In ink.')];
    await open();
    write(mooringLog('Every week.'));
    write(before);
    await hear();
    await show();
    assert.equal(banner(), 'Since it was shown: no page and no file has changed.');
    assert.deepEqual([recentChange(), await marked(), last('goTo')], [[], [], undefined]);
  });

  itWithOptional('are shown for a file, and navigation goes to it', async () => {
    await open();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
    changeFiles(set.sandbox, changeRequest, files =>
      files.map(file => (file.name === 'mooring-two.svg' ? withDrawing(set.sandbox, file, drawing) : file)),
    );
    await hear();
    await show();
    assert.equal(banner(), 'Since it was shown: 1 file changed.');
    const file = last('pages')?.files.find(({ name }) => name === 'mooring-two.svg') ?? assert.fail();
    assert.deepEqual([recentChange(), file.recentChange], [[], 'Changed since it was shown']);
    await eventually(() => assert.deepEqual(last('goTo'), { type: 'goTo', id: file.id, line: 0 }));
  });

  describe('together with changes of the user', () => {
    /** Changes the page like an applied suggestion. */
    async function apply(markdown: string): Promise<void> {
      page.sent.length = 0;
      const changes: Schema<'ContentEdit'>[] = [{ operation: 'update_page', page: log.id, document: { markdown } }];
      await place().connection.api.request('POST /spaces/{spaceId}/change-requests/{changeRequestId}/content', {
        ...parametersOf(place()),
        body: { changes },
      });
      await eventually(() => {
        assert.ok(page.sent.some(({ type }) => type === 'reload'));
        assert.ok(last('pages') && last('banner') && last('head'));
      });
    }

    itWithOptional('are none when nobody else has changed anything', async () => {
      await open();
      await apply(mooringLog('Every week.'));
      assert.deepEqual([banner(), recentChange(), await marked()], ['', [], []]);
    });

    itWithOptional('contain earlier changes of others, without navigation', async () => {
      await open();
      const other = addPage(set.sandbox, changeRequest, { title: 'Knots', markdown: 'None.' });
      await hear();
      await apply(mooringLog('Every week.'));
      assert.equal(banner(), 'Since it was shown: 1 page edited, 1 new.');
      assert.ok(recentChange().some(([title]) => title === 'Knots'));
      assert.ok(listed().some(({ id }) => id === other.id));
      assert.equal(last('goTo'), undefined);
    });
  });

  it('contain no text when only the subject has changed', async () => {
    await open();
    const { api } = place().connection;
    const count = page.sent.length;
    await api.request('PATCH /spaces/{spaceId}/change-requests/{changeRequestId}', {
      ...parametersOf(place()),
      body: { subject: 'A better subject' },
    });
    set.app.content.refresh(place());
    await eventually(() => assert.equal(last('head')?.head.subject, 'A better subject'));
    assert.ok(page.sent.slice(count).every(message => message.type !== 'banner' || message.text === ''));
    await show();
    assert.equal(banner(), '');
    assert.deepEqual([recentChange(), last('goTo')], [[], undefined]);
  });

  for (const [why, status] of [
    ['does not exist any more', 404],
    ['may not be read', 403],
    ['cannot be read', 500],
  ] as const) {
    itWithOptional(`are unknown when the earlier revision ${why}, and the new state is shown`, async () => {
      await open();
      const { drawn = '' } = last('place')?.place ?? {};
      write(mooringLog('Every week.'));
      await hear();
      set.server.fail({ kind: 'status', status }, new RegExp(`/revisions/${drawn}/`));
      await show();
      assert.match(banner(), /^This is the newest state\. What is new is not known/);
      assert.deepEqual([recentChange(), await marked(), last('goTo')], [[], [], undefined]);
      assert.match(JSON.stringify(last('page')?.rows), /week/);
      await set.server.recover();
      await show();
      assert.equal(banner(), 'Since it was shown: 1 page edited.');
    });
  }

  const itWithout = documentedOnly ? it : () => undefined;
  itWithout('are unknown when the server has no revisions', async () => {
    await open();
    write(mooringLog('Every week.'));
    await hear();
    await show();
    assert.match(banner(), /^This is the newest state\. What is new is not known/);
  });

  itWithOptional('are marked when the page is restored after a reload, without navigation', async () => {
    await open();
    write(mooringLog('Every week.', 'By the crew.', 'In ink.'));
    const { drawn } = last('place')?.place ?? {};
    page.panel.dispose();
    set.app.content.refresh(place());
    await open(drawn === undefined ? assert.fail() : { drawn });
    await eventually(() => assert.equal(banner(), 'Since it was shown: 1 page edited.'));
    const { drawn: now, previous } = last('place')?.place ?? {};
    assert.ok(now !== drawn && previous === drawn);
    assert.equal(last('goTo'), undefined);
    page.panel.dispose();
    await open({ drawn: now, previous });
    await eventually(() => assert.equal(banner(), 'Since it was shown: 1 page edited.'));
    assert.deepEqual(await marked(), [['Every week.', 'Changed since it was shown']]);
  });

  itWithOptional('keep a comment that is being typed, even on a deleted page', async () => {
    await open();
    const draft = randomUUID();
    await marked();
    const place = { page: log.id, line: 0, side: 'after' } as const;
    page.receive({ type: 'type', draft, target: place, text: 'Half a thou' });
    await eventually(() => assert.equal(last('draftState')?.state, 'stored'));
    write(mooringLog('Every week.', 'By the crew.', 'In ink.'));
    await hear();
    await show();
    assert.equal(set.app.drafts.get(draft)?.text, 'Half a thou');
    edit({ operation: 'delete_page', page: log.id });
    await hear();
    await show();
    assert.equal(set.app.drafts.get(draft)?.text, 'Half a thou');
    page.receive({ type: 'type', draft, target: place, text: 'Half a thought' });
    await eventually(() => assert.equal(set.app.drafts.get(draft)?.text, 'Half a thought'));
  });
});
