import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';

describe("the tab of a user's own file", () => {
  let folder: string;

  before(() => (folder = mkdtempSync(join(tmpdir(), 'marginalia-tabs-'))));
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true });
  });

  for (const path of [
    'spaces/a/change-requests/8.md',
    'spaces/a/change-requests/notes.md',
    'spaces/a/change-requests/8/guides/README.md',
    'spaces/a/revisions/1/guides/README.md',
    'spaces/a/content/guides/README.md',
  ]) {
    it(`keeps its name: ${path}`, async () => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'Mine.\n');
      const uri = vscode.Uri.file(file);
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.equal(labelOf(uri), path.slice(path.lastIndexOf('/') + 1)));
    });
  }
});

/** The name of the tab that shows a document. */
function labelOf(uri: vscode.Uri): string | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const isIts = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return tabs.find(isIts)?.label;
}
