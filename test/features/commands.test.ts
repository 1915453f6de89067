import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/features/commands.ts';
import { commands as comments } from '../../src/features/comments/commands.ts';
import { Later } from '../../src/ui/later.ts';

describe('what is loaded when it is first wanted', () => {
  it('has every command that the manifest declares, and no other', async () => {
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

  it('is made once, however many want it', async () => {
    let made = 0;
    const later = new Later(async () => (made++, { dispose: () => {} }));
    assert.equal(later.made, undefined);
    assert.equal(await later.get(), await later.get());
    assert.equal(made, 1);
    assert.equal(later.made, await later.get());
  });

  it('ends with its window, also when it was still being made', async () => {
    const ended: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = new Later(async () => (await promise, { dispose: () => ended.push('slow') }));
    const done = slow.get();
    slow.dispose();
    assert.deepEqual(ended, []);
    resolve();
    await done;
    assert.deepEqual(ended, ['slow']);
  });
});
