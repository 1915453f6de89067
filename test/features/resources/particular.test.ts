import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ResourceDocuments } from '../../../src/model/resources/documents.ts';
import { memento, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { endlessList, otherJson } from '../../host/faultyServer.ts';
import { discardAll, documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';

const { fs } = vscode.workspace;
const site = '/orgs/tidewell/sites/heron-docs';

describe('the document of what is particular', () => {
  afterEach(discardAll);
  const set = stage();

  it('shows in the shape in which it is sent what is read in another', async () => {
    for (const [path, read, name, value] of [
      [site, { proxy: { origin: 'https://docs.example.com/docs' } }, 'proxy', 'https://docs.example.com/docs'],
      ['/spaces/handbook', { urls: { icon: 'https://example.com/i.png' } }, 'icon', 'https://example.com/i.png'],
      ['/orgs/tidewell', { urls: { logo: 'https://example.com/l.png' } }, 'logo', 'https://example.com/l.png'],
    ] as const) {
      set.server.fail(
        otherJson(reply => ({ ...(reply as object), ...read })),
        new RegExp(`^GET ${path}$`),
      );
      const text = Buffer.from(await fs.readFile(documentOf(path))).toString();
      assert.equal((JSON.parse(text) as Record<string, unknown>)[name], value, text);
    }
  });

  it('sends null for what is taken away', async () => {
    const { organizations } = set.sandbox.state;
    organizations.put({ ...organizations.get('tidewell'), defaultRole: 'read' });
    const document = await openDocument(documentOf('/orgs/tidewell'));
    const { defaultRole, ...others } = fieldsIn(document);
    assert.equal(defaultRole, 'read');
    await writeIn(document, others);
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    assert.deepEqual(set.server.writes[0]?.body, { defaultRole: null });
  });

  it('sends what is filled in of something new, and what is required', async () => {
    const document = await openDocument(documentOf('/orgs/tidewell/saml/x', 'new'));
    await writeIn(document, { ...fieldsIn(document), label: 'Company', ssoURL: 'https://id.example.com' });
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    const body = { label: 'Company', ssoURL: 'https://id.example.com', defaultRole: 'read' };
    assert.deepEqual(set.server.writes[0]?.body, body);
  });

  it('offers teams and sections by their names too, to who types one of them', async () => {
    const { state } = set.sandbox;
    const group = state.siteSectionGroups.put({ id: 'guides', site: 'heron-docs', title: 'Guides' }).id;
    state.keepWrites();
    for (const [uri, text, offered] of [
      [documentOf('/orgs/tidewell/saml/x', 'new'), '{ "defaultTeam": "" }', '"Field engineering field-engineering'],
      [documentOf(`${site}/section-groups/${group}`), '{ "sections": [""] }', '"Manual manual'],
    ] as const) {
      const document = await openDocument(uri);
      await writeIn(document, text);
      const position = document.positionAt(document.getText().indexOf('""') + 1);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        position,
      );
      const texts = items.map(({ filterText }) => filterText);
      assert.ok(texts.includes(offered), texts.join(', '));
    }
  });

  it('says of a secret that it is shown nowhere', async () => {
    const schema = vscode.Uri.parse('marginalia://schemas/samlProvider.json');
    const { properties } = JSON.parse(Buffer.from(await fs.readFile(schema)).toString()) as {
      properties: Record<string, { description?: string }>;
    };
    assert.match(properties['certificate']?.description ?? '', /What is set is shown nowhere\./);
  });

  it('is forgotten with the sign-out', async () => {
    const app = parts();
    await app.session.signIn({ url: set.server.url, token: set.sandbox.token });
    const memory = memento();
    const documents = new ResourceDocuments(app.session, memory);
    await documents.read(documentOf('/orgs/tidewell/teams/documentation'));
    assert.equal(memory.keys().length, 1);
    await app.session.signOut(app.session.current ?? assert.fail());
    await eventually(() => assert.deepEqual(memory.keys(), []));
    documents.dispose();
    app.dispose();
  });

  it('is saved whatever its ID holds, and that of what it lies in', async () => {
    const { state } = set.sandbox;
    const id = 'docs.tidewell.example';
    state.sites.put({ ...state.sites.get('heron-docs'), id });
    state.siteSections.put({ ...state.siteSections.get('manual'), id: '.manual-1.0', site: id });
    state.keepWrites();
    const document = await openDocument(documentOf(`/orgs/tidewell/sites/${id}/sections/.manual-1.0`));
    await writeIn(document, { ...fieldsIn(document), title: 'Dots' });
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    assert.equal(state.siteSections.get('.manual-1.0').title, 'Dots');
  });

  it('is not looked for without end in a list that has none', async () => {
    set.server.fail(endlessList({ title: 'Section' }), /\/sections$/);
    await assert.rejects(async () => fs.stat(documentOf(`${site}/sections/nothing`)), /pages of a list without end/);
  });
});
