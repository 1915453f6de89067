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

describe('keyboard shortcuts of the extension', () => {
  const { packageJSON } = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail();
  const { keybindings } = (packageJSON as { contributes: { keybindings: Binding[] } }).contributes;
  const inTrees = keybindings.filter(({ key }) => expectedInTrees.includes(key));
  const inFolder = keybindings.filter(({ when }) => when === 'virtualWorkspace == marginalia');
  const forHelp = keybindings.filter(({ command }) => command === 'marginalia.reviewPage.help');
  const ours = keybindings.filter(
    binding => !expectedCommands.includes(binding.command) && ![...inTrees, ...inFolder, ...forHelp].includes(binding),
  );

  it('are not single letters, which the review page uses', () => {
    for (const { key, command } of keybindings) assert.match(key, /(^|\+)(ctrl|alt|cmd)\+|^f\d|^delete$/, command);
  });

  it('equal those of the explorer in the trees of the extension, except during text input', () => {
    assert.deepEqual(inTrees.map(({ key }) => key).sort(), expectedInTrees.toSorted());
    const when = 'focusedView =~ /^marginalia\\./ && listFocus && !inputFocus';
    for (const binding of inTrees) assert.equal(binding.when, when, binding.key);
  });

  it('equal those of file search in the folder of a change request', () => {
    assert.deepEqual(inFolder.map(({ key }) => key).sort(), expectedInFolder);
  });

  it('show the help of the review page with the keys for accessibility help', () => {
    const [when, command] = ['activeWebviewPanelId == marginalia.reviewPage', 'marginalia.reviewPage.help'];
    assert.deepEqual(forHelp, [{ command, key: 'alt+f1', linux: 'shift+alt+f1', when }]);
  });

  it('do not override default shortcuts of VS Code or its built-in extensions', async () => {
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const theirs = [...text.matchAll(/"key": "([^"]+)",\s+"command": "(?!marginalia\.|runCommands)/g)];
    const taken = new Set(theirs.map(([, key = '']) => key.split(' ')[0]));
    assert.ok(taken.has('ctrl+k'), text.slice(0, 500));
    for (const { key, command } of ours) assert.ok(!taken.has(key.split(' ')[0]), `${key} of ${command}`);
  });

  it('do not override default shortcuts on any system', async () => {
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
