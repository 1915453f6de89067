import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PageDrafts } from '../../../src/model/writing/pageDrafts.ts';
import { eventually } from '../../host/eventually.ts';

const document = 'marginalia://sandbox/spaces/handbook/change-requests/1/guide.md';
const draft = { document, page: 'p1', title: 'Guide', text: 'One.', base: { text: 'None.', revision: 'r1' } };

describe('page drafts', () => {
  let folder: vscode.Uri;
  const opened: PageDrafts[] = [];
  const open = async () => {
    const drafts = new PageDrafts(folder);
    opened.push(drafts);
    await drafts.load();
    return drafts;
  };

  beforeEach(() => {
    folder = vscode.Uri.file(join(tmpdir(), randomUUID()));
  });
  afterEach(async () => {
    for (const drafts of opened.splice(0)) drafts.dispose();
    await rm(folder.fsPath, { recursive: true, force: true });
  });

  it('survive the window, with their base revision', async () => {
    const { savedAt } = await (await open()).save(draft);
    assert.deepEqual((await open()).get(document), { ...draft, savedAt, version: 1 });
  });

  it('are visible to other windows until they are deleted', async () => {
    const [first, second] = [await open(), await open()];
    const { savedAt } = await first.save(draft);
    await eventually(() => assert.equal(second.get(document)?.text, 'One.'));
    await second.delete(document, savedAt);
    await eventually(() => assert.equal(first.get(document), undefined));
  });

  it('are not deleted by a window that has not seen the newest text', async () => {
    const [first, second] = [await open(), await open()];
    const { savedAt } = await first.save(draft);
    await second.refresh();
    await second.save({ ...draft, text: 'Two.' });
    await first.delete(document, savedAt);
    assert.equal((await open()).get(document)?.text, 'Two.');
  });

  it('move with their pages, unless they were saved again or another draft is there', async () => {
    const drafts = await open();
    const [other, third] = ['other', 'third'].map(name => document.replace('guide', name)) as [string, string];
    const { savedAt } = await drafts.save(draft);
    await drafts.move(document, savedAt - 1, other);
    assert.equal(drafts.get(other), undefined);
    await drafts.move(document, savedAt, other);
    const moved = (await open()).all();
    assert.deepEqual(moved, [{ ...draft, document: other, savedAt, version: 1 }]);
    await drafts.save({ ...draft, document: third, page: 'p2', text: 'Another.' });
    await drafts.move(other, savedAt, third);
    assert.deepEqual(
      (await open()).all().map(({ document: at, text }) => [at, text]),
      [
        [other, 'One.'],
        [third, 'Another.'],
      ],
    );
  });

  it('that are damaged, incomplete or of a later version are left unchanged', async () => {
    await mkdir(folder.fsPath);
    const odd = {
      'a.json': '{',
      'b.json': '[]',
      'c.json': JSON.stringify({ ...draft, version: 2, savedAt: 1 }),
      'd.json.new': '{}',
    };
    for (const [name, content] of Object.entries(odd)) await writeFile(join(folder.fsPath, name), content);
    assert.deepEqual((await open()).all(), []);
    assert.deepEqual((await readdir(folder.fsPath)).toSorted(), Object.keys(odd));
  });

  it('of two windows that save at the same moment are both stored', async () => {
    const [first, second] = [await open(), await open()];
    for (let round = 0; round < 20; round++) {
      await Promise.all([first, second].map((window, index) => window.save({ ...draft, text: `${round} ${index}` })));
    }
    assert.match((await open()).get(document)?.text ?? '', /^19 [01]$/);
    assert.equal((await readdir(folder.fsPath)).length, 1);
  });

  it('stay known while the disk cannot be read', async () => {
    const drafts = await open();
    const { savedAt } = await drafts.save(draft);
    const [name = assert.fail()] = await readdir(folder.fsPath);
    const path = join(folder.fsPath, name);
    // A link to itself is listed but cannot be read.
    await symlink(name, `${path}.link`);
    await rename(`${path}.link`, path);
    await drafts.refresh();
    assert.equal(drafts.get(document)?.text, 'One.');
    await assert.rejects(drafts.delete(document, savedAt));
    await rm(path);
    await drafts.refresh();
    assert.equal(drafts.get(document), undefined, 'what is gone is gone');
  });

  it('that cannot be stored are reported', async () => {
    const drafts = await open();
    await drafts.save(draft);
    await rm(folder.fsPath, { recursive: true });
    await writeFile(folder.fsPath, 'no folder');
    await assert.rejects(drafts.save({ ...draft, text: 'Two.' }));
  });
});
