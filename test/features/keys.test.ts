import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

interface Binding {
  command: string;
  key: string;
  mac?: string;
  linux?: string;
  when?: string;
}

/** On pages of the service, a key opens the extension's preview that opens VS Code's preview elsewhere. */
const expectedCommands = ['marginalia.document.preview'];

/** In the trees of the extension, the keys of the explorer rename and delete. */
const expectedInTrees = ['f2', 'delete'];

/** In a window with a change request as its folder, the keys that search files elsewhere search the space. */
const expectedInFolder = ['ctrl+p', 'ctrl+shift+f'];

/** Key codes in VS Code's own code, in which a key binding is a sum: its modifiers, and the letter from 31 on. */
const held = { ctrl: 2048, cmd: 2048, shift: 1024, alt: 512 };

describe('the keys of the extension', () => {
  const { packageJSON } = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail();
  const { keybindings } = (packageJSON as { contributes: { keybindings: Binding[] } }).contributes;
  const inTrees = keybindings.filter(({ key }) => expectedInTrees.includes(key));
  const inFolder = keybindings.filter(({ when }) => when === 'virtualWorkspace == marginalia');
  const forHelp = keybindings.filter(({ command }) => command === 'marginalia.reviewPage.help');
  const ours = keybindings.filter(
    binding => !expectedCommands.includes(binding.command) && ![...inTrees, ...inFolder, ...forHelp].includes(binding),
  );

  it('are no plain letters: the review page takes these itself', () => {
    for (const { key, command } of keybindings) assert.match(key, /(^|\+)(ctrl|alt|cmd)\+|^f\d|^delete$/, command);
  });

  it('are in the trees of the extension alone what they are in the explorer, and not while somebody types', () => {
    assert.deepEqual(inTrees.map(({ key }) => key).sort(), expectedInTrees.toSorted());
    const when = 'focusedView =~ /^marginalia\\./ && listFocus && !inputFocus';
    for (const binding of inTrees) assert.equal(binding.when, when, binding.key);
  });

  it('are in the folder of a change request alone those that search files elsewhere', () => {
    assert.deepEqual(inFolder.map(({ key }) => key).sort(), expectedInFolder);
  });

  it('explain the review page with the keys for accessibility help', () => {
    const [when, command] = ['activeWebviewPanelId == marginalia.reviewPage', 'marginalia.reviewPage.help'];
    assert.deepEqual(forHelp, [{ command, key: 'alt+f1', linux: 'shift+alt+f1', when }]);
  });

  it('are none that VS Code has bound by default, its extensions neither', async () => {
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const theirs = [...text.matchAll(/"key": "([^"]+)",\s+"command": "(?!marginalia\.|runCommands)/g)];
    const taken = new Set(theirs.map(([, key = '']) => key.split(' ')[0]));
    assert.ok(taken.has('ctrl+k'), text.slice(0, 500));
    for (const { key, command } of ours) assert.ok(!taken.has(key.split(' ')[0]), `${key} of ${command}`);
  });

  it('are none that it has bound on any system', async () => {
    const file = join(vscode.env.appRoot, 'out/vs/code/browser/workbench/workbench.js');
    const code = await readFile(file, 'utf8');
    const written = code.match(/\b(?:primary|secondary):(?:\[[^\]]*\]|[^,}]*)/g) ?? [];
    const taken = new Set(written.flatMap(one => one.match(/\d+/g) ?? []).map(Number));
    assert.ok(taken.has(sumOf('ctrl+k', held)) && taken.has(sumOf('ctrl+p', held)), `${taken.size} keys`);
    for (const { key, mac = key, command } of ours) {
      assert.ok(!taken.has(sumOf(key, held)), `${key} of ${command}`);
      assert.ok(!taken.has(sumOf(mac, { ...held, ctrl: 256 })), `${mac} of ${command}`);
    }
  });
});

function sumOf(keys: string, held: Readonly<Record<string, number>>): number {
  const parts = (keys.split(' ')[0] ?? '').split('+');
  const letter = parts.pop() ?? '';
  assert.match(letter, /^[a-z]$/, keys);
  return parts.reduce((sum, part) => sum + (held[part] ?? NaN), letter.charCodeAt(0) - 'a'.charCodeAt(0) + 31);
}
