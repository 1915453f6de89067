import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fieldNames } from '../../../src/api/resourceDocuments.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { discardAll, documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { itWithOptional } from '../../host/support.ts';

const { fs } = vscode.workspace;
const space = '/spaces/heron-manual';
const site = '/orgs/tidewell/sites/heron-docs';

describe('the document of a resource', () => {
  afterEach(discardAll);
  const set = stage();

  it('contains only the editable fields', async () => {
    const document = await openDocument(documentOf(space));
    assert.equal(document.languageId, 'json');
    const fields = fieldsIn(document);
    assert.equal(fields['title'], set.sandbox.state.spaces.get('heron-manual').title);
    const known = fieldNames('PATCH /spaces/{spaceId}');
    assert.deepEqual(
      Object.keys(fields).filter(name => !known.includes(name)),
      [],
    );
  });

  it('contains all fields on request, read-only', async () => {
    const uri = documentOf(space, 'whole');
    assert.equal(fieldsIn(await openDocument(uri))['object'], 'space');
    assert.equal((await fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
  });

  it('is read with one request', async () => {
    const before = set.server.requests.length;
    await openDocument(documentOf(space));
    assert.deepEqual(set.server.requests.slice(before), ['GET /spaces/heron-manual']);
  });

  it('has the schema of the contract, by which it is validated', async () => {
    const document = await openDocument(documentOf(space));
    await writeIn(document, { ...fieldsIn(document), editMode: 'x' });
    await eventually(() => {
      const diagnostics = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      assert.ok(
        diagnostics.some(message => message.includes('"locked"')),
        diagnostics.join('\n'),
      );
    });
  });

  it('has no problems when it shows all fields', async () => {
    const whole = await openDocument(documentOf(space, 'whole'));
    const document = await openDocument(documentOf(space));
    await writeIn(document, { ...fieldsIn(document), editMode: 'x' });
    await eventually(() => assert.ok(vscode.languages.getDiagnostics(document.uri).length > 0));
    assert.deepEqual(vscode.languages.getDiagnostics(whole.uri), []);
  });

  it('completes IDs by the names of the resources', async () => {
    const document = await openDocument(documentOf('/orgs/tidewell/sites/heron-docs', 'new'));
    assert.deepEqual(fieldsIn(document)['spaces'], []);
    await writeIn(document, '{ "title": "x", "spaces": ["handbook", ""] }');
    const position = document.positionAt(document.getText().indexOf('""') + 1);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    const offered = items.filter(({ detail }) => detail === 'space').map(({ insertText }) => insertText);
    assert.ok(offered.includes('"heron-manual"'), offered.join(', '));
  });

  it('describes enum values', async () => {
    const document = await openDocument(documentOf(site));
    const position = document.positionAt(document.getText().indexOf('"visibility": "') + 15);
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        position,
      );
      const unlisted = items.find(({ label }) => String(label) === '"unlisted"');
      const documentation = unlisted?.documentation;
      assert.match(
        typeof documentation === 'string' ? documentation : (documentation?.value ?? ''),
        /has the address can read/,
      );
    });
  });

  it('sends only changed fields', async () => {
    const document = await openDocument(documentOf(space));
    await writeIn(document, { ...fieldsIn(document), title: 'Herons' });
    assert.ok(await document.save());
    assert.deepEqual(set.server.writes, [{ asked: 'PATCH /spaces/heron-manual', body: { title: 'Herons' } }]);
  });

  itWithOptional('saves the merge rules of a space', async () => {
    const document = await openDocument(documentOf(space));
    assert.deepEqual(fieldsIn(document)['mergeRules'], { type: 'inherit' });
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_specific_reviewers', users: ['amara'] }] };
    await writeIn(document, { ...fieldsIn(document), mergeRules });
    assert.ok(await document.save());
    assert.deepEqual(set.server.writes, [{ asked: 'PATCH /spaces/heron-manual', body: { mergeRules } }]);
    assert.deepEqual(set.sandbox.state.spaces.get('heron-manual').mergeRules, mergeRules);
    assert.deepEqual(findingsIn(document), []);
  });

  it('shows the stored result, and can be saved again', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, JSON.stringify({ ...fieldsIn(document), title: 'Once' }));
    assert.ok(await document.save());
    await eventually(() => assert.match(document.getText(), /^ {2}"title": "Once"/m));
    assert.equal(document.isDirty, false);
    await writeIn(document, { ...fieldsIn(document), title: 'Twice' });
    assert.ok(await document.save());
    await eventually(() => assert.equal(fieldsIn(document)['title'], 'Twice'));
    assert.equal(set.sandbox.state.sites.get('heron-docs').title, 'Twice');
  });

  it('sends nothing when nothing has changed', async () => {
    const document = await openDocument(documentOf(space));
    await writeIn(document, JSON.stringify(fieldsIn(document)));
    assert.ok(await document.save());
    assert.equal(set.server.writes.length, 0);
    await eventually(() => assert.match(document.getText(), /^ {2}"title"/m));
  });

  it('keeps changes that others made to other fields meanwhile', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), title: 'Mine' });
    const { sites } = set.sandbox.state;
    sites.put({ ...sites.get('heron-docs'), visibility: 'unlisted' });
    assert.ok(await document.save());
    assert.deepEqual(set.server.writes.at(-1)?.body, { title: 'Mine' });
    await eventually(() => assert.equal(fieldsIn(document)['visibility'], 'unlisted'));
  });

  it('is not sent when others have changed the same field; the two versions are compared, and the next save overwrites', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), title: 'Mine' });
    const { sites } = set.sandbox.state;
    sites.put({ ...sites.get('heron-docs'), title: 'Theirs' });
    assert.equal(await document.save(), false);
    assert.equal(set.server.writes.length, 0);
    await eventually(() => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff, 'a diff is shown');
      assert.equal(String(input.modified), String(document.uri));
    });
    await eventually(() => {
      const documents = vscode.window.visibleTextEditors.map(({ document: one }) => one);
      const theirs = documents.find(({ uri }) => uri.query.includes('current'));
      assert.match(theirs?.getText() ?? '', /"title": "Theirs"/);
    });
    assert.match(findingsIn(document)[0]?.message ?? '', /somebody else has changed it meanwhile\. "title"/);
    assert.ok(document.isDirty, 'what was typed is there');
    assert.ok(await document.save());
    assert.deepEqual(set.server.writes[0]?.body, { title: 'Mine' });
    assert.deepEqual(findingsIn(document), []);
  });

  it('is compared again when others change the same field once more', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), title: 'Mine' });
    const { sites } = set.sandbox.state;
    sites.put({ ...sites.get('heron-docs'), title: 'Theirs' });
    assert.equal(await document.save(), false);
    sites.put({ ...sites.get('heron-docs'), title: 'Theirs again' });
    assert.equal(await document.save(), false);
    assert.equal(set.server.writes.length, 0);
  });

  it('shows contract violations in Problems, at the field', async () => {
    const document = await openDocument(documentOf(space));
    await writeIn(document, { ...fieldsIn(document), title: 'x'.repeat(51), colour: 'red' });
    assert.equal(await document.save(), false);
    assert.deepEqual(
      findingsIn(document).map(({ at }) => at.split(':')[0]),
      ['"title"', '"colour"'],
    );
    assert.equal(set.server.writes.length, 0);
    await writeIn(document, { ...fieldsIn(document), title: 'x' });
    await eventually(() => assert.deepEqual(findingsIn(document), [], 'they go with the next letter'));
  });

  it('shows errors of the service in Problems, at the field that they name', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), basename: 'taken' });
    set.server.fail({ kind: 'status', status: 400, message: 'body.basename is taken already.' }, /^PATCH/);
    assert.equal(await document.save(), false);
    const [finding] = findingsIn(document);
    assert.match(finding?.message ?? '', /basename is taken already/);
    assert.match(finding?.at ?? '', /^"basename": "taken"/);
  });

  it('shows errors of the service at the start when they name no field, or several', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), title: 'Other' });
    for (const message of ['Not now.', 'Neither title nor basename is free.']) {
      set.server.fail({ kind: 'status', status: 409, message }, /^PATCH/, 1);
      assert.equal(await document.save(), false);
      assert.deepEqual(
        findingsIn(document).map(({ at }) => at),
        ['{'],
      );
    }
  });

  for (const [text, reason] of [
    ['{ "title": ', /not JSON/],
    ['[]', /not an object/],
    ['{}', /cannot be taken away/],
  ] as const) {
    it(`is not sent when it contains ${text}`, async () => {
      const document = await openDocument(documentOf(site));
      await writeIn(document, text);
      assert.equal(await document.save(), false);
      assert.match(findingsIn(document)[0]?.message ?? '', reason);
      assert.equal(set.server.writes.length, 0);
      assert.equal(document.getText(), text);
    });
  }

  for (const [text, reason] of [
    ['{ "title": null }', '"title" cannot be null.'],
    ['{ "title": 12 }', '"title" must be a string.'],
  ] as const) {
    it(`is rejected with a message about the document when it contains ${text}`, async () => {
      const document = await openDocument(documentOf(site));
      await writeIn(document, JSON.stringify({ ...fieldsIn(document), ...(JSON.parse(text) as object) }));
      assert.equal(await document.save(), false);
      assert.equal(findingsIn(document)[0]?.message, reason);
      assert.equal(set.server.writes.length, 0);
    });
  }

  for (const emoji of ['not an emoji', '🌊 and more', 'https://example.com/a.png']) {
    it(`rejects an emoji like ${JSON.stringify(emoji)}`, async () => {
      const document = await openDocument(documentOf('/spaces/heron-manual'));
      await writeIn(document, { ...fieldsIn(document), emoji });
      assert.equal(await document.save(), false);
      assert.equal(findingsIn(document)[0]?.message, '"emoji" must be a single emoji, such as 📘, or null.');
      assert.equal(set.server.writes.length, 0);
    });
  }

  it('accepts an emoji, and null', async () => {
    for (const emoji of ['🌊', null]) {
      const document = await openDocument(documentOf('/spaces/heron-manual'));
      await writeIn(document, { ...fieldsIn(document), emoji });
      assert.ok(await document.save(), findingsIn(document)[0]?.message);
    }
  });

  it('keeps its text when the reply is lost, and the next save finds that it is stored', async () => {
    const document = await openDocument(documentOf(site));
    await writeIn(document, { ...fieldsIn(document), title: 'Lost' });
    set.server.fail({ kind: 'dropped', isDone: true }, /^PATCH/);
    assert.equal(await document.save(), false);
    assert.match(findingsIn(document)[0]?.message ?? '', /the answer was lost.*It is saved/);
    await set.server.recover();
    const { length } = set.server.writes;
    assert.ok(await document.save());
    assert.equal(set.server.writes.length, length, 'it is not sent twice');
  });

  it('updates when others change the resource, unless it is dirty', async () => {
    const document = await openDocument(documentOf(space));
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const { spaces } = set.sandbox.state;
    spaces.put({ ...spaces.get('heron-manual'), title: 'Another' });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(async () => {
      const [reply] = [await fs.readFile(document.uri)];
      assert.match(Buffer.from(reply).toString(), /"title": "Another"/);
    });
  });

  it('shows no secret, and stores one that is typed', async () => {
    const headers = { authorization: `Bearer ${set.sandbox.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ label: 'Company', certificate: 'hush-hush' });
    const saml = `${set.sandbox.url}/v1/orgs/tidewell/saml`;
    const { id } = (await (await fetch(saml, { method: 'POST', headers, body })).json()) as { id: string };
    const path = `/orgs/tidewell/saml/${id}`;
    for (const view of ['whole', 'fields'] as const) {
      const text = Buffer.from(await fs.readFile(documentOf(path, view))).toString();
      assert.ok(text.includes('Company') && !text.includes('hush-hush'), text);
    }
    const document = await openDocument(documentOf(path));
    await writeIn(document, { ...fieldsIn(document), certificate: 'another one' });
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    assert.deepEqual(set.server.writes.at(-1)?.body, { certificate: 'another one' });
    await eventually(() => assert.doesNotMatch(document.getText(), /another one/));
  });

  it('is not auto-saved', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const document = await openDocument(documentOf(space));
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    await files.update('autoSaveDelay', 10, vscode.ConfigurationTarget.Global);
    try {
      await writeIn(document, { ...fieldsIn(document), title: 'Half a wo' });
      await eventually(() => assert.match(findingsIn(document)[0]?.message ?? '', /not saved by itself/));
      assert.equal(set.server.writes.length, 0);
    } finally {
      // Without this value, VS Code in a browser saves after a delay.
      await files.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
      await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is read-only when the account may not change it', async () => {
    const refusing = otherJson(reply => ({ ...(reply as object), permissions: { admin: false } }));
    set.server.fail(refusing, /^GET \/spaces\/heron-manual$/);
    assert.equal((await fs.stat(documentOf(space))).permissions, vscode.FilePermission.Readonly);
  });

  it('is not found when the resource does not exist, and names the account that is not signed in', async () => {
    await assert.rejects(async () => fs.stat(documentOf('/spaces/nothing')), /FileNotFound|EntryNotFound/);
    const elsewhere = documentOf(space).with({ authority: 'elsewhere' });
    await assert.rejects(async () => fs.stat(elsewhere), /Nobody is signed in as "elsewhere"/);
  });
});
