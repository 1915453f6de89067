import assert from 'node:assert/strict';
import { searchHitsIn } from '../../src/api/searchHits.ts';
import type { Schema } from '../../src/api/routes.ts';

type Found = Schema<'SearchSpaceResult'>;
type Section = Schema<'SearchSectionResult'>;

const link = 'https://app.example.com/guide';
const section = (fields: object) => ({ id: 's', title: 'Setup', path: 'guide', ...fields }) as Section;
const guide = (sections: unknown) =>
  ({ id: 'p', title: 'Guide', path: 'guide', sections, urls: { app: link } }) as Found['pages'][number];
const spaceWith = (...pages: unknown[]) => ({ id: 'docs', title: 'Docs', pages }) as Found;

/** Formats hits as `Page > Section #anchor: text`. */
const labelsOf = (result: Found) =>
  searchHitsIn(result).map(({ page, section, text }) => {
    const below = section ? ` > ${section.title} #${section.anchor}` : '';
    return `${page.title}${below}${text && `: ${text}`}`;
  });

describe('search hits', () => {
  it('are each page followed by its sections', () => {
    const sections = [
      section({ path: 'guide#setup', body: 'Plug it in.' }),
      section({ title: 'More', path: 'guide#more' }),
    ];
    assert.deepEqual(labelsOf(spaceWith(guide(sections), guide([]))), [
      'Guide',
      'Guide > Setup #setup: Plug it in.',
      'Guide > More #more',
      'Guide',
    ]);
    assert.deepEqual(
      searchHitsIn(spaceWith(guide(sections))).map(({ space, link: address }) => [space.id, address]),
      Array(3).fill(['docs', link]),
    );
  });

  it('describe a page by the text before its first heading', () => {
    assert.deepEqual(labelsOf(spaceWith(guide([section({ title: 'Guide', body: 'Welcome.' })]))), ['Guide: Welcome.']);
    assert.deepEqual(labelsOf(spaceWith(guide([section({ title: '', body: 'Welcome.' })]))), ['Guide: Welcome.']);
    const heading = section({ title: 'Guide', path: 'guide#guide', body: 'Hello.' });
    assert.deepEqual(labelsOf(spaceWith(guide([heading]))), ['Guide: Hello.']);
  });

  it('take the anchor of a section from its path, its app URL or its ID', () => {
    const anchor = (fields: object) => searchHitsIn(spaceWith(guide([section(fields)])))[1]?.section?.anchor;
    assert.equal(anchor({ path: 'guide#a' }), 'a');
    assert.equal(anchor({ urls: { app: `${link}#b` } }), 'b');
    assert.equal(anchor({ id: 'p#c' }), 'c');
    assert.equal(anchor({ path: 'guide#' }), undefined);
    assert.equal(anchor({ path: null, urls: null, id: 7 }), undefined);
  });

  it('link to the section in the app where the service gives the URL', () => {
    const app = `${link}#a`;
    assert.equal(searchHitsIn(spaceWith(guide([section({ path: 'guide#a', urls: { app } })])))[1]?.link, app);
    assert.equal(searchHitsIn(spaceWith(guide([section({ path: 'guide#a', urls: { app: {} } })])))[1]?.link, link);
  });

  for (const [name, result] of Object.entries({
    'no pages': { id: 'docs', title: 'Docs' },
    'pages that are null': { id: 'docs', title: 'Docs', pages: null },
    'pages that are an object': { id: 'docs', title: 'Docs', pages: { 0: guide([]) } },
    'invalid pages': spaceWith(null, 7, 'a', [], {}, { id: '' }, { id: '..' }, { id: {} }),
  })) {
    it(`are empty for ${name}`, () => assert.deepEqual(searchHitsIn(result as Found), []));
  }

  it('have a name, and omit invalid sections', () => {
    const odd = {
      id: 'p',
      title: null,
      path: null,
      sections: [null, 7, 'a', section({ title: null, path: 'x#y', body: {} })],
    };
    assert.deepEqual(labelsOf(spaceWith(odd)), ['Untitled', 'Untitled >  #y']);
    assert.deepEqual(labelsOf(spaceWith({ id: 'p', title: 'P', sections: {} })), ['P']);
    assert.equal(searchHitsIn({ ...spaceWith(guide([])), title: {} as string })[0]?.space.title, 'Untitled');
  });
});
