import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rowOf, run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { lastErrors } from '../../host/logs.ts';
import { discardAll, fieldsIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';

const preview = rowOf('/orgs/tidewell/sites/handbook-preview', 'Handbook for partners');

describe('site profile of a published site', () => {
  afterEach(discardAll);
  const set = stage();
  const activeDocument = () => vscode.window.activeTextEditor?.document;

  /** Publishes the site that requires a share link, and adds share links with these names. */
  function publishWith(...names: string[]): void {
    const { state } = set.sandbox;
    state.sites.put({ ...state.sites.get('handbook-preview'), published: true });
    const createdAt = '2026-11-01T08:00:00Z';
    for (const name of names) {
      const id = state.newId();
      state.shareLinks.put({ id, site: 'handbook-preview', createdAt, name, active: true, key: `key-of-${name}` });
    }
    state.keepWrites();
  }
  const assertOpen = (messages: readonly string[], key: string) => {
    assert.equal(activeDocument()?.uri.path, '/orgs/tidewell/sites/handbook-preview/published.json');
    assert.equal(fieldsIn(activeDocument() ?? assert.fail())['object'], 'published-content-site');
    const everything = [...messages, ...lastErrors(), activeDocument()?.getText(), String(activeDocument()?.uri)].join(
      '\n',
    );
    assert.ok(!everything.includes(key));
  };

  it('opens after the site was picked', async () => {
    await run('site.openProfile', ['Tidewell', 'Heron documentation']);
    assert.equal(activeDocument()?.uri.path, '/orgs/tidewell/sites/heron-docs/published.json');
  });

  it('of a protected site is read with a picked share link, whose key is shown nowhere', async () => {
    publishWith('Partners', 'Press');
    assertOpen(await run('site.openProfile', ['Press'], preview), 'key-of-Press');
  });

  it('shows the key nowhere, in whatever form the service sends it', async () => {
    const key = 'key of/everybody';
    publishWith('Partners');
    const { shareLinks } = set.sandbox.state;
    shareLinks.put({ ...(shareLinks.all()[0] ?? assert.fail()), key });
    const ways = [
      `?shareKey=${key}`,
      '?shareKey=key+of%2feverybody',
      `the key is ${key}!`,
      'a?shareKey=key%20of/everybody',
    ];
    set.server.fail(
      otherJson(reply => ({ ...(reply as object), ways })),
      /\/published$/,
    );
    await run('site.openProfile', ['Paste a share link...', key], preview);
    await eventually(() => assert.deepEqual(fieldsIn(activeDocument() ?? assert.fail())['ways'], ['…', '…', '…', '…']));
  });

  it('is read with a pasted share link', async () => {
    publishWith('Partners');
    const link = 'https://docs.example.com/handbook?shareKey=key-of-Partners';
    const pasted = ([box]: readonly unknown[]) => {
      assert.equal((box as vscode.InputBoxOptions).password, true);
      return link;
    };
    assertOpen(await run('site.openProfile', ['Paste a share link...', pasted], preview), 'key-of-Partners');
  });

  it('asks again after an invalid key', async () => {
    publishWith('Partners');
    const messages = await run('site.openProfile', ['Paste a share link...', 'wrong'], preview);
    assert.match(messages.at(-1) ?? '', /Could not open the published profile/);
    assert.equal(activeDocument(), undefined);
    assertOpen(await run('site.openProfile', ['Partners'], preview), 'key-of-Partners');
  });

  it('offers share links of later pages, and none that is revoked', async () => {
    publishWith(...Array.from({ length: 60 }, (_, index) => `Link${index + 1}`));
    const { shareLinks } = set.sandbox.state;
    const [first = assert.fail()] = shareLinks.all();
    shareLinks.put({ ...first, active: false });
    let offered: string[] = [];
    const look = (rows: readonly unknown[]) => {
      offered = (rows as vscode.QuickPickItem[]).map(({ label }) => label);
      return 'Load more';
    };
    assertOpen(await run('site.openProfile', [look, 'Link60'], preview), 'key-of-Link60');
    assert.deepEqual(offered.slice(0, 2), ['Paste a share link...', 'Link2']);
  });

  it('is read with a shared link by a user who may not list them', async () => {
    publishWith('Partners');
    set.server.fail({ kind: 'status', status: 403 }, /share-links$/);
    const messages = await run('site.openProfile', ['Paste a share link...', 'key-of-Partners'], preview);
    assertOpen(messages, 'key-of-Partners');
  });

  it('asks for no key on other errors', async () => {
    publishWith('Partners');
    set.server.fail({ kind: 'status', status: 409, message: 'It is being built.' }, /\/published$/);
    const messages = await run('site.openProfile', [], preview);
    assert.match(messages.at(-1) ?? '', /Could not open the published profile: It is being built/);
  });

  it('keeps the key of each site until the window closes', async () => {
    publishWith('Partners');
    const { state } = set.sandbox;
    state.sites.put({ ...state.sites.get('handbook-preview'), id: 'second', title: 'Second' });
    state.shareLinks.put({
      ...(state.shareLinks.all()[0] ?? assert.fail()),
      id: 'other',
      site: 'second',
      key: 'other',
    });
    state.keepWrites();
    assertOpen(await run('site.openProfile', ['Partners'], preview), 'key-of-Partners');
    await run('site.openProfile', ['Paste a share link...', 'other'], rowOf('/orgs/tidewell/sites/second', 'Second'));
    assert.equal(activeDocument()?.uri.path, '/orgs/tidewell/sites/second/published.json');
    assertOpen(await run('site.openProfile', [], preview), 'key-of-Partners');
  });

  it('opens nothing when the user cancels', async () => {
    publishWith('Partners');
    await run('site.openProfile', [undefined], preview);
    assert.equal(activeDocument(), undefined);
  });

  it('is not available before the site is published, with a message', async () => {
    const messages = await run('site.openProfile', [], preview);
    assert.match(messages.at(-1) ?? '', /"Handbook for partners" is not published\. Publish it first/);
  });
});
