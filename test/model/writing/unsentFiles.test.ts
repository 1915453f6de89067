import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { contentUri } from '../../../src/model/content/address.ts';
import { isFileOfChangeRequest, UnsentFiles } from '../../../src/model/writing/unsentFiles.ts';

const page = {
  connection: 'sandbox',
  space: 'handbook',
  version: { kind: 'changeRequest', number: 1 } as const,
  path: 'guides/setup.md',
};
const file = { name: 'map.png', contentType: 'image/png', bytes: Buffer.from([1, 2, 3]) };
const uriOf = (name: string) => contentUri({ ...page, path: `.assets/${name}` });
const nothingTaken = () => false;

describe('files that are not uploaded yet', () => {
  let folder: vscode.Uri;
  const open = () => new UnsentFiles(folder);

  beforeEach(() => {
    folder = vscode.Uri.file(join(tmpdir(), randomUUID()));
  });
  afterEach(() => rm(folder.fsPath, { recursive: true, force: true }));

  it('survive the window, and are gone when they are deleted', async () => {
    assert.equal(await open().get(uriOf('map.png')), undefined);
    assert.equal(await open().add(page, file, nothingTaken), 'map.png');
    const stored = (await open().get(uriOf('map.png'))) ?? assert.fail('it is gone');
    assert.deepEqual([stored.name, stored.contentType, [...stored.bytes]], ['map.png', 'image/png', [1, 2, 3]]);
    await open().delete(uriOf('map.png'));
    assert.equal(await open().get(uriOf('map.png')), undefined);
  });

  it('are found from every page of their change request only', async () => {
    await open().add(page, file, nothingTaken);
    assert.ok(await open().get(contentUri({ ...page, path: 'guides/.assets/map.png' })));
    const other = { ...page, version: { kind: 'changeRequest', number: 2 } as const };
    assert.equal(await open().get(contentUri({ ...other, path: '.assets/map.png' })), undefined);
    assert.equal(await open().get(uriOf('MAP.png')), undefined);
    assert.ok(isFileOfChangeRequest(uriOf('map.png')));
    assert.ok(!isFileOfChangeRequest(contentUri(page)));
    assert.ok(!isFileOfChangeRequest(contentUri({ ...page, version: { kind: 'main' }, path: '.assets/map.png' })));
  });

  it('get a number when their name is used, in any window or case, or by another file', async () => {
    const other = { ...file, bytes: Buffer.from([4]) };
    await open().add(page, file, nothingTaken);
    const names = [
      await open().add(page, other, nothingTaken),
      await open().add(page, { ...file, name: 'Map.PNG' }, nothingTaken),
      await open().add(page, { ...file, name: 'plan.pdf' }, name => name === 'plan.pdf'),
    ];
    assert.deepEqual(names, ['map-1.png', 'Map-2.PNG', 'plan-1.pdf']);
    const added = [7, 8, 9].map(byte => open().add(page, { ...file, bytes: Buffer.from([byte]) }, nothingTaken));
    assert.equal(new Set(await Promise.all(added)).size, 3);
  });

  it('keep their name when they are inserted again', async () => {
    await open().add(page, file, nothingTaken);
    assert.equal(await open().add(page, file, nothingTaken), 'map.png');
  });

  it('are ignored when a crash left them incomplete', async () => {
    await open().add(page, file, nothingTaken);
    const [one = ''] = await readdir(folder.fsPath);
    const [name = ''] = await readdir(join(folder.fsPath, one));
    await writeFile(join(folder.fsPath, one, name), '{"version":1,"addr');
    assert.equal(await open().get(uriOf('map.png')), undefined);
    await writeFile(join(folder.fsPath, one, name), 'null');
    assert.equal(await open().get(uriOf('map.png')), undefined);
  });

  it('are pruned after a month, unless a draft refers to them', async () => {
    const files = open();
    await files.prune(() => false);
    await Promise.all(
      ['old.png', 'named.png', 'new.png'].map(name => files.add(page, { ...file, name }, nothingTaken)),
    );
    const [one = ''] = await readdir(folder.fsPath);
    const monthAgo = Date.now() / 1000 - 31 * 24 * 60 * 60;
    for (const name of await readdir(join(folder.fsPath, one))) {
      const path = join(folder.fsPath, one, name);
      const isNew = (await readFile(path, 'utf8')).includes('"new.png"');
      if (!isNew) await utimes(path, monthAgo, monthAgo);
    }
    await files.prune(address => address === uriOf('named.png').toString());
    const remaining = await Promise.all(
      ['old.png', 'named.png', 'new.png'].map(async name => !!(await files.get(uriOf(name)))),
    );
    assert.deepEqual(remaining, [false, true, true]);
  });
});
