import assert from 'node:assert/strict';
import { type File, layoutFiles, layoutPages, type Page } from '../../../src/model/content/layout.ts';
import { readableFiles, readablePages } from '../../../src/model/content/readable.ts';

/** What a server gives in place of pages and files. */
const odd = <T>(items: unknown): T => items as T;

describe('the layout of pages and files that are odd', () => {
  it('has those that can be read', () => {
    const pages = odd<Page[]>([
      null,
      { id: 'p1', title: 'One', type: 'document', path: 'one', slug: 'one' },
      { id: 'p2', path: 'two' },
      { title: 'No ID' },
      'words',
      {
        id: 'p3',
        title: null,
        type: 'document',
        path: 'three',
        pages: [null, { id: 'p4', title: 'Four', path: 'three/four' }],
      },
      { id: 7, title: 'A number' },
    ]);
    const { byPath, byId } = layoutPages(readablePages(pages));
    assert.deepEqual([...byPath.keys()], ['one.md', 'two.md', 'three/README.md', 'three/four.md']);
    assert.equal(byId.get('p2')?.page.title, 'Untitled');
  });

  it('is empty for what is no list', () => {
    for (const pages of [null, undefined, {}, 'words', 3]) {
      assert.equal(layoutPages(readablePages(odd(pages))).byPath.size, 0);
      assert.equal(layoutFiles(readableFiles(odd(pages))).byPath.size, 0);
    }
  });

  it('never leaves its folder, whatever paths, names and IDs say', () => {
    const ids = ['..', '.', 'a/b', '../../etc', 'a\\b', '\u0000', 'ok'];
    const pages = odd<Page[]>(ids.map(id => ({ id, title: 'x', type: 'document', path: '../x' })));
    const files = odd<File[]>(
      ids.flatMap(id => [
        { id, name: '..' },
        { id: `${id}!`, name: null },
      ]),
    );
    const paths = [
      ...layoutPages(readablePages(pages)).byPath.keys(),
      ...layoutFiles(readableFiles(files)).byPath.keys(),
    ];
    assert.equal(paths.length, ids.length * 3);
    for (const path of paths) {
      const segments = path.replace(/^\.assets\//, '').split('/');
      assert.equal(segments.length, 1, path);
      assert.ok(!segments.some(segment => ['', '.', '..'].includes(segment) || /[\\\u0000]/.test(segment)), path);
    }
  });
});
