import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/openapi/commands.ts';
import { type Answer, type Answers, answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { describeOnce, marginalia } from '../../host/support.ts';
import { specWithTitle, pushVersions, specOf } from './specs.ts';

const slug = 'heron-api';
const content = /^GET .*\/versions\/[^/]+\/content$/;

/** Answers a picker with the row at this index. */
const choose =
  (index: number): Answer =>
  items =>
    (items as vscode.QuickPickItem[])[index]?.label;

/** Returns the texts of both sides of the visible diff. */
async function sides(): Promise<string[]> {
  const { input } =
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(tab => tab.input instanceof vscode.TabInputTextDiff) ??
    {};
  assert.ok(input instanceof vscode.TabInputTextDiff, 'there is no diff');
  return Promise.all([input.original, input.modified].map(textOf));
}

const textOf = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();

/** Returns the URI of the summary beside the diff. */
function summary(): vscode.Uri | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.find(input => input instanceof vscode.TabInputCustom)?.uri;
}

describeOnce('comparing two versions of an OpenAPI spec', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const run = () => vscode.commands.executeCommand('marginalia.openapi.compareVersions');
  const last = () => answers.transcript.at(-1) ?? '';
  const more = `  /lanterns:
    put:
      responses: {}
`;

  it('shows the two texts side by side, and a list of changes', async () => {
    const [one, two] = [specWithTitle('One'), specWithTitle('Two', more)];
    pushVersions(set.sandbox, slug, one, two);
    answers = answerPrompts(slug, choose(0), choose(0));
    await run();
    assert.deepEqual(await sides(), [one, two]);
    await eventually(() => assert.ok(summary()));
    assert.match(
      await textOf(summary() ?? assert.fail()),
      /^# What has changed in `heron-api`\n\nFrom \w{3} \d{1,2}, \d{4}.* to \w{3} \d{1,2}, \d{4}.*\.\n\n1 operation is new\.\n\n## New operations\n\n- `PUT \/lanterns`\n$/,
    );
    const titles = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.match(
      titles.join('\n'),
      /^heron-api of \w{3} \d{1,2}, \d{4}.*, compared with \w{3} \d{1,2}, \d{4}.*\n(Preview )?heron-api: changes of \w{3} \d{1,2}, \d{4}.*$/,
    );
  });

  it('uses the older one as the base, whichever is picked first', async () => {
    const [first = '', second = ''] = pushVersions(set.sandbox, slug, specWithTitle('One'), specWithTitle('Two'));
    const { openApiSpecVersions: versions } = set.sandbox.state;
    versions.put({ ...versions.get(first), createdAt: '2026-01-01T00:00:00.000Z' });
    versions.put({ ...versions.get(second), createdAt: '2026-02-01T00:00:00.000Z' });
    answers = answerPrompts(slug, choose(1), choose(0));
    await run();
    assert.deepEqual(await sides(), [specWithTitle('One'), specWithTitle('Two')]);
  });

  it('offers no version twice, and loads more than one page of them', async () => {
    pushVersions(set.sandbox, slug, ...Array.from({ length: 70 }, (_, index) => specWithTitle(`Number ${index}`)));
    const offered: number[] = [];
    const count: Answer = items => {
      offered.push((items as vscode.QuickPickItem[]).filter(({ label }) => label !== 'Load more').length);
      return 'Load more';
    };
    answers = answerPrompts(slug, count, choose(0), count, undefined);
    await run();
    assert.equal(offered[1], (offered[0] ?? 0) - 1);
  });

  it('sends no request when the user cancels', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'));
    for (const cut of dismissEachStep(slug, choose(0), choose(0))) {
      answers = answerPrompts(...cut);
      await run();
      answers.restore();
    }
    assert.ok(!set.server.requests.some(request => content.test(request)));
  });

  it('says that there is no other version', async () => {
    answers = answerPrompts(slug, choose(0), items => (assert.deepEqual(items, []), undefined));
    await run();
  });

  it('reports why one of them cannot be read, and shows nothing', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'));
    set.server.fail({ kind: 'status', status: 403 }, content);
    answers = answerPrompts(slug, choose(0), choose(0));
    await run();
    assert.match(last(), /^Could not compare the versions: The test says 403\./);
    await assert.rejects(sides());
  });

  it('shows nothing when it is cancelled while a text loads', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'));
    set.server.fail({ kind: 'held' }, content, 1);
    answers = answerPrompts(slug, choose(0), choose(0));
    const running = run();
    await set.server.waiting();
    const count = answers.transcript.length;
    answers.cancel();
    await running;
    assert.equal(answers.transcript.length, count);
    await assert.rejects(sides());
  });

  it('shows only the texts when the service could not parse them', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'));
    set.server.fail(
      otherJson(json => ({ ...(json as object), filesystem: { '[a](command:b)': null } })),
      content,
    );
    answers = answerPrompts(slug, choose(0), choose(0));
    await run();
    await eventually(() => assert.ok(summary()));
    assert.match(
      await textOf(summary() ?? assert.fail()),
      /is no OpenAPI description; only their texts can be compared\.\n$/,
    );
  });

  it('is restored with its window, because its URI contains all parameters', async () => {
    const [one, two] = pushVersions(set.sandbox, slug, specWithTitle('One'), specWithTitle('Two', more));
    answers = answerPrompts();
    const path = `/orgs/tidewell/openapi/${slug}/versions/${two}/since/${one}.md`;
    assert.match(
      await textOf(vscode.Uri.from({ scheme: 'marginalia', authority: 'sandbox', path })),
      /- `PUT \/lanterns`\n$/,
    );
  });

  it('opens the newest version of a spec', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'), specWithTitle('Two'));
    answers = answerPrompts(slug);
    await vscode.commands.executeCommand('marginalia.openapi.openLatest');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), specWithTitle('Two'));
  });

  it('says that a spec has no version yet', async () => {
    const { lastVersion: _, ...spec } = specOf(set.sandbox, slug);
    set.sandbox.state.openApiSpecs.put(spec);
    answers = answerPrompts(slug);
    await vscode.commands.executeCommand('marginalia.openapi.openLatest');
    assert.match(last(), /^Could not open the version: .*has no version yet/);
  });

  it('is offered on the rows of specs and versions', () => {
    answers = answerPrompts();
    const rows = ['openapi', 'openapi.noEdit', 'openapiVersion', 'openapis'];
    assert.deepEqual(rowsOffering('marginalia.openapi.compareVersions', rows), rows.slice(0, 2));
    assert.deepEqual(rowsOffering('marginalia.openapi.openLatest', rows), rows.slice(0, 2));
    assert.deepEqual(rowsOffering('marginalia.openapi.compareWithPrevious', rows), ['openapiVersion']);
  });
});

describeOnce('comparing a version with the previous one', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stageOfParts();

  /** Compares the version at this index in the tree with the previous one. */
  async function compare(index: number): Promise<void> {
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.token });
    const { tree } = set.app;
    const versions = await tree.getChildren(await row(tree, 'Tidewell', 'OpenAPI specs', slug));
    const run = commands['marginalia.openapi.compareWithPrevious']?.run;
    await run?.(set.app as unknown as App, versions[index]);
  }

  it('shows both', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('One'), specWithTitle('Two'), specWithTitle('Three'));
    answers = answerPrompts();
    await compare(1);
    assert.deepEqual(await sides(), [specWithTitle('One'), specWithTitle('Two')]);
  });

  it('loads the next page when the previous version is on it', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => specWithTitle(`Number ${index}`));
    pushVersions(set.sandbox, slug, ...texts);
    answers = answerPrompts();
    await compare(49);
    assert.deepEqual(await sides(), [texts[9], texts[10]]);
  });

  it('says that the first version has no previous one', async () => {
    answers = answerPrompts();
    await assert.rejects(compare(0), /^Failure: That of \w{3} \d{1,2}, \d{4}.* is the first version of "heron-api"\.$/);
  });
});
