import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri, contentUri, headAddress, parseContentUri } from '../../../src/model/content/address.ts';

describe('the address of a base', () => {
  const head = { connection: 'sandbox', space: 's', version: { kind: 'changeRequest', number: 8 }, path: 'new/a b.md' };
  const uri = contentUri(head as never);

  it('has the path of the document, and names what that was', () => {
    for (const was of ['new/a b.md', 'old/ä&b=c.md']) {
      const base = vscode.Uri.parse(baseUri(uri, 'r1', was).toString());
      assert.equal(base.path, uri.path);
      const version = { kind: 'revision', revision: 'r1' };
      assert.deepEqual(parseContentUri(base), { ...head, version, path: was });
      assert.deepEqual(headAddress(base), head);
    }
  });

  it('leads to other documents of the same revision', () => {
    const base = baseUri(uri, 'r1', 'old/page.md');
    const other = vscode.Uri.joinPath(base, '../other.md');
    assert.equal(parseContentUri(other)?.path, 'new/other.md');
    assert.deepEqual(parseContentUri(other)?.version, { kind: 'revision', revision: 'r1' });
  });
});
