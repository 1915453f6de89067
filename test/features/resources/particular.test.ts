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

describe('documents of special kinds of resources', () => {
  afterEach(discardAll);
  const set = stage();

  it('show the shape that is sent when another shape is read', async () => {
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

  it('send null for removed fields', async () => {
    const { organizations } = set.sandbox.state;
    organizations.put({ ...organizations.get('tidewell'), defaultRole: 'read' });
    const document = await openDocument(documentOf('/orgs/tidewell'));
    const { defaultRole, ...others } = fieldsIn(document);
    assert.equal(defaultRole, 'read');
    await writeIn(document, others);
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    assert.deepEqual(set.server.writes[0]?.body, { defaultRole: null });
  });

  it('send the filled in and the required fields of a new resource', async () => {
    const document = await openDocument(documentOf('/orgs/tidewell/saml/x', 'new'));
    await writeIn(document, { ...fieldsIn(document), label: 'Company', ssoURL: 'https://id.example.com' });
    assert.ok(await document.save(), findingsIn(document)[0]?.message);
    const body = { label: 'Company', ssoURL: 'https://id.example.com', defaultRole: 'read' };
    assert.deepEqual(set.server.writes[0]?.body, body);
  });

  it('complete teams and sections by name', async () => {
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

  it('say of a secret that it is not shown', async () => {
    const schema = vscode.Uri.parse('marginalia://schemas/samlProvider.json');
    const { properties } = JSON.parse(Buffer.from(await fs.readFile(schema)).toString()) as {
      properties: Record<string, { description?: string }>;
    };
    assert.match(properties['certificate']?.description ?? '', /What is set is shown nowhere\./);
  });

  it('close on sign-out', async () => {
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

  it('are saved whatever the IDs of the resource and its parent contain', async () => {
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

  it('are searched for in an endless list only up to a limit', async () => {
    set.server.fail(endlessList({ title: 'Section' }), /\/sections$/);
    await assert.rejects(async () => fs.stat(documentOf(`${site}/sections/nothing`)), /pages of a list without end/);
  });
});
