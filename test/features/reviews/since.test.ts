import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { openChange } from '../../../src/features/opening/openChange.ts';
import { markTicked } from '../../../src/features/reviews/viewedCheckboxes.ts';
import { commands } from '../../../src/features/reviews/commands.ts';
import { recordDocumentVisit } from '../../../src/features/reviews/followEditors.ts';
import type { ChangeResource } from '../../../src/features/reviews/node.ts';
import { parseContentUri, withTitle } from '../../../src/model/content/address.ts';
import { pageSince, findDocumentPair } from '../../../src/model/content/comparison.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { changeRows, labels, memento, type Parts, parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, editContent, itWithOptional, sampleSandbox } from '../../host/support.ts';

const space = 'heron-manual';
const changeRequest = { space, number: 8 };
const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8'];

describe('changes since', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  const memory = { memory: memento(), folder: vscode.Uri.file(join(tmpdir(), randomUUID())) };

  async function begin(options: { documentedOnly?: boolean } = {}): Promise<void> {
    sandbox = await sampleSandbox(options);
    // The server is not recognized as a sandbox, whose data is not cached on disk.
    server = await startFaultyServer(sandbox.url, 'another');
    Object.assign(memory, { memory: memento(), folder: vscode.Uri.file(join(tmpdir(), randomUUID())) });
    app = await window();
  }
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  /** Opens a window with the state that earlier windows have stored. */
  async function window(): Promise<Parts> {
    const opened = parts(undefined, memory.folder, memory.memory);
    await opened.session.signIn({ url: server.url, token: sandbox.token });
    return opened;
  }

  const edit = (page: string, markdown: string) =>
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown } }]);
  const add = (title: string) => addPage(sandbox, changeRequest, { title, markdown: 'As it was.' });
  const stored = () =>
    sandbox.state.changeRequests.all().find(one => one.space === space && one.number === 8) ?? assert.fail();
  const ownUri = (uri: vscode.Uri) => withTitle(uri, undefined).with({ authority: app.session.current?.id ?? '' });
  const place = () => ({ connection: app.session.current ?? assert.fail(), ...changeRequest });
  const refresh = () => {
    app.content.refresh();
    app.tree.refresh();
  };

  async function run(verb: 'compareSince' | 'showAllChanges', ...replies: Answer[]): Promise<string[]> {
    const target = await row(app.tree, ...way);
    const answers = answerPrompts(...replies);
    try {
      const command = commands[`marginalia.changeRequest.${verb}`] ?? assert.fail();
      await command.run(app as unknown as App, target);
    } catch (error) {
      app.failures.show('compare the change request', error);
    } finally {
      answers.restore();
    }
    return answers.transcript;
  }

  const changed = async () => {
    const rows = await changeRows(app.tree, await row(app.tree, ...way));
    return rows.map(({ label, description = '' }) => `${label} ${description.split(' · ')[0]}`);
  };
  const resourceOf = async (label: string) => {
    const rows = await changeRows(app.tree, await row(app.tree, ...way));
    return (rows.find(one => one.label === label)?.resource ?? assert.fail(`no ${label}`)) as ChangeResource;
  };

  itWithOptional('a revision are listed, compared and counted, until all changes are shown again', async () => {
    await begin();
    const [first, second, third] = [add('First of since'), add('Second of since'), add('Third of since')];
    const { revisions } = sandbox.state;
    revisions.put({ ...revisions.get(stored().revision), createdAt: '2025-05-05T10:00:00.000Z' });
    // The history has more revisions than are read at once.
    for (let time = 0; time < 12; time++) edit(first.id, `Edited ${time} times.`);
    edit(second.id, 'As it is now.');
    editContent(sandbox, changeRequest, [{ operation: 'delete_page', page: third.id }]);
    const all = await changed();
    const oldest = (rows: readonly unknown[]) =>
      rows.map(row => (row as vscode.QuickPickItem).label).find(label => label.startsWith('May 5, 2025'));
    await run('compareSince', 'A revision...', 'Load more', oldest);
    const listed = await labels(app.tree, ...way);
    assert.ok(
      listed.some(one => /^Changes since the revision of May 5, 2025/.test(one)),
      listed.join(),
    );
    assert.match((await row(app.tree, ...way))?.description ?? '', / · since the revision of /);
    const since = ['First of since edited', 'Second of since edited', 'Third of since deleted'];
    assert.deepEqual(await changed(), since);
    assert.match((await row(app.tree, ...way))?.description ?? '', /\b0 of 3 viewed/);
    const { base, proposed } = await findDocumentPair(
      app.content,
      place(),
      (await resourceOf('First of since')).change,
      app.reviews.since(place())?.revision,
    );
    assert.equal(base?.path, proposed?.path, 'VS Code would show it as renamed');
    const version = base && parseContentUri(base)?.version;
    assert.equal(version?.kind === 'revision' && version.revision, app.reviews.since(place())?.revision);

    assert.deepEqual(await run('showAllChanges'), ['#8: all changes']);
    assert.deepEqual(await changed(), all);
    assert.doesNotMatch((await row(app.tree, ...way))?.description ?? '', /since/);
  });

  it('a revision can be left from the palette without picking a change request', async () => {
    await begin();
    const command = commands['marginalia.changeRequest.showAllChanges'] ?? assert.fail();
    const runFromPalette = () => command.run(app as unknown as App, undefined);
    await assert.rejects(async () => runFromPalette(), { message: 'Every change request already shows all changes.' });
    const since = { revision: stored().revision, label: 'a test' };
    app.reviews.compareSince(place(), since, undefined);
    const answers = answerPrompts();
    await runFromPalette();
    answers.restore();
    assert.deepEqual(answers.transcript, ['#8: all changes']);
    assert.equal(app.reviews.since(place()), undefined);

    app.reviews.compareSince(place(), since, undefined);
    app.reviews.compareSince({ ...place(), number: 6 }, since, undefined);
    const picking = answerPrompts(rows => {
      const labels = (rows as vscode.QuickPickItem[]).map(({ label, description }) => `${label} ${description}`);
      assert.match(labels.join(), /^#8 .*since a test,#6 .*since a test$/);
      return (rows as vscode.QuickPickItem[])[1]?.label;
    });
    await runFromPalette();
    picking.restore();
    assert.equal(picking.transcript.at(-1), '#6: all changes');
  });

  it('a revision cannot be left when all changes are shown already', async () => {
    await begin();
    assert.deepEqual(await run('showAllChanges'), ['#8 already shows all changes.']);
  });

  itWithOptional("the user's last review are what was edited, added, moved and deleted after it", async () => {
    await begin();
    const { revision: older } = stored();
    const [edited, moved, gone, same] = ['Edited', 'Moved', 'Gone', 'Same'].map(title => add(`${title} since`));
    assert.ok(edited && moved && gone && same);
    const { id, revision } = stored();
    const reviewer = sandbox.state.users.all().find(({ id }) => id === 'mira')?.id ?? assert.fail();
    const at = '2030-01-01T12:00:00.000Z';
    const review = { space, changeRequest: id, revision, reviewer, status: 'approved' as const, createdAt: at };
    sandbox.state.reviews.put({ id: 'own', ...review, updatedAt: at });
    const before = '2029-01-01T12:00:00.000Z';
    sandbox.state.reviews.put({ id: 'own before', ...review, revision: older, createdAt: before, updatedAt: before });
    edit(edited.id, 'As it is now.');
    editContent(sandbox, changeRequest, [
      { operation: 'update_page', page: moved.id, slug: 'moved-since' },
      { operation: 'delete_page', page: gone.id },
    ]);
    add('Added since');
    await run('compareSince', 'My last review');
    const listed = await changed();
    assert.deepEqual(
      listed.toSorted(),
      ['Added since added', 'Edited since edited', 'Gone since deleted', 'Moved since edited and moved'].toSorted(),
    );
    const answers = answerPrompts();
    await openChange(app as unknown as App, await resourceOf('Gone since'));
    answers.restore();
  });

  itWithOptional('a review of the newest revision are reported as none', async () => {
    await begin();
    add('Reviewed as it is');
    const { id, revision } = stored();
    const at = '2030-01-01T12:00:00.000Z';
    const review = { space, changeRequest: id, revision, reviewer: 'mira', status: 'approved' as const };
    sandbox.state.reviews.put({ id: 'newest', ...review, createdAt: at, updatedAt: at });
    const all = await changed();
    const messages = await run('compareSince', 'My last review');
    assert.match(messages.at(-1) ?? '', /Nothing has changed in #8 since your last review, .*2030/);
    assert.equal(app.reviews.since(place()), undefined);
    assert.deepEqual(await changed(), all);
  });

  it('the last visit come from the disk cache when the server has no revisions', async () => {
    await begin({ documentedOnly: true });
    const [seen, unseen, same] = ['Seen', 'Unseen', 'Same'].map(title => add(`${title} before`));
    assert.ok(seen && unseen && same);
    await recordDocumentVisit(app as unknown as App, ownUri(seen.uri));
    assert.match((await run('compareSince')).at(-1) ?? '', /nothing else to compare #8 with/);
    edit(seen.id, 'As it is now.');
    edit(unseen.id, 'As it is now.');
    app.dispose();
    app = await window();
    await labels(app.tree, ...way);
    await recordDocumentVisit(app as unknown as App, ownUri(same.uri));

    await run('compareSince', 'When I last looked');
    assert.deepEqual(await changed(), ['Seen before edited', 'Unseen before edited']);
    const resource = await resourceOf('Seen before');
    const { revision } = app.reviews.since(place()) ?? assert.fail();
    const { base, proposed } = await findDocumentPair(app.content, place(), resource.change, revision);
    const before = base && (await app.content.lookUp(base));
    assert.equal(
      before?.kind === 'page' && (await before.snapshot.markdown(before.page.id)).includes('As it was.'),
      true,
    );
    assert.ok(proposed);
    const notKept = await findDocumentPair(app.content, place(), (await resourceOf('Unseen before')).change, revision);
    assert.equal(notKept.base, undefined, 'nobody has looked at it then');
    const ofConversation = (page: string) => pageSince(app.content, versionOf(place()), page, revision);
    assert.ok((await ofConversation(seen.id)).base, 'also where a conversation was begun then');
    assert.equal((await ofConversation(unseen.id)).base, undefined);

    const box = (await row(app.tree, ...way, 'Seen before')) ?? assert.fail();
    assert.equal(box.checkbox?.isTicked, false, 'a box where the server does not tell what is changed');
    await markTicked(app, [[box, true]]);
    await eventually(async () => assert.match((await row(app.tree, ...way))?.description ?? '', /1 of 2 viewed/));
    await run('showAllChanges');
    assert.deepEqual(await changed(), []);
  });

  itWithOptional('a revision that cannot be read leave the view unchanged', async () => {
    await begin();
    const page = add('Looked at once');
    await recordDocumentVisit(app as unknown as App, ownUri(page.uri));
    edit(page.id, 'As it is now.');
    refresh();
    const all = await changed();
    server.fail({ kind: 'status', status: 500 }, /\/revisions\/[^/]+$/);
    assert.match((await run('compareSince')).at(-1) ?? '', /Could not compare the change request/);
    await server.recover();
    server.fail({ kind: 'status', status: 505 }, /\/reviews$/);
    assert.match((await run('compareSince')).at(-1) ?? '', /Could not compare the change request/);
    assert.equal(app.reviews.since(place()), undefined);
    assert.deepEqual(await changed(), all);
    await server.recover();
    await run('compareSince', 'When I last looked');
    assert.deepEqual(await changed(), ['Looked at once edited']);
  });
});
