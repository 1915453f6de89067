import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { findSymbols, resolveSymbol } from '../../../src/features/search/symbols.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional, signOut } from '../../host/support.ts';

const asked = (requests: readonly string[]) => requests.filter(request => request.endsWith('/search'));
const ofOrganization = /^GET \/orgs\/[^/]+\/search$/;

describe('Ctrl+T', () => {
  let answers: Answers;
  beforeEach(() => (answers = answerPrompts()));
  afterEach(() => answers.restore());
  const on = stage();

  const symbols = (text: string) =>
    vscode.commands.executeCommand<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', text);
  const ofService = async (text: string) =>
    (await symbols(text)).filter(
      ({ kind, location }) => kind === vscode.SymbolKind.File && location.uri.scheme === 'marginalia',
    );

  it('sends nothing for an empty query', async () => {
    await symbols('');
    assert.deepEqual(asked(on.server.requests), []);
  });

  it('finds pages by title, and shows their space', async () => {
    const symbols = await ofService('mooring');
    const page = symbols.find(({ name }) => name === 'Single-point mooring') ?? assert.fail(symbols.map(String).join());
    assert.equal(page.containerName, 'Heron manual');
    assert.equal(page.location.uri.path, '/spaces/heron-manual/content/hardware/moorings/single-point.md');
    assert.equal(symbols.filter(({ name }) => name.includes('›')).length, 0);
  });

  it('finds nothing, without a message, when the service fails or nobody is signed in', async () => {
    on.server.fail({ kind: 'status', status: 400 }, ofOrganization);
    assert.deepEqual(await ofService('mooring'), []);
    answers.restore();
    await signOut('sandbox');
    answers = answerPrompts();
    assert.deepEqual(await ofService('mooring'), []);
    assert.deepEqual(answers.transcript, []);
  });
});

describe('a page found by Ctrl+T', () => {
  const on = stageOfParts();
  const app = () => on.app as unknown as App;
  const first = async (text: string) => {
    const token = new vscode.CancellationTokenSource().token;
    const symbols = await findSymbols(app(), text, token);
    return symbols.find(({ name }) => name === 'Moorings') ?? assert.fail(symbols.map(({ name }) => name).join());
  };

  itWithOptional('is resolved when it is picked', async () => {
    const symbol = await first('mooring');
    assert.equal(symbol.location.uri.path, '/spaces/heron-manual/content/hardware/moorings.md');
    const { uri } = (await resolveSymbol(app(), symbol)).location;
    assert.equal(uri.path, '/spaces/heron-manual/content/hardware/moorings/README.md');
  });

  it('opens the browser when no client may read it, and never another program', async () => {
    if (!documentedOnly) on.server.fail({ kind: 'status', status: 405 }, /\/content\/pages$/);
    const symbol = await resolveSymbol(app(), await first('mooring'));
    assert.match(symbol.location.uri.toString(), /^http:\/\/127\.0\.0\.1:\d+\/app\/.*moorings$/);
    const page = { id: 'p', title: 'Moorings', path: 'p', urls: { app: 'command:workbench.action.quit' } };
    on.server.fail(
      otherJson(() => ({ items: [{ id: 'heron-manual', title: 'Manual', pages: [page] }] })),
      ofOrganization,
    );
    await assert.rejects(resolveSymbol(app(), await first('mooring')), { kind: 'notOffered' });
  });

  itWithOptional('shows one message when it cannot be located, because VS Code shows none', async () => {
    const answers = answerPrompts();
    const symbol = await first('mooring');
    on.server.fail({ kind: 'status', status: 500 }, /\/content\/pages$/);
    await assert.rejects(resolveSymbol(app(), symbol));
    await eventually(() => assert.equal(answers.notifications.length, 1));
    answers.restore();
    assert.match(answers.transcript.join(), /^Could not open the page: /);
  });

  it('is one of at most 500, without its sections', async () => {
    const pages = Array.from({ length: 400 }, (_, index) => ({
      ...{ id: `p${index}`, title: 'Moorings', path: `p${index}` },
      sections: [{ id: 's', title: 'Section', path: `p${index}#s` }],
    }));
    const reply = () => {
      const items = [{ id: 'many', title: 'Many', pages }];
      return { status: 200, body: Buffer.from(JSON.stringify({ items, next: { page: String(Math.random()) } })) };
    };
    on.server.fail({ kind: 'other', reply }, ofOrganization);
    const symbols = await findSymbols(app(), 'x', new vscode.CancellationTokenSource().token);
    assert.equal(symbols.length, 500);
    assert.ok(symbols.every(({ name }) => name === 'Moorings'));
    assert.equal(asked(on.server.requests).length, 2);
  });

  it('is not requested any more when the query has changed', async () => {
    on.server.fail({ kind: 'held' }, ofOrganization, 1);
    const source = new vscode.CancellationTokenSource();
    const finding = findSymbols(app(), 'mooring', source.token);
    await on.server.waiting();
    source.cancel();
    assert.deepEqual(await finding, []);
    on.server.release();
  });
});
