import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  baseUri,
  type ContentAddress,
  contentUri,
  documentKey,
  headAddress,
  overviewUri,
  parseContentUri,
  parseOverviewUri,
  titleIn,
  withTitle,
} from '../../../src/model/content/address.ts';

const head: ContentAddress = {
  connection: 'sandbox',
  space: 's',
  version: { kind: 'changeRequest', number: 8 },
  path: 'new/a b.md',
};
const uri = contentUri(head);

/** Returns a URI as VS Code passes it back. */
const again = (uri: vscode.Uri) => vscode.Uri.parse(uri.toString());

describe('URI of the base side of a diff', () => {
  it('has the path of the head document and contains the base path', () => {
    for (const was of ['new/a b.md', 'old/ä&b=c.md']) {
      const base = again(baseUri(uri, 'r1', { path: was, title: 'As it was' }));
      assert.equal(base.path, uri.path);
      const version = { kind: 'revision', revision: 'r1' };
      assert.deepEqual(parseContentUri(base), { ...head, version, path: was });
      assert.deepEqual(headAddress(base), head);
      assert.equal(titleIn(base), 'As it was');
    }
  });

  it('resolves relative links within the same revision', () => {
    const base = baseUri(uri, 'r1', { path: 'old/page.md' });
    const other = vscode.Uri.joinPath(base, '../other.md');
    assert.equal(parseContentUri(other)?.path, 'new/other.md');
    assert.deepEqual(parseContentUri(other)?.version, { kind: 'revision', revision: 'r1' });
  });

  it('has another document key than the head and than another revision', () => {
    const all = [uri, ...['r1', 'r2'].map(revision => baseUri(uri, revision, { path: head.path, title: 'A' }))];
    assert.equal(new Set(all.map(documentKey)).size, 3);
  });

  it('has the same document key for the diff and for a link from another base', () => {
    const base = baseUri(uri, 'r1', { path: head.path, title: 'Page' });
    const other = contentUri({ ...head, path: 'new/other.md' });
    for (const was of ['new/other.md', 'old/other.md']) {
      const linked = vscode.Uri.joinPath(baseUri(other, 'r1', { path: was, title: 'Other' }), '../a b.md');
      assert.equal(documentKey(again(linked)), documentKey(base));
      assert.notEqual(documentKey(linked), documentKey(baseUri(uri, 'r2', { path: head.path })));
    }
    assert.notEqual(documentKey(base), documentKey(baseUri(uri, 'r1', { path: 'old/a b.md' })));
  });

  it('can be parsed in the format before JSON', () => {
    const old = uri.with({ query: 'base=r1&path=new%2Fa+b.md&was=old%2Fpage.md' });
    assert.deepEqual(parseContentUri(again(old)), {
      ...head,
      version: { kind: 'revision', revision: 'r1' },
      path: 'old/page.md',
    });
  });
});

describe('title in a URI', () => {
  /** Returns the name that VS Code shows for a URI: the part after the last slash of the path followed by the query. */
  const nameOf = (uri: vscode.Uri) => {
    const { name = '' } = JSON.parse(uri.query || '{}') as { name?: string };
    return `${uri.path}${name}`.split(/[\\/]/).at(-1);
  };

  it('is the name that VS Code shows for the document', () => {
    for (const title of ['Setup guide', '..', '.', 'ä "b" & {c}', '日本語', '100% %2F #1 ?a=b']) {
      assert.equal(nameOf(again(contentUri(head, title))), title);
    }
  });

  it('replaces slashes', () => {
    assert.equal(nameOf(contentUri(head, 'TCP/IP \\ UDP')), 'TCP\u2215IP \u2216 UDP');
  });

  it('is one line of at most 80 characters without invisible characters', () => {
    const bad = contentUri(head, `a\u202Eb\n\nc\u0000\u2066d \uD800 $(x) ${'e'.repeat(100_000)}`);
    const name = nameOf(again(bad)) ?? '';
    assert.match(name, /^a\[U\+202E\]b c\[U\+0000\]\[U\+2066\]d \uFFFD \$\u2060\(x\) e+…$/);
    assert.ok(name.length <= 80 && bad.toString().length < 500);
  });

  it('falls back to the file name when the title has no visible text', () => {
    for (const title of [undefined, '', ' ', '\u200F\u0000']) {
      assert.equal(contentUri(head, title).toString(), uri.toString());
      assert.equal(nameOf(contentUri(head, title)), 'a b.md');
    }
  });

  it('does not change the document key', () => {
    const titled = ['A', 'B', 'C/D', ''].map(title => contentUri(head, title));
    assert.equal(new Set(titled.map(documentKey)).size, 1);
    for (const one of titled) assert.deepEqual(parseContentUri(again(one)), head);
    assert.equal(withTitle(contentUri(head, 'A'), 'B').toString(), contentUri(head, 'B').toString());
    assert.equal(documentKey(uri.with({ fragment: 'L3' })), documentKey(uri));
  });

  it('is ignored when the query is malformed', () => {
    for (const query of [
      '{',
      '{}',
      'null',
      '[1]',
      '{"name":{}}',
      '{"name":1,"base":[2]}',
      '{"__proto__":{"base":"r"}}',
    ]) {
      const odd = uri.with({ query });
      assert.deepEqual(parseContentUri(odd), head, query);
      assert.equal(titleIn(odd), undefined, query);
      assert.equal(documentKey(odd), documentKey(uri), query);
    }
  });

  it('of a change request is its number', () => {
    const overview = { connection: 'sandbox', space: 's', changeRequest: 8 };
    const address = overviewUri(overview);
    assert.equal(nameOf(again(address)), 'Change request #8');
    assert.deepEqual(parseOverviewUri(again(address)), overview);
    assert.deepEqual(parseOverviewUri(address.with({ query: '' })), overview);
    assert.equal(documentKey(address), documentKey(address.with({ query: '' })));
  });
});
