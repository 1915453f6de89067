import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { markTrusted } from '../../../src/ui/trusted.ts';
import { type Answer, type Answers, answerPrompts, backButton, dismissEachStep } from '../../host/answers.ts';
import { rowOf } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { endlessList } from '../../host/faultyServer.ts';
import { discardAll, documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, marginalia } from '../../host/support.ts';

const orgs = '/orgs/tidewell';

describe('commands for every kind of resource', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await discardAll();
  });
  const set = stage();

  /** Runs a command with these answers. Returns all messages. */
  async function run(command: string, replies: Answer[], ...args: unknown[]): Promise<string[]> {
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand(`marginalia.${command}`, ...args);
    const { transcript, restore } = answers;
    answers = undefined;
    restore();
    return transcript;
  }

  const teams = () => set.sandbox.state.teams.all().map(({ title }) => title);

  it('create immediately what needs only a name', async () => {
    await run('team.create', ['Tidewell', 'Translators']);
    assert.ok(teams().includes('Translators'));
    assert.deepEqual(set.server.writes, [{ asked: `PUT ${orgs}/teams`, body: { title: 'Translators' } }]);
  });

  for (const replies of dismissEachStep('Tidewell', 'Translators')) {
    it(`create nothing when the user cancels after ${replies.length - 1} answers`, async () => {
      await run('team.create', replies);
      assert.equal(set.server.writes.length, 0);
    });
  }

  it('ask the previous question again when the user goes back', async () => {
    const { members } = set.sandbox.state;
    const member = members.all().find(one => one.organization === 'open-rivers' && one.user === 'mira');
    members.put({ ...(member ?? assert.fail()), role: 'admin' });
    const before = set.server.requests.length;
    await run('team.create', ['Tidewell', backButton, 'Open Rivers Network', 'Translators']);
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked),
      ['PUT /orgs/open-rivers/teams'],
    );
    assert.ok(set.server.requests.length > before);
  });

  it('keep the typed text when the user goes back to it', async () => {
    await run('item.rename', [
      'Team',
      backButton,
      'Collection',
      backButton,
      'Team',
      'Tidewell',
      'Documentation',
      'Writers',
    ]);
    assert.ok(teams().includes('Writers'));
  });

  it('validate a name against the limits of the contract while it is typed', async () => {
    const messages = await run('team.create', [
      'Tidewell',
      async ([box]) => {
        const { validateInput } = box as vscode.InputBoxOptions;
        assert.equal(await validateInput?.('x'.repeat(65)), 'Title can have at most 64 characters; this has 65.');
        assert.equal(await validateInput?.(''), 'Write a name.');
        assert.equal(await validateInput?.('Writers'), null);
        return undefined;
      },
    ]);
    assert.ok(messages.length > 0);
  });

  it('look up whether something was created when the reply is lost', async () => {
    set.server.fail({ kind: 'dropped', isDone: true }, /^PUT/);
    const messages = await run('team.create', ['Tidewell', 'Translators']);
    assert.match(messages.at(-1) ?? '', /the answer was lost.*There is one named "Translators"/s);
  });

  it('look it up with a limit in an endless list', async () => {
    set.server.fail({ kind: 'dropped' }, /^PUT/);
    set.server.fail(endlessList({ title: 'Team' }), /^GET .*\/teams$/);
    const messages = await run('team.create', ['Tidewell', 'Translators']);
    assert.match(messages.at(-1) ?? '', /the answer was lost.*Whether it was done is not known/s);
    assert.equal(set.server.requests.filter(one => /^GET .*\/teams$/.test(one)).length, 100);
  });

  it('open a document for kinds with more required fields, which Create sends', async () => {
    const other = await vscode.workspace.openTextDocument({ content: 'A note of the user', language: 'markdown' });
    await vscode.window.showTextDocument(other, { preview: false });
    const labels = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).map(({ label }) => label);
    const before = labels();
    await run('site.create', ['Tidewell']);
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
    assert.deepEqual(fieldsIn(document), { title: '', type: 'basic', visibility: 'unlisted', spaces: [] });
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    assert.match(lenses.map(({ command }) => command?.title).join(), /save it: that creates it/);
    await writeIn(document, { ...fieldsIn(document), title: 'Handbook', spaces: ['handbook'] });
    const messages = await run('document.create', []);
    assert.match(messages.at(-1) ?? '', /Site "Handbook" is created/);
    const made = set.sandbox.state.sites.all().find(({ title }) => title === 'Handbook');
    assert.ok(made);
    await eventually(() => {
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.path, `${orgs}/sites/${made.id}.json`);
      assert.equal(fieldsIn(document)['title'], 'Handbook');
    });
    assert.deepEqual(
      labels().filter(label => label.toLowerCase().includes('new site')),
      [],
    );
    assert.ok(!other.isClosed && before.every(label => labels().includes(label)), 'other tabs stay open');
  });

  it('omit optional fields that are empty', async () => {
    await run('samlProvider.create', ['Tidewell']);
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
    assert.equal(fieldsIn(document)['entityID'], '');
    await writeIn(document, { ...fieldsIn(document), label: 'Sign-in' });
    await run('document.create', []);
    assert.deepEqual(set.server.writes[0]?.body, { label: 'Sign-in', ssoURL: 'https://', defaultRole: 'read' });
  });

  it('send required fields that are empty, so that the service names them', async () => {
    await run(
      'siteSection.create',
      ['Fill in a document instead...'],
      rowOf(`${orgs}/sites/heron-docs`, 'Heron documentation'),
    );
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
    await writeIn(document, { ...fieldsIn(document), title: 'Field work', icon: '' });
    await run('document.create', []);
    assert.deepEqual(set.server.writes[0]?.body, { spaceId: '', title: 'Field work' });
    assert.equal(findingsIn(document).length, 1);
  });

  it('keep the document when it is rejected, and show the reason at the field', async () => {
    await run('site.create', ['Tidewell']);
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
    await writeIn(document, { ...fieldsIn(document), title: 'x' });
    await run('document.create', []);
    assert.match(findingsIn(document)[0]?.message ?? '', /Title must have at least 2 characters/);
    assert.equal(findingsIn(document)[0]?.at, '"title": "x"');
    assert.equal(set.server.writes.length, 0);
    assert.equal(fieldsIn(document)['title'], 'x');
  });

  it('create in the collection of the row', async () => {
    const collection = markTrusted({
      id: '//sandbox/collections/products',
      label: 'Products',
      contextValue: 'collection',
    });
    await run('collection.create', ['Inside'], collection);
    const made = set.sandbox.state.collections.all().find(({ title }) => title === 'Inside');
    assert.equal(made?.parent, 'products');
  });

  it('rename', async () => {
    const messages = await run('item.rename', ['Writers'], documentOf(`${orgs}/teams/documentation`));
    assert.match(messages[0] ?? '', /What it is called/);
    assert.ok(teams().includes('Writers'));
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      [{ title: 'Writers' }],
    );
  });

  it('rename by the field that contains the name, and send nothing when it is unchanged', async () => {
    const { state } = set.sandbox;
    const createdAt = '2026-11-01T08:00:00Z';
    state.shareLinks.put({ id: 'link', site: 'heron-docs', createdAt, name: 'Link', active: true, key: 'key' });
    state.keepWrites();
    const link = documentOf(`${orgs}/sites/heron-docs/share-links/link`);
    await run('item.rename', ['Link'], link);
    assert.deepEqual(set.server.writes, []);
    const messages = await run('item.rename', ['Partners'], link);
    assert.equal(messages.at(-1), 'Renamed to "Partners"');
    assert.equal(state.shareLinks.get('link').name, 'Partners');
  });

  it('look up the name when the reply is lost', async () => {
    const team = documentOf(`${orgs}/teams/documentation`);
    set.server.fail({ kind: 'dropped', isDone: true }, /^PATCH/);
    assert.match(
      (await run('item.rename', ['Writers'], team)).at(-1) ?? '',
      /the answer was lost.*It is named "Writers"/s,
    );
  });

  it('show all fields on request', async () => {
    await run('item.showAll', [], documentOf(`${orgs}/teams/documentation`));
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
    await eventually(() => assert.equal(fieldsIn(document)['object'], 'team'));
    assert.match(document.uri.query, /all fields/);
  });

  it('explain themselves when nothing is filled in, or nothing has changed', async () => {
    await run('site.create', ['Tidewell']);
    assert.equal((await run('document.create', [])).at(-1), 'Fill in the document first.');
    await openDocument(documentOf(`${orgs}/teams/documentation`));
    assert.match((await run('document.create', [])).at(-1) ?? '', /Open the document of something new first/);
  });

  it('ask for the target when run from the palette', async () => {
    await run('item.rename', ['Team', 'Tidewell', 'Documentation', 'Writers']);
    assert.ok(teams().includes('Writers'));
  });

  it('delete after a confirmation, which says what will be lost', async () => {
    const messages = await run('item.delete', ['Delete'], documentOf(`${orgs}/teams/documentation`));
    assert.match(messages[0] ?? '', /Delete team "Documentation"\?.*lose what only the team may see/s);
    assert.deepEqual(teams(), ['Field engineering']);
  });

  it('delete several after one confirmation, which names them and what will be lost with each kind', async () => {
    const two = ['documentation', 'field-engineering'].map(id => rowOf(`${orgs}/teams/${id}`, `Team ${id}`));
    const messages = await run('item.delete', [undefined], two[0], two);
    assert.match(
      messages[0] ?? '',
      /Delete 2 teams\?\nTeam documentation\nTeam field-engineering\n\nTeams: Its members keep/,
    );
    const mixed = [...two, rowOf(`${orgs}/sites/handbook-preview`, 'Handbook')];
    const all = await run('item.delete', ['Delete'], two[0], mixed);
    assert.match(all[0] ?? '', /Delete 3 resources\?.*what only the team may see.*Its addresses stop working/s);
    assert.equal(all.at(-1), '3 deleted.');
    assert.deepEqual(teams(), []);
  });

  it('report a deletion', async () => {
    const messages = await run('item.delete', ['Delete'], documentOf(`${orgs}/teams/documentation`));
    assert.equal(messages.at(-1), 'Team "Documentation" is deleted');
  });

  it('report what could not be deleted', async () => {
    set.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, /^DELETE/);
    const messages = await run('item.delete', ['Delete'], documentOf(`${orgs}/teams/documentation`));
    assert.match(messages.at(-1) ?? '', /Could not delete team "Documentation": Not yours/);
  });

  it('ask with a title that names the purpose', async () => {
    assert.equal((await run('siteSectionGroup.create', [undefined]))[0], 'New Section Group');
    assert.equal((await run('site.unpublish', [undefined]))[0], 'Unpublish Site');
  });

  it('delete nothing without a confirmation', async () => {
    await run('item.delete', [undefined], documentOf(`${orgs}/teams/documentation`));
    assert.equal(set.server.writes.length, 0);
  });

  it('report kinds to which they do not apply', async () => {
    const messages = await run('item.delete', [], documentOf(orgs));
    assert.match(messages.at(-1) ?? '', /"Delete" cannot be done with organizations/);
  });

  it('open a picked resource', async () => {
    await run('item.edit', ['Team', 'Tidewell', 'Documentation']);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, `${orgs}/teams/documentation.json`);
  });

  it('name the document of a singleton after its kind', async () => {
    await run('item.edit', [], documentOf(`${orgs}/sites/heron-docs/adaptive-schema`));
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label),
      ['Adaptive schema'],
    );
  });

  it('show the whole name of a resource on its tab, even with slashes', async () => {
    await run('item.edit', [], rowOf(`${orgs}/teams/documentation`, 'Docs / API \\ SDK'));
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(tab?.label, 'Docs \u2215 API \u2216 SDK');
  });

  it('open a resource once, under whichever name', async () => {
    const uri = documentOf(`${orgs}/teams/documentation`);
    await openDocument(uri);
    await run('item.edit', [], uri.with({ query: JSON.stringify({ name: '/Another' }) }));
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  it('offer only the organizations in which the user may create that kind', async () => {
    const offeredFor = async (command: string) => {
      let offered: string[] = [];
      await run(command, [
        items => {
          offered = (items as vscode.QuickPickItem[]).map(({ label }) => label);
          return undefined;
        },
      ]);
      return offered;
    };
    for (const command of ['space.create', 'collection.create', 'team.create']) {
      assert.deepEqual(await offeredFor(command), ['Tidewell'], command);
    }
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor('sam') });
    assert.deepEqual(await offeredFor('space.create'), []);
  });

  it('create a space, or report that the server does not offer it', async () => {
    const messages = await run('space.create', ['Tidewell', 'New']);
    const titles = set.sandbox.state.spaces.all().map(({ title }) => title);
    assert.equal(titles.includes('New'), !documentedOnly);
    if (documentedOnly) assert.match(messages.at(-1) ?? '', /does not offer/);
  });
});
