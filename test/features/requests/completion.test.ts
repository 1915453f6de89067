import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { provideRequestCompletions } from '../../../src/features/requests/completion.ts';
import { composeRequest } from '../../../src/features/requests/send.ts';
import { restoreReviewPage } from '../../../src/features/reviewPage/panels.ts';
import { answerPrompts } from '../../host/answers.ts';
import { addSpaces } from '../../host/content.ts';
import { discardAll, writeIn } from '../../host/resourceDocuments.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { documentedOnly, editContent, itWithOptional, pagesOf } from '../../host/support.ts';
import { fakePanel } from '../reviewPage/fakePanel.ts';

const place = { space: 'heron-manual', number: 2 };
const known = { spaceId: place.space, changeRequestId: String(place.number) };
const ofPage = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
const ofMainPage = 'GET /spaces/{spaceId}/content/page/{pageId}';

/** Opens a request in the editor. `|` marks the position of the cursor. */
async function openRequest(operation: string, request: object): Promise<vscode.TextDocument> {
  const answers = answerPrompts(operation);
  await vscode.commands.executeCommand('marginalia.request.compose');
  answers.restore();
  const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
  await writeIn(document, { operation, ...request });
  return document;
}

/** Returns the completion items at the `|` of a request, as the user would insert them. */
async function offered(operation: string, request: object): Promise<vscode.CompletionItem[]> {
  const document = await openRequest(operation, request);
  const offset = document.getText().indexOf('|');
  await writeIn(document, document.getText().replace('|', ''));
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    document.positionAt(offset),
  );
  return items.filter(({ detail }) => detail === 'page');
}

const labelsOf = (items: readonly vscode.CompletionItem[]) =>
  items.map(({ label }) => (typeof label === 'string' ? label : label.label));

describe('page completions in a request document', () => {
  afterEach(discardAll);
  const set = stage();

  it('are the pages of the change request, in the order of the table of contents', async () => {
    const pages = pagesOf(set.sandbox, place);
    const items = await offered(ofPage, { path: { ...known, pageId: '|' } });
    assert.deepEqual(
      items.map(({ insertText }) => insertText),
      pages.map(({ id }) => JSON.stringify(id)),
    );
    assert.deepEqual(
      labelsOf(items),
      pages.map(({ title }) => title),
    );
    assert.deepEqual(
      items.map(({ sortText }) => sortText),
      items.map(({ sortText }) => sortText).toSorted(),
    );
    const [first = assert.fail(), second = assert.fail()] = pages;
    assert.ok(items[0]?.filterText?.startsWith(`"${first.title}`));
    assert.match(items[1]?.filterText ?? '', new RegExp(`${second.path}.*${second.id}$`));
  });

  it('replace the existing value, even one without a closing quote', async () => {
    const document = await openRequest(ofPage, { path: { ...known, pageId: 'ho' } });
    for (const text of [document.getText(), document.getText().replace('"ho"\n  }\n}', '"ho')]) {
      await writeIn(document, text);
      const at = document.positionAt(text.indexOf('"ho') + 3);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      const { range } = items.find(({ detail }) => detail === 'page') ?? assert.fail(text);
      const replaced = range instanceof vscode.Range ? range : range?.replacing;
      assert.match(document.getText(replaced), /^"ho"?\s*$/);
    }
  });

  it('include all pages of a large space, nested ones too', async () => {
    const [parent = assert.fail()] = pagesOf(set.sandbox, place);
    editContent(
      set.sandbox,
      place,
      Array.from({ length: 1200 }, (_, index) => ({
        operation: 'insert_page',
        title: `Buoy ${index}`,
        slug: `buoy-${index}`,
        into: parent.id,
        document: { markdown: 'A buoy.\n' },
      })),
    );
    const labels = labelsOf(await offered(ofPage, { path: { ...known, pageId: '|' } }));
    assert.equal(labels.filter(label => label.startsWith('Buoy ')).length, 1200);
  });

  it('are offered wherever a request needs a page ID, and nowhere else', async () => {
    const count = pagesOf(set.sandbox, place).length;
    const comments = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    for (const [operation, request, expected] of [
      [`GET ${comments}`, { path: known, query: { targetPage: '|' } }, count],
      [`GET ${comments}`, { path: known, query: { page: '|' } }, 0],
      [`POST ${comments}`, { path: known, body: { page: '|' } }, count],
      [`POST ${comments}`, { path: known, body: { body: { markdown: '|' } } }, 0],
      [ofPage, { path: { ...known, spaceId: '|' } }, 0],
      [ofPage, { path: { ...known, 'page|': '' } }, 0],
    ] as const) {
      assert.equal((await offered(operation, request)).length, expected, JSON.stringify(request));
    }
  });

  it('work with the ID of a change request as well as with its number', async () => {
    const [row = assert.fail()] = set.sandbox.state.changeRequests
      .all()
      .filter(({ space, number }) => space === place.space && number === place.number);
    const byId = await offered(ofPage, { path: { ...known, changeRequestId: `${row.id}`, pageId: '|' } });
    assert.deepEqual(labelsOf(byId), labelsOf(await offered(ofPage, { path: { ...known, pageId: '|' } })));
    assert.ok(byId.length > 0);
  });

  it('are the pages of the main content when the server offers them', async () => {
    const items = await offered(ofMainPage, { path: { spaceId: place.space, pageId: '|' } });
    assert.equal(items.length > 0, !documentedOnly);
  });

  itWithOptional('are the pages of a revision', async () => {
    const { revision: revisionId } = set.sandbox.state.spaces.get(place.space);
    const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}';
    assert.ok((await offered(route, { path: { spaceId: place.space, revisionId, pageId: '|' } })).length > 0);
  });

  it('are none in an empty space, and when the request names no space', async () => {
    const [empty = assert.fail()] = addSpaces(set.sandbox, undefined, 'Empty');
    for (const path of [
      { spaceId: empty, pageId: '|' },
      { spaceId: '', pageId: '|' },
      { spaceId: '..', pageId: '|' },
      { ...known, changeRequestId: '', pageId: '|' },
      { ...known, changeRequestId: '99999', pageId: '|' },
    ]) {
      const operation = 'changeRequestId' in path ? ofPage : ofMainPage;
      assert.deepEqual(labelsOf(await offered(operation, { path })), [], JSON.stringify(path));
    }
  });

  it('are none while the service does not answer', async () => {
    set.server.fail({ kind: 'status', status: 500 }, /pages$|content$/);
    assert.deepEqual(await offered(ofPage, { path: { ...known, changeRequestId: '8', pageId: '|' } }), []);
  });
});

describe('page completions in a request composed on the review page', () => {
  afterEach(discardAll);
  const set = stageOfParts();

  it('are the pages of its change request, at the initial cursor position', async () => {
    const { panel } = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    const app = { ...set.app, context } as unknown as App;
    const connection = app.session.current ?? assert.fail();
    await restoreReviewPage(app, panel, { connection: connection.id, space: 'heron-manual', number: 8 });
    const answers = answerPrompts(ofPage);
    await composeRequest(app);
    answers.restore();
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('No document is shown.');
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.active));
    assert.match(before, /"pageId": "$/);
    const items = await provideRequestCompletions(app, document, selection.active);
    assert.deepEqual(
      labelsOf(items),
      pagesOf(set.sandbox, { space: 'heron-manual', number: 8 }).map(({ title }) => title),
    );
    panel.dispose();
  });
});
