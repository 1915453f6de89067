import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChangeResource } from '../../../src/features/reviews/node.ts';
import { changesOf, markTicked } from '../../../src/features/reviews/viewedCheckboxes.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { changeRows, labels, memento, type Parts, parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { changeFiles } from '../../sandbox/files.ts';
import { addPage, editContent, itWithOptional, pagesOf, sampleSandbox } from '../../host/support.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';

const space = 'heron-manual';
const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8'];
const changeRequest = { space, number: 8 };

describe('viewed marks of a change request', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let memory: vscode.Memento;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    memory = memento();
    app = await window();
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  /** Opens a window with the state that earlier windows have stored. */
  async function window(): Promise<Parts> {
    const opened = parts(undefined, undefined, memory);
    await opened.session.signIn({ url: server.url, token: sandbox.token });
    return opened;
  }

  const boxOf = async (...more: string[]) => (await row(app.tree, ...way, ...more))?.checkbox?.isTicked;
  const descriptionOf = async (...more: string[]) => (await row(app.tree, ...way, ...more))?.description ?? '';
  const click = async (isTicked: boolean, ...more: string[]) => {
    const clicked = (await row(app.tree, ...way, ...more)) ?? assert.fail('no row');
    await markTicked(app, [[clicked, isTicked]]);
  };

  itWithOptional('are checkboxes on rows, are counted in the change request, and survive a reload', async () => {
    const page = addPage(sandbox, changeRequest, { title: 'A page to view', markdown: 'Text.' });
    addPage(sandbox, changeRequest, { title: 'Another page', markdown: 'Text.' });
    assert.equal(await boxOf('A page to view'), false);
    await click(true, 'A page to view');
    await eventually(async () => assert.equal(await boxOf('A page to view'), true));
    await eventually(async () => assert.match(await descriptionOf(), /\b1 of \d+ viewed/));
    assert.equal(await boxOf('Another page'), false);
    assert.match((await row(app.tree, ...way, 'A page to view'))?.accessibleLabel ?? '', /, added, viewed$/);

    app.dispose();
    app = await window();
    assert.equal(await boxOf('A page to view'), true);
    await click(false, 'A page to view');
    await eventually(async () => assert.match(await descriptionOf(), /\b0 of \d+ viewed/));
    assert.equal(await boxOf('A page to view'), false);
    assert.ok(page.id);
  });

  itWithOptional('belong to the content: an edited page is unviewed again, a moved one stays viewed', async () => {
    const edited = addPage(sandbox, changeRequest, { title: 'Edited later', markdown: 'Before.' });
    const moved = addPage(sandbox, changeRequest, { title: 'Moved later', markdown: 'Stays.' });
    const retitled = addPage(sandbox, changeRequest, { title: 'Called otherwise later', markdown: 'Stays.' });
    const conditional = addPage(sandbox, changeRequest, { title: 'For some later', markdown: 'Stays.' });
    const titles = ['Edited later', 'Moved later', 'Called otherwise later', 'For some later'];
    for (const title of titles) await click(true, title);

    editContent(sandbox, changeRequest, [
      { operation: 'update_page', page: edited.id, document: { markdown: 'After.' } },
      { operation: 'update_page', page: retitled.id, title: 'Called so now' },
      { operation: 'update_page', page: moved.id, into: firstPage() },
      { operation: 'update_page', page: conditional.id, condition: 'visitor.claims.plan === "paid"' },
    ]);
    app.content.refresh({ connection: app.session.current ?? assert.fail(), ...changeRequest });
    app.tree.refresh();

    assert.equal(await boxOf('Edited later'), false);
    assert.equal(await boxOf('Called so now'), false);
    assert.equal(await boxOf('For some later'), false);
    const rows = await changeRows(app.tree, await row(app.tree, ...way));
    const movedRow = rows.find(({ label }) => label === 'Moved later');
    assert.equal(movedRow?.checkbox?.isTicked, true);
  });

  itWithOptional('are counted again for a refreshed row, expanded or not', async () => {
    const { id: page } = addPage(sandbox, changeRequest, { title: 'Edited later', markdown: 'Before.' });
    await click(true, 'Edited later');
    await eventually(async () => assert.match(await descriptionOf(), /\b1 of \d+ viewed/));
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown: 'After.' } }]);
    app.content.refresh();
    app.tree.refresh();
    await eventually(async () => assert.match(await descriptionOf(), /\b0 of \d+ viewed/));
  });

  itWithOptional('work for files, which have both names when they were renamed', async () => {
    changeFiles(sandbox, changeRequest, files =>
      files.map(file => (file.name === 'mooring-two.svg' ? { ...file, name: 'anchors.svg' } : file)),
    );
    const file = (await row(app.tree, ...way, 'anchors.svg')) ?? assert.fail();
    assert.match(file.description ?? '', /^renamed · mooring-two\.svg → anchors\.svg$/);
    assert.match(file.accessibleLabel ?? '', /^anchors\.svg, renamed, before: mooring-two\.svg/);
    await click(true, 'anchors.svg');
    await eventually(async () => assert.equal(await boxOf('anchors.svg'), true));
  });

  itWithOptional('belong to the revision when the server does not identify page content', async () => {
    const isKept = (key: string) => key !== 'documentId';
    const without = (json: unknown) =>
      JSON.parse(JSON.stringify(json, (key, value: unknown) => (isKept(key) ? value : undefined))) as unknown;
    server.fail(otherJson(without), /\/content(\/pages)?$/);
    const { id: page } = addPage(sandbox, changeRequest, { title: 'Told by nothing', markdown: 'Before.' });
    await click(true, 'Told by nothing');
    assert.equal(await boxOf('Told by nothing'), true);
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown: 'After.' } }]);
    app.content.refresh({ connection: app.session.current ?? assert.fail(), ...changeRequest });
    app.tree.refresh();
    assert.equal(await boxOf('Told by nothing'), false);
  });

  itWithOptional('of a folder are set when everything in it is viewed', async () => {
    const folder = addPage(sandbox, changeRequest, { title: 'Outer', markdown: '', slug: 'outer-of-viewed' });
    for (const title of ['First inner', 'Second inner']) {
      editContent(sandbox, changeRequest, [
        { operation: 'insert_page', title, into: folder.id, document: { markdown: title } },
      ]);
    }
    const inner = folderOf(await app.tree.getChildren(await row(app.tree, ...way)), 'Outer');
    assert.equal(inner.description, '0 of 2');
    assert.deepEqual(
      (await app.tree.getChildren(inner)).map(({ label }) => label),
      ['First inner', 'Second inner'],
    );

    await markTicked(app, [[inner, true]]);
    const all = await app.tree.getChildren(inner);
    await eventually(() =>
      assert.deepEqual(
        all.map(({ checkbox }) => checkbox?.isTicked),
        [true, true],
      ),
    );
    await eventually(() => assert.equal(inner.checkbox?.isTicked, true));
    assert.equal(inner.description, '2 of 2');
    assert.ok(!(await boxOf('Outer')), 'the page of that name is another row');

    const [first] = all;
    await markTicked(app, [[first ?? assert.fail(), false]]);
    await eventually(() => assert.equal(inner.checkbox?.isTicked, false));
    assert.equal(inner.description, '1 of 2');
  });

  itWithOptional('work for nested folders, each by its own name', async () => {
    let { id: into } = addPage(sandbox, changeRequest, { title: 'Outside', markdown: '', slug: 'outside-of-viewed' });
    for (const title of ['Between', 'Inside']) {
      editContent(sandbox, changeRequest, [{ operation: 'insert_page', title, into, document: { markdown: title } }]);
      into = pagesOf(sandbox, changeRequest).find(page => page.title === title)?.id ?? assert.fail(title);
    }
    const outside = folderOf(await app.tree.getChildren(await row(app.tree, ...way)), 'Outside');
    const between = folderOf(await app.tree.getChildren(outside), 'Between');
    assert.equal(between.accessibleLabel, 'Between, 0 of 1 viewed');
    assert.deepEqual(
      (await app.tree.getChildren(between)).map(({ label }) => label),
      ['Inside'],
    );
  });

  itWithOptional('distinguish folders with equal titles', async () => {
    for (const slug of ['outer-one', 'outer-two']) {
      const outer = addPage(sandbox, changeRequest, { title: 'Same outer', markdown: '', slug });
      const inner = { title: `In ${slug}`, document: { markdown: 'Text.' } };
      editContent(sandbox, changeRequest, [{ operation: 'insert_page', into: outer.id, ...inner }]);
    }
    const rows = await app.tree.getChildren(await row(app.tree, ...way));
    const folders = rows.filter(({ contextValue, label }) => contextValue === 'changeFolder' && label === 'Same outer');
    assert.equal(folders.length, 2);
    const inside = await Promise.all(folders.map(folder => app.tree.getChildren(folder)));
    assert.deepEqual(
      inside.map(rows => rows.map(({ label }) => label)),
      [['In outer-one'], ['In outer-two']],
    );
  });

  itWithOptional('are not available for items that cannot be opened, which are not counted', async () => {
    const tag = { object: 'change', type: 'tag_edited', tag: { label: 'A tag' } };
    const withTag = (json: unknown) => {
      const { changes, ...others } = json as { changes: object[] };
      return { ...others, changes: [...changes, tag] };
    };
    server.fail(otherJson(withTag), /\/changes$/);
    const rows = await changeRows(app.tree, await row(app.tree, ...way));
    const [odd, ...others] = rows.filter(({ checkbox }) => checkbox === undefined);
    assert.deepEqual([odd?.label, odd?.command, others], ['A tag', undefined, []]);
    const boxes = rows.filter(one => one !== odd);
    await markTicked(
      app,
      boxes.map(one => [one, true]),
    );
    const all = `${boxes.length} of ${boxes.length} viewed`;
    await eventually(async () => assert.ok((await descriptionOf()).includes(all), await descriptionOf()));
  });

  itWithOptional('can hide viewed items from the list, which says so', async () => {
    addPage(sandbox, changeRequest, { title: 'A page to hide', markdown: 'Text.' });
    await click(true, 'A page to hide');
    const settings = vscode.workspace.getConfiguration('marginalia');
    await settings.update('review.hideViewed', true, vscode.ConfigurationTarget.Global);
    try {
      app.tree.refresh();
      const rowLabels = await labels(app.tree, ...way);
      assert.ok(!rowLabels.includes('A page to hide'), rowLabels.join());
      assert.ok(rowLabels.includes('1 viewed change is hidden'), rowLabels.join());
      const all = rowLabels.length;
      const asked = server.requests.length;
      const [next] = (await app.tree.getChildren(await row(app.tree, ...way))).filter(isChange);
      await markTicked(app, [[next ?? assert.fail('nothing left'), true]]);
      await eventually(async () => {
        const remainingLabels = await labels(app.tree, ...way);
        assert.ok(remainingLabels.includes('2 viewed changes are hidden'), remainingLabels.join());
        assert.equal(remainingLabels.length, all - 1);
      });
      assert.equal(server.requests.length, asked, 'the service has nothing to say about it');
    } finally {
      await settings.update('review.hideViewed', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  itWithOptional('are not shown, but all changes are, when the pages cannot be read', async () => {
    addPage(sandbox, changeRequest, { title: 'Still listed', markdown: 'Text.' });
    server.fail({ kind: 'status', status: 500 }, /\/content\/pages/);
    app.content.refresh();
    app.tree.refresh();
    const listed = (await row(app.tree, ...way, 'Still listed')) ?? assert.fail();
    assert.equal(listed.checkbox, undefined);
    assert.ok(changesOf(listed));
  });

  function firstPage(): string {
    return pagesOf(sandbox, changeRequest)[0]?.id ?? assert.fail('no page');
  }
});

function isChange({ contextValue, resource }: Node): boolean {
  return contextValue.startsWith('change.') && (resource as ChangeResource | undefined)?.kind === 'change';
}

function folderOf(rows: readonly Node[], label: string): Node {
  return rows.find(row => row.contextValue === 'changeFolder' && row.label === label) ?? assert.fail(`no ${label}`);
}
