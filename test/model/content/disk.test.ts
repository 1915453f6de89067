import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Disk } from '../../../src/model/content/disk.ts';

describe('content on disk', () => {
  let folder: vscode.Uri;
  /** What is read for a page, which a server would give these words for now. */
  const text = (connection: string, fetched: string) =>
    new Disk(folder).keep([connection, 'page'], () => Promise.resolve(fetched));

  beforeEach(() => (folder = vscode.Uri.file(join(tmpdir(), randomUUID()))));
  afterEach(() => rmSync(folder.fsPath, { recursive: true, force: true }));

  it('is fetched once, also for the next window', async () => {
    assert.equal(await text('server', 'first'), 'first');
    assert.equal(await text('server', 'second'), 'first');
  });

  it('is apart for every account', async () => {
    assert.equal(await text('server', 'of the one'), 'of the one');
    assert.equal(await text('other', 'of the other'), 'of the other');
  });

  it('is fetched again where it was cut while it was written', async () => {
    assert.equal(await text('server', 'first'), 'first');
    const [file] = globSync('*/*', { cwd: folder.fsPath });
    writeFileSync(join(folder.fsPath, file ?? assert.fail('nothing is kept')), '"fir');
    assert.equal(await text('server', 'second'), 'second');
    assert.equal(await text('server', 'third'), 'second');
  });

  it('is gone when the account signs out', async () => {
    assert.equal(await text('server', 'first'), 'first');
    await new Disk(folder).forget('server');
    assert.equal(await text('server', 'second'), 'second');
  });

  it('is not kept when fetching fails', async () => {
    await assert.rejects(
      new Disk(folder).keep(['server', 'page'], () => Promise.reject(new Error('down'))),
      /down/,
    );
    assert.equal(await text('server', 'up again'), 'up again');
  });

  it('is not needed: where it cannot be written, the service is asked', async () => {
    folder = vscode.Uri.parse(`nowhere:/${randomUUID()}`);
    assert.equal(await text('server', 'asked'), 'asked');
    assert.equal(await text('server', 'asked again'), 'asked again');
  });
});
