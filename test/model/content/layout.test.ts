import assert from 'node:assert/strict';
import { type File, layoutFiles, layoutPages, type Page } from '../../../src/model/content/layout.ts';
import { normalizeFiles, normalizePages } from '../../../src/model/content/normalize.ts';

/** Casts odd values of a server to pages or files. */
const odd = <T>(items: unknown): T => items as T;

describe('folder layout of malformed pages and files', () => {
  it('contains the valid pages', () => {
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
    const { byPath, byId } = layoutPages(normalizePages(pages));
    assert.deepEqual([...byPath.keys()], ['one.md', 'two.md', 'three/README.md', 'three/four.md']);
    assert.equal(byId.get('p2')?.page.title, 'Untitled');
  });

  it('is empty when the reply is not a list', () => {
    for (const pages of [null, undefined, {}, 'words', 3]) {
      assert.equal(layoutPages(normalizePages(odd(pages))).byPath.size, 0);
      assert.equal(layoutFiles(normalizeFiles(odd(pages))).byPath.size, 0);
    }
  });

  it('never leaves its folder, whatever the paths, names and IDs', () => {
    const ids = ['..', '.', 'a/b', '../../etc', 'a\\b', '\u0000', 'ok'];
    const pages = odd<Page[]>(ids.map(id => ({ id, title: 'x', type: 'document', path: '../x' })));
    const files = odd<File[]>(
      ids.flatMap(id => [
        { id, name: '..' },
        { id: `${id}!`, name: null },
      ]),
    );
    const paths = [
      ...layoutPages(normalizePages(pages)).byPath.keys(),
      ...layoutFiles(normalizeFiles(files)).byPath.keys(),
    ];
    assert.equal(paths.length, ids.length * 3);
    for (const path of paths) {
      const segments = path.replace(/^\.assets\//, '').split('/');
      assert.equal(segments.length, 1, path);
      assert.ok(!segments.some(segment => ['', '.', '..'].includes(segment) || /[\\\u0000]/.test(segment)), path);
    }
  });

  it('has unique names without invisible or bidirectional characters', () => {
    const odd = [
      'gpj\u202Efdp',
      'a\u2028b',
      'a\u2067b\u2069',
      '\uFEFFa\u200Eb',
      'a\u0085b',
      '\u202E',
      '.\u200F.',
      'x\u061Cy',
    ];
    const pages = odd.map((path, index) => page({ id: `p${index}`, path: `guides/${path}` }));
    const parent = page({ id: 'p8', path: 'in\u202Eside', pages: [page({ id: 'p9', path: 'in\u202Eside/a\u202Db' })] });
    const alike = ['alike', 'ali\u202Eke', 'alike-p12', 'alike'].map((path, index) =>
      page({ id: `p1${index + 1}`, path }),
    );
    const strange = page({ id: 'p\u202E10', path: '', slug: '\u2066' });
    const files = odd.map((name, index) => ({ id: `f${index}`, name: `${name}.png` }) as File);
    const laidOut = layoutPages([...pages, parent, strange, ...alike.toReversed()]);
    const assets = layoutFiles([...files, { id: 'f\u202E8', name: '\u202E' } as File]);
    for (const { byPath, byId } of [laidOut, assets]) {
      assert.equal(byPath.size, byId.size, 'no two have one name');
      for (const [id, { path }] of byId) {
        assert.equal(path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''), path);
        const entry = byPath.get(path);
        assert.equal(entry && ('page' in entry ? entry.page.id : entry.file.id), id);
      }
    }
    assert.equal(laidOut.byId.get('p0')?.path, 'guides/gpjfdp.md');
    assert.equal(laidOut.byId.get('p8')?.path, 'inside/README.md');
    assert.equal(laidOut.byId.get('p9')?.path, 'inside/ab.md');
    assert.equal(assets.byId.get('f0')?.path, '.assets/gpjfdp.png');
  });

  it('keeps letters of every language, and joiners in emoji', () => {
    const names = ['Größe', 'راهنما', 'دليل', 'ガイド', 'ไทย', '👩\u200D🚀', 'می\u200Cخواهم'];
    const pages = names.map((path, index) => page({ id: `p${index}`, path }));
    assert.deepEqual(
      [...layoutPages(pages).byPath.keys()],
      names.map(name => `${name}.md`),
    );
  });
});

function page(fields: Partial<Page>): Page {
  return { title: 'x', type: 'document', ...fields } as Page;
}
