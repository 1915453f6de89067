import assert from 'node:assert/strict';
import type { Page } from '../../../src/model/content/layout.ts';
import { movedDescendants, pageFacts, sideOf } from '../../../src/model/reviews/pageFacts.ts';

const page = (more: Partial<Page> = {}): Page => ({ type: 'document', id: 'a', title: 'A', slug: 'a', ...more });
const beside = (id: string): Page => page({ id, title: id.toUpperCase() });
const side = (one: Page, pages: Page[] = [one]) => ({ page: one, pages });
const facts = (was: Partial<Page>, is: Partial<Page>) => pageFacts(side(page(was)), side(page(is)));

describe('changes of a page besides its text', () => {
  const cases: [what: string, was: Partial<Page>, is: Partial<Page>, fact: object][] = [
    ['its title', {}, { title: 'B' }, { name: 'Title', before: '“A”', after: '“B”' }],
    ['its title in the table of contents', {}, { linkTitle: 'B' }, { name: 'Title in the contents', after: '“B”' }],
    ['its slug', {}, { slug: 'b' }, { name: 'Slug', before: '“a”', after: '“b”' }],
    ['its description', { description: 'Old' }, {}, { name: 'Description', before: '“Old”' }],
    ['its icon', { emoji: '1f44d' }, { icon: 'anchor' }, { name: 'Icon', before: '👍', after: '“anchor”' }],
    ['an added cover', {}, { cover: { yPos: 1 } }, { name: 'Cover', after: 'a picture' }],
    ['a changed cover', coverOf('a'), coverOf('b'), { name: 'Cover', after: 'another picture' }],
    [
      'the position of its cover',
      coverOf('a'),
      coverOf('a', 2),
      { name: 'Cover', after: 'the same picture, placed otherwise' },
    ],
    [
      'that it is hidden from the table of contents',
      {},
      { hidden: true },
      { name: 'Visibility', before: 'in the contents', after: 'hidden from the contents' },
    ],
    [
      'whether the site search finds it',
      { noIndex: true },
      {},
      { name: 'In the search of the site', before: 'not found' },
    ],
    ['whether search engines find it', {}, { noRobotsIndex: true }, { name: 'In search engines', after: 'not found' }],
    ['its visibility condition', {}, { condition: 'x' }, { name: 'Shown where', after: '“x”' }],
    ['its layout', {}, { layout: { outline: false } }, { name: 'Layout', after: 'outline: hidden' }],
    [
      'only the changed part of its layout',
      { layout: { outline: true, cover: true, width: 'wide' } },
      { layout: { outline: false, cover: true, width: 'wide' } },
      { name: 'Layout', before: 'outline: shown', after: 'outline: hidden' },
    ],
    [
      'its tags',
      { tags: ['a'] },
      { tags: ['a', { tag: 'b' }] },
      { name: 'Tags', before: '“a”', after: '“a, {"tag":"b"}”' },
    ],
    [
      'a link for search engines',
      {},
      { metaLinks: { canonical: 'https://a.example' } },
      { name: 'Links for search engines', after: '“canonical: https://a.example”' },
    ],
    [
      'an unknown front matter key',
      { frontMatter: { owner: 'mira', draft: 1 } },
      { frontMatter: { owner: 'jun', draft: 1 } },
      { name: 'Page settings', before: '“owner: mira”', after: '“owner: jun”' },
    ],
    ['its variables', {}, { variables: { v: '1' } as never }, { name: 'Variables', after: '“v: 1”' }],
  ];
  for (const [what, was, is, fact] of cases) {
    it(`include ${what}`, () => assert.deepEqual(facts(was, is), [fact]));
  }

  it('are empty when nothing differs but omitted or null values', () => {
    const empty = { description: '', hidden: false, cover: null, layout: null, tags: [], metaLinks: null };
    assert.deepEqual(facts({}, { ...empty, variables: {}, frontMatter: null } as never), []);
  });

  it('include its position below or after another page', () => {
    const [inner, outer] = [page(), beside('b')];
    const below = side(inner, [{ ...outer, pages: [inner] }]);
    assert.deepEqual(pageFacts(side(inner, [inner, outer]), below), [
      { name: 'Place', before: 'at the top', after: 'below “B”' },
    ]);
    const [first, last] = [side(inner, [inner, outer]), side(inner, [outer, inner])];
    const order = { name: 'Order', before: 'first', after: 'behind “B”' };
    assert.deepEqual(pageFacts(first, last, { isMoved: true }), [order]);
    assert.deepEqual(pageFacts(first, last), [], 'others have moved');
  });

  it('include its removal from the table of contents, but not a position there', () => {
    const [inside, hidden, outer] = [page(), page({ hidden: true }), beside('b')];
    const [listed, unlisted] = [side(inside, [{ ...outer, pages: [inside] }]), side(hidden, [outer, hidden])];
    const [inContents, gone] = ['in the contents', 'hidden from the contents'];
    assert.deepEqual(pageFacts(listed, unlisted), [{ name: 'Visibility', before: inContents, after: gone }]);
    assert.deepEqual(pageFacts(unlisted, listed), [
      { name: 'Visibility', before: gone, after: inContents },
      { name: 'Place', after: 'below “B”' },
    ]);
  });

  it('name pages with equal titles by their paths, and groups like pages', () => {
    const [one, other] = ['x', 'y'].map(id => page({ id, title: 'Start', path: `${id}/start` }));
    const group = page({ id: 'g', type: 'group', title: 'Begin', pages: [one ?? page()] });
    const before = sideOf({ pages: [group, other ?? page(), page()] }, 'a');
    const after = sideOf(
      {
        pages: [
          { ...group, title: 'First' },
          { ...(other ?? page()), pages: [page()] },
        ],
      },
      'a',
    );
    assert.deepEqual(pageFacts(before, after), [
      { name: 'Place', before: 'at the top', after: 'below “Start” (y/start)' },
    ]);
    const groups = [before, after].map(side => sideOf({ pages: [...(side?.pages ?? [])] }, 'g'));
    assert.deepEqual(pageFacts(groups[0], groups[1]), [{ name: 'Title', before: '“Begin”', after: '“First”' }]);
  });

  it('name pages by their paths when titles look equal or another page had the title before', () => {
    const folder = (path: string, title: string, pages: Page[] = []) => page({ id: path, path, title, pages });
    const inX = sideOf({ pages: [folder('x', 'Start', [page()]), folder('z', 'start ')] }, 'a');
    const inZ = sideOf({ pages: [folder('x', 'Start'), folder('z', 'start ', [page()])] }, 'a');
    assert.deepEqual(pageFacts(inX, inZ), [{ name: 'Place', before: 'below “Start” (x)', after: 'below “start” (z)' }]);
    const inY = sideOf({ pages: [folder('y', 'Start', [page()])] }, 'a');
    const onlyInX = sideOf({ pages: [folder('x', 'Start', [page()])] }, 'a');
    assert.deepEqual(pageFacts(onlyInX, inY), [
      { name: 'Place', before: 'below “Start” (x)', after: 'below “Start” (y)' },
    ]);
    const renamed = sideOf({ pages: [folder('x', 'Begin', [folder('y', 'Start'), page()])] }, 'a');
    const atTop = sideOf({ pages: [folder('x', 'Start'), page()] }, 'a');
    assert.deepEqual(pageFacts(atTop, renamed), [{ name: 'Place', before: 'at the top', after: 'below “Begin”' }]);
  });

  it('include the new paths of its descendants when its path changes', () => {
    const folder = (path: string) =>
      page({
        path,
        pages: [page({ id: 'b', title: 'B', path: `${path}/b` }), page({ id: path, path: `${path}/new` })],
      });
    const [was, is] = [side(folder('old')), side(folder('now'))];
    assert.deepEqual(movedDescendants(was, is), [{ title: 'B', before: 'old/b', after: 'now/b' }]);
    assert.deepEqual(movedDescendants(was, was), []);
    assert.deepEqual(movedDescendants(undefined, is), []);
  });

  it('include all facts of an added or removed page except its heading', () => {
    const fact = { name: 'Description' };
    const one = side(page({ description: 'D' }));
    assert.deepEqual(pageFacts(undefined, one), [{ ...fact, after: '“D”' }]);
    assert.deepEqual(pageFacts(one, undefined), [{ ...fact, before: '“D”' }]);
  });

  it('escape text of other users', () => {
    const [fact] = facts({}, { description: 'a\u202eb\n\nc' });
    assert.doesNotMatch(fact?.after ?? '', /[\u202e\n]/);
  });
});

function coverOf(file: string, yPos = 1): Partial<Page> {
  return { cover: { ref: { kind: 'file', file }, yPos } };
}
