import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Disk } from '../../../src/model/content/disk.ts';

describe('content on disk', () => {
  const folder = vscode.Uri.file(join(tmpdir(), randomUUID()));
  const bytes = (text: string) => Promise.resolve(Buffer.from(text));
  const text = async (disk: Disk, connection: string, key: string, fetched: string) =>
    Buffer.from(await disk.keep([connection, key], () => bytes(fetched))).toString();

  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

  it('is fetched once, also for the next window', async () => {
    assert.equal(await text(new Disk(folder), 'server', 'page', 'first'), 'first');
    assert.equal(await text(new Disk(folder), 'server', 'page', 'second'), 'first');
  });

  it('is apart for every account', async () => {
    assert.equal(await text(new Disk(folder), 'other', 'page', 'of the other'), 'of the other');
  });

  it('is gone when the account signs out', async () => {
    const disk = new Disk(folder);
    await disk.forget('server');
    assert.equal(await text(disk, 'server', 'page', 'third'), 'third');
  });

  it('is not kept when fetching fails', async () => {
    const disk = new Disk(folder);
    await assert.rejects(
      disk.keep(['server', 'failing'], () => Promise.reject(new Error('down'))),
      /down/,
    );
    assert.equal(await text(disk, 'server', 'failing', 'up again'), 'up again');
  });

  it('is not needed: where it cannot be written, the service is asked', async () => {
    const disk = new Disk(vscode.Uri.parse('nowhere:/folder'));
    assert.equal(await text(disk, 'server', 'page', 'asked'), 'asked');
  });
});
