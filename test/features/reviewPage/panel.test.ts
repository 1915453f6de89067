import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Pages } from '../../../src/features/reviewPage/pages.ts';
import { readHead } from '../../../src/features/reviewPage/head.ts';
import type { ListedPage, ShownRow } from '../../../src/webview/reviewPage/messages.ts';
import { eventually } from '../../host/eventually.ts';
import { dangersIn } from '../../host/html.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';
import { documents } from '../../hostile/documents.ts';
import { assertTraffic } from '../../host/traffic.ts';

const space = 'heron-manual';
const changeRequest = { space, number: 8 };
const signal = new AbortController().signal;

describe('the review page', () => {
  const set = stage();
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && /reviewPage/.test(input.viewType));
  const open = () =>
    vscode.commands.executeCommand('marginalia.changeRequest.openReviewPage', changeRequestUri(space, 8));
  const ofPage = documentedOnly ? /\/content\/page\// : /\/revisions\/[^/]+\/page\//;
  const textsRead = () => set.server.exchanges.filter(({ asked }) => ofPage.test(asked)).length;
  afterEach(() => vscode.window.tabGroups.close(tabs()));

  it('opens once for a change request, under its subject, and reads pages when they come into view', async () => {
    await open();
    await eventually(() => assert.match(tabs()[0]?.label ?? '', /^#8 Call it/));
    await eventually(() => assert.ok(textsRead() > 0, 'The page has asked for what is in view.'));
    await open();
    assert.equal(tabs().length, 1);
  });
});

describe('what the review page shows', () => {
  const set = stageOfParts();
  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const pages = () => new Pages(set.app, place(), uri => `shown:${uri.path}`);
  const listed = async (): Promise<readonly ListedPage[]> => {
    const message = await pages().list();
    return message.type === 'pages' ? message.pages : assert.fail(message.type);
  };
  const rows = async (id: string, mode: 'split' | 'one' | 'after' = 'split'): Promise<readonly ShownRow[]> => {
    const message = await pages().show(id, mode, signal);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  };
  const pageCalled = async (title: string) =>
    (await listed()).find(page => page.title === title) ?? assert.fail(`${title} is not listed`);

  itWithOptional(
    'is each changed page, before and after, with its images, what is viewed of it and what is discussed there',
    async () => {
      const moorings = await pageCalled('Moorings');
      assert.deepEqual([moorings.kind, moorings.isViewed], ['edited', false]);
      const shown = await rows(moorings.id);
      const [edited] = shown.filter(({ kind }) => kind === 'changed');
      assert.match(edited?.before ?? '', /<del>something heavy<\/del>/);
      assert.match(edited?.after ?? '', /<ins>an anchor<\/ins>/);
      assert.equal(edited?.said, 'Edited paragraph');
      assert.match(shown.find(({ kind }) => kind === 'added')?.after ?? '', /<img src="shown:\/spaces\/[^"]*\.svg"/);
      await pages().mark(moorings.id, true);
      await set.app.reviews.countComments(place());
      const { isViewed, conversations } = await pageCalled('Moorings');
      assert.deepEqual([isViewed, conversations], [true, 3]);
    },
  );

  itWithOptional('is as many requests as the page needs: two texts and two documents, and its files', async () => {
    const { id } = await pageCalled('Two-point mooring');
    await assertTraffic(set.server, { requests: 8, trips: 4 }, () => rows(id));
    await assertTraffic(set.server, { requests: 0, trips: 0 }, () => rows(id, 'one'));
  });

  itWithOptional('is a new page, and of one that cannot be read why', async () => {
    addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown: 'Every time.' });
    set.app.content.refresh();
    const page = await pageCalled('Mooring log');
    assert.equal(page.kind, 'created');
    assert.deepEqual(
      (await rows(page.id)).map(({ kind }) => kind),
      ['added'],
    );
    const other = addPage(set.sandbox, changeRequest, { title: 'Tether lengths', markdown: 'None.' });
    set.app.content.refresh();
    set.server.fail({ kind: 'status', status: 500 }, new RegExp(`page/${other.id}`));
    const failed = await pages().show(other.id, 'one', signal);
    assert.equal(failed.type, 'failed');
  });

  it('is nothing that runs, whatever a page says', async () => {
    const markdown = Object.values(documents).slice(0, 40).join('\n\n');
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Hostile', markdown });
    set.app.content.refresh();
    for (const { before = '', after = '', notes } of await rows(id)) {
      for (const html of [before, after, notes]) assert.deepEqual(dangersIn(html), []);
    }
  });

  it('says above the pages what it is and whether it is ready', async () => {
    const head = await readHead(set.app, place(), signal);
    assert.match(head.subject, /^Call it/);
    assert.ok(head.checks.some(({ text, tone }) => tone === 'good' && text === 'It has a subject.'));
    assert.deepEqual(
      head.actions.map(({ action }) => action),
      ['finish', 'update', 'merge', 'openOverview'],
    );
    assert.equal(head.summary !== '', !documentedOnly);
  });

  const itWithout = documentedOnly ? it : () => undefined;
  itWithout('is all pages as they are where the server does not tell what is changed', async () => {
    const message = await pages().list();
    assert.ok(message.type === 'pages' && /does not tell/.test(message.note ?? ''));
    const [first] = await listed();
    const shown = await rows(first?.id ?? '');
    assert.ok(shown.length > 0 && shown.every(({ kind }) => kind === 'same'));
  });
});
