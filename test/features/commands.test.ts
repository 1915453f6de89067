import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/features/commands.ts';
import { commands as comments } from '../../src/features/comments/commands.ts';
import { Lazy } from '../../src/ui/lazy.ts';

describe('lazily loaded code', () => {
  it('contains exactly the commands that the manifest declares', async () => {
    const extension = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail('not installed');
    const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = contributes.commands.map(({ command }) => command).sort();
    await extension.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(Object.keys({ ...commands, ...comments }).sort(), declared);
    assert.deepEqual(
      declared.filter(id => !registered.has(id)),
      [],
    );
  });

  it('creates a value once', async () => {
    let creations = 0;
    const lazy = new Lazy(async () => (creations++, { dispose: () => {} }));
    assert.equal(lazy.valueIfLoaded, undefined);
    assert.equal(await lazy.load(), await lazy.load());
    assert.equal(creations, 1);
    assert.equal(lazy.valueIfLoaded, await lazy.load());
  });

  it('disposes a value that was still being created', async () => {
    const disposed: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = new Lazy(async () => (await promise, { dispose: () => disposed.push('slow') }));
    const done = slow.load();
    slow.dispose();
    assert.deepEqual(disposed, []);
    resolve();
    await done;
    assert.deepEqual(disposed, ['slow']);
  });
});
