import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { labels, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { marginalia, signOut } from '../../host/support.ts';
import { specWithTitle, pushVersions, specOf } from './specs.ts';

const command = 'marginalia.openapi.openVersion';
const slug = 'heron-api';
const content = /^GET .*\/versions\/[^/]+\/content$/;
const download = /^GET \/openapi\//;

describe('the versions of an OpenAPI spec in the tree', () => {
  const set = stageOfParts();
  const below = ['Tidewell', 'OpenAPI specs', slug];

  it('are listed with the newest first, which is marked as the latest', async () => {
    const [first = '', second = ''] = pushVersions(set.sandbox, slug, specWithTitle('One'), specWithTitle('Two'));
    const rows = await set.app.tree.getChildren(await row(set.app.tree, ...below));
    assert.equal(rows.length, 3);
    assert.ok(rows[0]?.id.endsWith(`/versions/${second}`) && rows[1]?.id.endsWith(`/versions/${first}`));
    assert.match(rows[0]?.label ?? '', /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M$/);
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['latest', undefined, undefined],
    );
  });

  it('are loaded page by page', async () => {
    pushVersions(set.sandbox, slug, ...Array.from({ length: 120 }, (_, index) => specWithTitle(`Number ${index}`)));
    const rowLabels = await labels(set.app.tree, ...below);
    assert.equal(rowLabels.at(-1), 'Load more');
    await set.app.tree.loadMore((await row(set.app.tree, ...below)) ?? assert.fail());
    assert.ok((await labels(set.app.tree, ...below)).length > rowLabels.length);
  });

  it('are reported as none when there are none', async () => {
    const { lastVersion: _, ...spec } = specOf(set.sandbox, slug);
    for (const { id } of set.sandbox.state.openApiSpecVersions.by('spec', spec.id))
      set.sandbox.state.openApiSpecVersions.delete(id);
    set.sandbox.state.openApiSpecs.put(spec);
    assert.deepEqual(await labels(set.app.tree, ...below), ['No versions: none of what was pushed could be read']);
  });

  it('offer a retry when they cannot be read', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /\/versions$/);
    assert.deepEqual(await labels(set.app.tree, ...below), ['Retry']);
  });

  it('have separate rows, even if the server sends malformed ones', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'));
    const odd = [{ id: '../..', createdAt: 'x' }, { id: '[a](command:b)', createdAt: 'not a time' }, null];
    set.server.fail(
      otherJson(json => ({ ...(json as object), items: [...odd, ...(json as { items: object[] }).items] })),
      /\/versions$/,
    );
    const rowLabels = await labels(set.app.tree, ...below);
    assert.equal(rowLabels.length, 4);
    assert.equal(rowLabels[1], '[a](command:b)');
  });
});

