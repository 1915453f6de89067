import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, documentedOnly, editContent } from '../../host/support.ts';
import { fakePanel } from './fakePanel.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const signal = new AbortController().signal;
const itWithChanges = documentedOnly ? () => undefined : it;

describe('the first page of a review', () => {
  const set = stageOfParts();
  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const pagesOf = () => new Pages(set.app, place(), uri => uri.path);

  it('is sent after the list without a request, in the mode that the page asks for', async () => {
    const page = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...set.app, context } as App, place(), page.panel);
    page.receive({ type: 'ready', mode: 'one' });
    const of = <T extends ToPage['type']>(type: T) =>
      page.sent.filter((message): message is Extract<ToPage, { type: T }> => message.type === type);
    await eventually(() => assert.ok(of('page').length > 0));
    const [list] = of('pages');
    const unviewed = list?.pages.find(({ isViewed }) => !isViewed);
    assert.deepEqual([of('page')[0]?.id, of('page')[0]?.mode], [unviewed?.id, 'one']);
    assert.equal(list?.first, unviewed?.id);
    assert.ok(page.sent.findIndex(({ type }) => type === 'pages') < page.sent.findIndex(({ type }) => type === 'page'));
    page.panel.dispose();
  });

  it('is not sent when another page is visible', async () => {
    const page = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...set.app, context } as App, place(), page.panel);
    page.receive({ type: 'ready' });
    await eventually(() => assert.ok(page.sent.some(({ type }) => type === 'head')));
    await eventually(() => assert.ok(page.sent.some(({ type }) => type === 'pages')));
    assert.deepEqual(
      page.sent.filter(({ type }) => type === 'page'),
      [],
    );
    page.panel.dispose();
  });

  for (const mode of ['split', 'one'] as const) {
    itWithChanges(`is the same whether it was cached or not, in the mode "${mode}"`, async () => {
      const { id = '' } = (await pagesOf().list()).pages[0] ?? {};
      const prefetched = pagesOf();
      await prefetched.prefetch(signal);
      assert.deepEqual(await prefetched.show(id, mode, signal), await pagesOf().show(id, mode, signal));
    });
  }

  itWithChanges('is compared again if it has changed since', async () => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown: 'Every day.\n' });
    const { pages } = await pagesOf().list();
    for (const page of pages) if (page.id !== id) await pagesOf().mark(page.id, true);
    const prefetched = pagesOf();
    await prefetched.prefetch(signal);
    const edit = { operation: 'update_page', page: id, document: { markdown: 'Every week.\n' } } as const;
    editContent(set.sandbox, changeRequest, [edit]);
    set.app.content.refresh(place());
    const message = await prefetched.show(id, 'split', signal);
    assert.match((message.type === 'page' && message.rows[0]?.after) || '', /Every week/);
  });
});
