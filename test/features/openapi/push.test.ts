import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { openApiViolation } from '../../../src/api/openapi/validate.ts';
import { commands } from '../../../src/features/openapi/commands.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, type Answers, answerPrompts, backButton, dismissEachStep } from '../../host/answers.ts';
import { labels, parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { groupsOf } from '../../host/menus.ts';
import { largeDescription, longestPause } from '../../api/openapi/largeDescription.ts';
import { itWithOptional, signedIn } from '../../host/support.ts';
import { sized } from '../../size.ts';

const description = `openapi: 3.1.0
info:
  title: Lighthouse
  version: '1'
paths:
  /lamps:
    get:
      responses:
        '200':
          description: All lamps
`;

describe('pushing an OpenAPI spec', () => {
  let sandbox: RunningSandbox;
  let source: Server;
  let url: string;
  const files: vscode.Uri[] = [];
  let answers: Answers | undefined;

  before(async () => {
    source = createServer((request, response) => {
      if (request.url === '/openapi.yaml') response.end(description);
      else if (request.url === '/broken.yaml') response.end('just: text');
      else response.writeHead(404).end();
    });
    source.listen(0, '127.0.0.1');
    await once(source, 'listening');
    url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  });
  after(() => source.close());
  beforeEach(async () => (sandbox = await signedIn()));
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of files.splice(0)) await vscode.workspace.fs.delete(uri);
    await sandbox.close();
  });

  const push = () => vscode.commands.executeCommand('marginalia.openapi.push');
  const spec = (slug: string) => sandbox.state.openApiSpecs.all().find(row => row.slug === slug);
  const newSpec = 'New spec';

  /** Creates a file with this text. */
  async function file(text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.file(join(tmpdir(), `${randomUUID()}.yaml`));
    files.push(uri);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    return uri;
  }

  /** Opens a file with this text in the editor. */
  async function edit(text: string): Promise<void> {
    await vscode.window.showTextDocument(await file(text));
  }

  /** Pushes with these answers. Returns the messages. */
  async function pushing(...replies: Answer[]): Promise<string[]> {
    answers = answerPrompts(...replies);
    await push();
    const { transcript, restore } = answers;
    restore();
    return transcript;
  }

  describe('from a large file', () => {
    const pushFile = (uri: vscode.Uri) => vscode.commands.executeCommand('marginalia.openapi.push', uri);
    const progressed = () => answers?.progressed ?? [];

    itWithOptional('asks all questions first, so that none appears after the long check', async () => {
      const progressedAtLast: string[] = [];
      answers = answerPrompts(newSpec, 'The file in the editor', 'heron-api', () => {
        progressedAtLast.push(...progressed());
        return 'Replace';
      });
      await edit(largeDescription(3000));
      await push();
      assert.deepEqual(progressedAtLast, []);
      assert.match(progressed()[0] ?? '', /^Checking /);
      assert.match(answers.transcript.at(-1) ?? '', /"heron-api" is processed and ready/);
    });

    it('sends nothing when it is not valid', async function () {
      this.timeout(300_000);
      answers = answerPrompts(newSpec, 'lighthouse');
      await pushFile(await file(largeDescription(sized(60_000)).replace("version: '1'", '')));
      assert.match(answers.transcript.at(-1) ?? '', /not a valid OpenAPI description\..*Nothing was sent\.$/);
      assert.equal(spec('lighthouse'), undefined);
    });

    it('does not block the editor while 12 MB are checked, and sends nothing when that is cancelled', async () => {
      const uri = await file(largeDescription(60_000));
      answers = answerPrompts(newSpec, 'lighthouse');
      const pushing = pushFile(uri);
      await eventually(() => assert.match(progressed()[0] ?? '', /^Checking /));
      // VS Code has already opened the file, which takes time as well.
      const pause = await longestPause(async () => {
        // The event loop runs a hundred times before the check is canceled.
        for (let turn = 0; turn < 100; turn++) await new Promise(resolve => setTimeout(resolve, 1));
        answers?.cancel();
        await pushing;
      });
      assert.deepEqual(answers.transcript.slice(-1), [
        'Slug of the new spec in "Tidewell": lowercase letters, digits and hyphens',
      ]);
      assert.equal(spec('lighthouse'), undefined);
      const floor = await longestPause(() => openApiViolation(largeDescription(3000)));
      assert.ok(pause < floor, `${pause} ms at a stretch; a twentieth of it takes ${floor} ms without a thread`);
    });
  });

  it('checks a file once, even if the user goes back', async () => {
    await edit(description);
    answers = answerPrompts(newSpec, 'The file in the editor', backButton, 'The file in the editor', 'lighthouse');
    await push();
    assert.equal(answers.progressed.filter(title => title.startsWith('Checking ')).length, 1);
    assert.equal(spec('lighthouse')?.processingState, 'complete');
  });

  it('uses a URL under a new slug', async () => {
    answers = answerPrompts(newSpec, 'A URL', `${url}/openapi.yaml`, 'lighthouse');
    await push();
    assert.match(answers.transcript.at(-1) ?? '', /"lighthouse" is processed and ready/);
    assert.equal(spec('lighthouse')?.processingState, 'complete');
  });

  it('shows in its row that it is being processed', async () => {
    const app = parts();
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const names = ['Tidewell', 'OpenAPI specs'];
    await labels(app.tree, ...names);
    // VS Code requests the children of a changed row in this way.
    app.tree.onDidChangeTreeData(node => void app.tree.getChildren(node));
    const target = { kind: 'openapis', connection, organization: 'tidewell' };
    answers = answerPrompts('A URL', `${url}/openapi.yaml`, 'lighthouse');
    await commands['marginalia.openapi.push']?.run(app as unknown as App, target);
    const node = await row(app.tree, ...names, 'lighthouse');
    await eventually(() => assert.equal(node?.description, ''));
    app.dispose();
  });

  it('shows the new version below its row', async () => {
    const app = parts();
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const names = ['Tidewell', 'OpenAPI specs', 'heron-api'];
    const before = await labels(app.tree, ...names);
    app.tree.onDidChangeTreeData(node => void app.tree.getChildren(node));
    answers = answerPrompts('A URL', `${url}/openapi.yaml`, 'Replace');
    const resource = { kind: 'openapi', connection, organization: 'tidewell', spec: { slug: 'heron-api' } };
    await commands['marginalia.openapi.push']?.run(app as unknown as App, resource);
    await eventually(async () => {
      const rows = await app.tree.getChildren(await row(app.tree, ...names));
      assert.equal(rows.length, before.length + 1);
      assert.equal(rows[0]?.description, 'latest');
    });
    app.dispose();
  });

  it('adds a new version to an existing one', async () => {
    const before = spec('heron-api')?.lastVersion;
    answers = answerPrompts('heron-api', 'A URL', `${url}/openapi.yaml`, 'Replace');
    await push();
    assert.notEqual(spec('heron-api')?.lastVersion, before);
  });

  it('shows the title of the organization for a new one', async () => {
    sandbox.state.organizations.put({ ...sandbox.state.organizations.get('tidewell'), title: 'Tidewell Ltd' });
    answers = answerPrompts(newSpec, 'A URL', `${url}/openapi.yaml`, undefined);
    await push().then(undefined, () => undefined);
    assert.match(answers.transcript.at(-1) ?? '', /^Slug of the new spec in "Tidewell Ltd":/);
  });

  it('suggests a slug from the address when that names the spec', async () => {
    const suggested: unknown[] = [];
    const noted = ([box]: readonly unknown[]) => void suggested.push((box as vscode.InputBox).value);
    for (const path of ['Parcel API v2.yaml', 'openapi.yaml', '%E0%A4%A.yaml', '日本.json', 'lamps.yaml?v=1.2#b']) {
      answers = answerPrompts(newSpec, 'A URL', `${url}/${path}`, noted);
      await push().then(undefined, () => undefined);
      answers.restore();
    }
    assert.deepEqual(suggested, ['parcel-api-v2', '', 'e0-a4-a', '', 'lamps']);
  });

  itWithOptional('suggests a slug from the title of the description in a file', async () => {
    for (const [text, slug] of [
      [description, 'lighthouse'],
      [description.replace('Lighthouse', '"The *Lamp* service: day & night"'), 'the-lamp-service-day-night'],
      [JSON.stringify({ openapi: '3.1.0', info: { title: 'Beacon API', version: '1' }, paths: {} }), 'beacon-api'],
    ] as const) {
      let suggested: unknown;
      answers = answerPrompts(
        newSpec,
        'A file',
        await file(text),
        ([box]) => void (suggested = (box as vscode.InputBox).value),
      );
      await push().then(undefined, () => undefined);
      answers.restore();
      assert.equal(suggested, slug);
    }
  });

  it('asks before it replaces a spec with the same slug, and can go back to the slug', async () => {
    const before = spec('heron-api')?.lastVersion;
    const messages = await pushing(newSpec, 'A URL', `${url}/openapi.yaml`, 'heron-api', 'Back', 'lighthouse');
    assert.match(messages.find(text => text.startsWith('Replace')) ?? '', /^Replace OpenAPI spec "heron-api"\?\n/);
    assert.equal(spec('heron-api')?.lastVersion, before);
    assert.equal(spec('lighthouse')?.processingState, 'complete');
    await pushing(newSpec, 'A URL', `${url}/openapi.yaml`, 'heron-api', 'Replace');
    assert.notEqual(spec('heron-api')?.lastVersion, before);
  });

  it('validates the slug against the contract', async () => {
    answers = answerPrompts(newSpec, 'A URL', `${url}/openapi.yaml`, 'Light House');
    await push();
    assert.equal(spec('Light House'), undefined);
    assert.match(answers.transcript.at(-1) ?? '', /slug/i);
  });

  itWithOptional('sends the file in the active editor', async () => {
    await edit(description);
    answers = answerPrompts(newSpec, 'The file in the editor', 'lighthouse');
    await push();
    assert.deepEqual(spec('lighthouse')?.source, { text: description });
  });

  itWithOptional('sends a chosen file', async () => {
    await pushing(newSpec, 'A file', await file(description), 'lighthouse');
    assert.deepEqual(spec('lighthouse')?.source, { text: description });
  });

  it('names the file that cannot be read', async () => {
    const missing = vscode.Uri.file(join(tmpdir(), `${randomUUID()}.yaml`));
    const messages = await pushing(newSpec, 'A file', missing);
    assert.match(messages.at(-1) ?? '', /^Could not read .*\.yaml: /);
  });

  itWithOptional('asks before a file replaces a spec that was pushed from another source, and only then', async () => {
    const [first, second] = [await file(description), await file(description.replace('Lighthouse', 'Beacon'))];
    await pushing(newSpec, 'A URL', `${url}/openapi.yaml`, 'lighthouse');
    const asked = await pushing('lighthouse', 'A file', first, undefined);
    assert.match(
      asked.at(-1) ?? '',
      /^Replace OpenAPI spec "lighthouse"\?\nIt was last pushed from http:.*openapi\.yaml\./,
    );
    assert.ok('url' in (spec('lighthouse')?.source ?? {}), 'nothing is replaced without a yes');
    await pushing('lighthouse', 'A file', first, 'Replace');
    await pushing('lighthouse', 'A file', first);
    await pushing('lighthouse', 'A file', second, 'Replace');
    await pushing('lighthouse', 'A file', first, 'Replace');
    const row = spec('lighthouse') ?? assert.fail('no spec');
    sandbox.state.openApiSpecs.put({ ...row, updatedAt: '2999-01-01T00:00:00.000Z' });
    const messages = await pushing('lighthouse', 'A file', first, undefined);
    assert.match(messages.at(-1) ?? '', /as a file, and not this one from this computer/);
  });

  it('asks before a URL replaces a spec that was pushed from another source, and only then', async () => {
    await pushing('heron-api', 'A URL', `${url}/openapi.yaml`, 'Replace');
    await pushing('heron-api', 'A URL', `${url}/openapi.yaml`);
    const messages = await pushing('heron-api', 'A URL', `${url}/broken.yaml`, undefined);
    assert.match(messages.at(-1) ?? '', /^Replace OpenAPI spec "heron-api"\?/);
  });

  it('offers only specs that may be pushed to', async () => {
    await sandbox.close();
    sandbox = await signedIn({ as: 'lucia' });
    let rows: string[] = [];
    await pushing(items => {
      rows = (items as vscode.QuickPickItem[]).map(({ label, description: holder }) => `${label} in ${holder}`);
      return undefined;
    });
    assert.deepEqual(rows, ['New spec in Open Rivers Network']);
  });

  it('does not send a file that is not an OpenAPI description', async () => {
    await edit('openapi: 3.1.0\ninfo: {}\n');
    answers = answerPrompts(newSpec, 'The file in the editor');
    await push();
    assert.match(answers.transcript.at(-1) ?? '', /not a valid OpenAPI description\..*Nothing was sent\.$/);
  });

  itWithOptional('sends a file in which a mistake was corrected, and none in which one was made', async () => {
    await edit('openapi: 3.1.0\ninfo: {}\n');
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor is open');
    const replace = (text: string) => editor.edit(edit => edit.replace(new vscode.Range(0, 0, 999, 0), text));
    const [wrong = ''] = (await pushing(newSpec, 'The file in the editor')).slice(-1);
    assert.match(wrong, /not a valid OpenAPI description/);
    await replace(description);
    await pushing(newSpec, 'The file in the editor', 'lighthouse');
    assert.equal(spec('lighthouse')?.processingState, 'complete');
    await replace('openapi: 3.1.0\ninfo: {}\n');
    assert.deepEqual((await pushing(newSpec, 'The file in the editor')).slice(-1), [wrong]);
    await replace('');
  });

  for (const [path, reason] of [
    ['/missing.yaml', /could not be fetched/],
    ['/broken.yaml', /not a valid OpenAPI description/],
  ] as const) {
    it(`explains why ${path} could not be processed`, async () => {
      answers = answerPrompts(newSpec, 'A URL', `${url}${path}`, 'lighthouse');
      await push();
      assert.match(answers.transcript.at(-1) ?? '', /The service took "lighthouse", but could not process it/);
      assert.match(answers.transcript.at(-1) ?? '', reason);
    });
  }

  describe('from the menu of a file', () => {
    const pushFile = (uri: vscode.Uri) => vscode.commands.executeCommand('marginalia.openapi.push', uri);

    itWithOptional('asks only for the spec', async () => {
      answers = answerPrompts(newSpec, 'lighthouse');
      await pushFile(await file(description));
      assert.deepEqual(spec('lighthouse')?.source, { text: description });
      assert.match(answers.transcript.at(-1) ?? '', /"lighthouse" is processed and ready/);
    });

    itWithOptional('pushes the text of the editor, saved or not', async () => {
      const uri = await file(description);
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '# Not saved\n'));
      answers = answerPrompts(newSpec, 'lighthouse');
      await pushFile(uri);
      assert.deepEqual(spec('lighthouse')?.source, { text: `# Not saved\n${description}` });
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('reports errors before it asks anything', async () => {
      answers = answerPrompts();
      await pushFile(await file('openapi: 3.1.0\ninfo: {}\n'));
      assert.match(answers.transcript.at(-1) ?? '', /not a valid OpenAPI description\..*Nothing was sent\.$/);
      await pushFile(vscode.Uri.file(join(tmpdir(), `${randomUUID()}.yaml`)));
      assert.match(answers.transcript.at(-1) ?? '', /^Could not read .*\.yaml: /);
    });

    it('sends nothing when the user cancels', async () => {
      const before = sandbox.state.openApiSpecs.all().length;
      const uri = await file(description);
      for (const cut of dismissEachStep(newSpec, 'lighthouse')) {
        answers = answerPrompts(...cut);
        await pushFile(uri);
        answers.restore();
      }
      assert.equal(sandbox.state.openApiSpecs.all().length, before);
    });

    it('says that it is unavailable, without a question, when the server accepts no text', async () => {
      await sandbox.close();
      sandbox = await signedIn({ documentedOnly: true });
      const uri = await file(description);
      answers = answerPrompts(newSpec, 'lighthouse');
      await pushFile(uri);
      answers.restore();
      answers = answerPrompts();
      await pushFile(uri);
      assert.match(
        answers.transcript.at(-1) ?? '',
        /^Could not push .*: this server refuses the text .* push its URL\.$/,
      );
    });

    it('is offered on YAML and JSON files, in the explorer and in their editors', () => {
      answers = answerPrompts();
      const push = 'marginalia.openapi.push';
      assert.deepEqual(groupsOf('explorer/context', push), ['6_marginalia@1']);
      assert.deepEqual(groupsOf('editor/title', push), ['1_decide@1']);
    });
  });

  itWithOptional('shows in the row of a spec its source file, until somebody pushes something else', async () => {
    const app = parts();
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const names = ['Tidewell', 'OpenAPI specs'];
    const uri = await file(description);
    const name = uri.path.split('/').at(-1) ?? '';
    answers = answerPrompts('A file', uri, 'lighthouse');
    await labels(app.tree, ...names);
    app.tree.onDidChangeTreeData(node => void app.tree.getChildren(node));
    const target = { kind: 'openapis', connection, organization: 'tidewell' };
    await commands['marginalia.openapi.push']?.run(app as unknown as App, target);
    await eventually(async () => {
      const node = await row(app.tree, ...names, 'lighthouse');
      assert.equal(node?.description, `from ${name}`);
      assert.ok(node?.tooltip?.startsWith(`Pushed from ${uri.fsPath} on this computer`), node?.tooltip);
    });
    const stored = spec('lighthouse') ?? assert.fail('no spec');
    sandbox.state.openApiSpecs.put({ ...stored, updatedAt: '2999-01-01T00:00:00.000Z' });
    app.tree.refresh();
    assert.equal((await row(app.tree, ...names, 'lighthouse'))?.description, '');
    app.dispose();
  });

  it('explains that a server accepts no text, and offers only addresses from then on', async () => {
    await sandbox.close();
    sandbox = await signedIn({ documentedOnly: true });
    await edit(description);
    answers = answerPrompts(newSpec, 'The file in the editor', 'lighthouse');
    await push();
    assert.match(answers.transcript.at(-1) ?? '', /this server refuses the text.*push its URL/s);
    answers.restore();
    answers = answerPrompts(newSpec, `${url}/openapi.yaml`, 'lighthouse');
    await push();
    assert.equal(spec('lighthouse')?.processingState, 'complete');
  });
});
