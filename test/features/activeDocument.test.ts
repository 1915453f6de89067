import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeUri } from '../../src/ui/activeDocument.ts';
import { eventually } from '../host/eventually.ts';

const scheme = 'marginalia-test-slow';

describe('the active document', () => {
  let finish: () => void;
  let provider: vscode.Disposable;

  beforeEach(() => {
    const loaded = new Promise<string>(resolve => (finish = () => resolve('Text.')));
    provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => loaded,
    });
  });
  afterEach(async () => {
    finish();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    provider.dispose();
  });

  const active = () => activeUri()?.toString();
  const one = vscode.Uri.parse(`${scheme}:/one.md`);
  const other = vscode.Uri.parse(`${scheme}:/other.md`);

  it('is known while it is loading, and after', async () => {
    const opened = vscode.commands.executeCommand('vscode.open', one);
    await eventually(() => assert.equal(active(), one.toString()));
    assert.equal(vscode.window.activeTextEditor, undefined);
    finish();
    await opened;
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), active()));
  });

  it('is the modified side of a diff that is loading', async () => {
    const opened = vscode.commands.executeCommand('vscode.diff', one, other, 'Both');
    await eventually(() => assert.equal(active(), other.toString()));
    finish();
    await opened;
  });

  it('is undefined when nothing is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => assert.equal(active(), undefined));
  });
});