describe('a version of an OpenAPI spec', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const last = () => answers.transcript.at(-1) ?? '';
  const activeDocument = () => vscode.window.activeTextEditor?.document;
  const title = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  const asked = (strikes: RegExp) => set.server.requests.filter(request => strikes.test(request)).length;

  /** Opens the version at this index of the list, which begins with the newest. */
  async function open(index = 0, after?: () => void): Promise<void> {
    answers = answerPrompts(slug, items => {
      after?.();
      return (items as vscode.QuickPickItem[])[index]?.label;
    });
    await vscode.commands.executeCommand(command);
  }

  it('opens as it was pushed, in a read-only tab that names the version', async () => {
    const text = specWithTitle('As it was pushed # with a comment');
    pushVersions(set.sandbox, slug, text);
    await open();
    const { uri, languageId } = activeDocument() ?? assert.fail('nothing is open');
    assert.equal(activeDocument()?.getText(), text);
    assert.equal(languageId, 'yaml');
    assert.match(title(), /^heron-api of \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M$/);
    assert.equal((await vscode.workspace.fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    assert.equal(asked(content), 1);
    assert.equal(asked(download), 1);
  });

  it('is JSON when JSON was pushed', async () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} });
    pushVersions(set.sandbox, slug, text);
    await open();
    assert.equal(activeDocument()?.languageId, 'json');
    assert.equal(activeDocument()?.getText(), text);
  });

  it('is shown as parsed by the service when the text is unavailable', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('Gone'));
    set.server.fail({ kind: 'status', status: 404 }, download);
    await open();
    assert.equal(activeDocument()?.languageId, 'json');
    const { 'heron-api.yaml': read } = JSON.parse(activeDocument()?.getText() ?? '') as {
      'heron-api.yaml': { info: object };
    };
    assert.deepEqual(read.info, { title: 'Gone', version: '1' });
  });

  for (const [name, reply] of [
    ['in `urls`, as newer servers do', ({ filesystem, url }: Content) => ({ filesystem, urls: { source: url } })],
    ['nowhere', ({ filesystem }: Content) => ({ filesystem })],
  ] as const) {
    it(`opens when the server sends ${name} instead of the text`, async () => {
      pushVersions(set.sandbox, slug, specWithTitle('Somewhere'));
      set.server.fail(
        otherJson(json => reply(json as Content)),
        content,
      );
      await open();
      assert.match(activeDocument()?.getText() ?? '', /"?title"?: "?Somewhere/);
      assert.equal(activeDocument()?.languageId, name === 'nowhere' ? 'json' : 'yaml');
    });
  }

  it('reports why it cannot be opened, and opens nothing', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('Refused'));
    set.server.fail({ kind: 'status', status: 403 }, content);
    await open();
    assert.match(last(), /^Could not open the version: The test says 403\. Ask an administrator/);
    assert.equal(activeDocument(), undefined);
  });

  it('is requested again after a temporary failure, such as a truncated text', async () => {
    const text = specWithTitle('In the end');
    pushVersions(set.sandbox, slug, text);
    set.server.fail({ kind: 'cut' }, download);
    await open();
    assert.match(last(), /^Could not open the version: .*ended before it was whole/);
    answers.restore();
    await set.server.recover();
    await open();
    assert.equal(activeDocument()?.getText(), text);
  });

  it('that was deleted meanwhile is reported as deleted', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('Gone'));
    await open(0, () => set.sandbox.state.openApiSpecs.delete(specOf(set.sandbox, slug).id));
    assert.match(last(), /^Could not open the version: .*refresh to see what is there now\.$/);
  });

  it('opens nothing when the user cancels', async () => {
    for (const cut of dismissEachStep(slug, items => (items as vscode.QuickPickItem[])[0]?.label)) {
      answers = answerPrompts(...cut);
      await vscode.commands.executeCommand(command);
      answers.restore();
    }
    assert.equal(asked(content), 0);
  });

  it('shows a message when its account is not signed in, and its text after the sign-in', async () => {
    const text = specWithTitle('After the sign-in');
    pushVersions(set.sandbox, slug, text);
    await open();
    const document = activeDocument() ?? assert.fail('nothing is open');
    answers.restore();
    await signOut('sandbox');
    answers = answerPrompts();
    const read = async () => Buffer.from(await vscode.workspace.fs.readFile(document.uri)).toString();
    assert.match(await read(), /^Nobody is signed in as ".*"\. .*to see this document\.\n$/);
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.token });
    await eventually(async () => assert.equal(await read(), text));
  });

  it('is not found at a malformed address', async () => {
    answers = answerPrompts();
    for (const path of [
      '/orgs/tidewell/openapi/heron-api/versions/x/other.yaml',
      '/orgs/%/openapi/x/versions/y/content.yaml',
    ]) {
      const uri = vscode.Uri.from({ scheme: 'marginalia', authority: 'sandbox', path });
      await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(uri)), { code: 'FileNotFound' });
    }
  });

  it('is offered on its row', () => {
    answers = answerPrompts();
    assert.deepEqual(rowsOffering(command, ['openapiVersion', 'openapi', 'openapis']), ['openapiVersion']);
  });
});

interface Content {
  filesystem: object;
  url: string;
}
