import assert from 'node:assert/strict';
import type { ChangeRequestPlace } from '../../../src/model/content/changeRequests.ts';
import { type Change, readChanges, changeTitle, verbLabel } from '../../../src/model/content/changes.ts';

/** Reads changes from a server that lists these. */
async function read(...changes: unknown[]): Promise<readonly Change[]> {
  const api = { optional: async () => ({ changes }) };
  const place = { connection: { api }, space: 's', number: 1 } as unknown as ChangeRequestPlace;
  return (await readChanges(place))?.changes ?? [];
}

const page = { id: 'p', type: 'document', title: 'Page', path: 'a/page' };

describe('changes of a change request as listed by the server', () => {
  it('contain one change for each variable, with its values', async () => {
    const variables = { edition: { before: '1', after: '2' }, fresh: { after: 'yes' }, gone: { before: 'no' } };
    assert.deepEqual(
      (await read({ type: 'variables_edited', variables })).map(({ name, verb, detail, values }) => {
        return [name, verb, detail, ...(values ?? [])];
      }),
      [
        ['edition', 'edited', 'variable', { name: 'Value', before: '“1”', after: '“2”' }],
        ['fresh', 'created', 'variable', { name: 'Value', after: '“yes”' }],
        ['gone', 'deleted', 'variable', { name: 'Value', before: '“no”' }],
      ],
    );
  });

  it('contain reusable content and tags, with their former titles', async () => {
    const reusableContent = { id: 'r', title: 'Legal notice' };
    const tag = { slug: 'new', label: 'New' };
    const attributes = { title: { before: 'Notice', after: 'Legal notice' }, document: { before: 'd1', after: 'd2' } };
    const changes = await read(
      { type: 'reusable_content_edited', reusableContent, attributes },
      { type: 'tag_created', tag },
      { type: 'tag_edited', tag, attributes: { label: { before: 'Old', after: 'New' } } },
    );
    assert.deepEqual(
      changes.map(({ name, detail, values = [], ...change }) => [name, detail, verbLabel(change), ...values]),
      [
        ['Legal notice', 'reusable content', 'edited', { name: 'Title', before: '“Notice”', after: '“Legal notice”' }],
        ['New', 'tag', 'added'],
        ['New', 'tag', 'edited', { name: 'Label', before: '“Old”', after: '“New”' }],
      ],
    );
  });

  it('contain unknown kinds as they are, never as edited', async () => {
    const changes = await read(
      { type: 'space_theme_replaced', attributes: { colour: { before: 'red', after: { light: 'blue' } } } },
      { type: 'page_translated', page },
      { type: 'glossary_edited' },
    );
    assert.deepEqual(
      changes.map(({ name, detail, values = [], ...change }) => [name, detail, verbLabel(change), ...values]),
      [
        ['Space theme', '', 'replaced', { name: 'colour', before: '“red”', after: '“{"light":"blue"}”' }],
        ['Page', 'a/page', 'translated'],
        ['Glossary', '', 'edited'],
      ],
    );
  });

  it('contain every kind that the newest servers list', async () => {
    const file = { id: 'f', name: 'map.png', contentType: 'image/png', downloadURL: 'http://x.test/f' };
    const reusableContent = { id: 'r', title: 'Notice', document: 'd' };
    const tag = { slug: 'new', label: 'New' };
    const icon = { icon: { before: 'a', after: 'b' } };
    const pageOf = (id: string, type = 'document') => ({ ...page, id, type, title: `Page ${id}` });
    const changes = await read(
      { type: 'page_created', page: pageOf('1') },
      { type: 'page_deleted', page: pageOf('2', 'group') },
      { type: 'page_moved', page: pageOf('3', 'link'), parent: { before: pageOf('1') } },
      { type: 'page_edited', page: pageOf('4', 'computed'), attributes: icon },
      { type: 'file_created', file },
      { type: 'file_deleted', file: { ...file, id: 'g' } },
      { type: 'variables_edited', variables: { tide: { before: 'ebb', after: 'flow' } } },
      { type: 'reusable_content_created', reusableContent },
      { type: 'reusable_content_deleted', reusableContent: { ...reusableContent, id: 's' } },
      { type: 'tag_created', tag },
      { type: 'tag_edited', tag, attributes: { label: { before: 'Old', after: 'New' } } },
      { type: 'tag_deleted', tag },
      { type: 'custom_fields_edited' },
    );
    assert.deepEqual(
      changes.map(({ name, detail, documents, ...change }) => [name, detail, verbLabel(change), documents]),
      [
        ['Page 1', 'a/page', 'added', undefined],
        ['Page 2', 'a/page', 'deleted', undefined],
        ['Page 3', 'a/page', 'moved', undefined],
        ['Page 4', 'a/page', 'edited', undefined],
        ['map.png', 'file', 'added', undefined],
        ['map.png', 'file', 'deleted', undefined],
        ['tide', 'variable', 'edited', undefined],
        ['Notice', 'reusable content', 'added', { after: 'd' }],
        ['Notice', 'reusable content', 'deleted', { before: 'd' }],
        ['New', 'tag', 'added', undefined],
        ['New', 'tag', 'edited', undefined],
        ['New', 'tag', 'deleted', undefined],
        ['Custom fields', '', 'edited', undefined],
      ],
    );
  });

  it('contain page metadata that the two versions do not show', async () => {
    const attributes = {
      ...{ title: { before: 'A', after: 'Page' }, document: { before: '1', after: '2' } },
      metaLinks: { before: { alternates: [] }, after: { alternates: ['b'] } },
    };
    const [change] = await read({ type: 'page_edited', page, attributes });
    assert.deepEqual(change?.values, [
      { name: 'Links for search engines', before: '“{"alternates":[]}”', after: '“{"alternates":["b"]}”' },
    ]);
  });

  it('contain small changes of a page whose text is equal', async () => {
    const edited = (attributes: object, id: string) => ({ type: 'page_edited', page: { ...page, id }, attributes });
    const icon = { before: 'a', after: 'b' };
    const changes = await read(
      edited({ icon, frontMatter: { after: { key: 1 } } }, '1'),
      edited({ icon, document: { before: '1', after: '2' } }, '2'),
      edited({}, '3'),
      { type: 'page_created', page: { ...page, id: '4' } },
    );
    const none = undefined;
    assert.deepEqual(
      changes.map(({ smallChange }) => smallChange),
      ['Icon, Page settings', none, none, none],
    );
  });

  it('contain the former name of a file', async () => {
    const file = { id: 'f', name: 'new.png', contentType: 'image/png', downloadURL: 'http://x.test/f' };
    const attributes = { name: { before: 'old.png', after: 'new.png' }, size: { before: 1, after: 2 } };
    const [change] = await read({ type: 'file_edited', file, attributes });
    assert.deepEqual(change?.values, [{ name: 'Name', before: '“old.png”', after: '“new.png”' }]);
    assert.deepEqual(change && [changeTitle(change), verbLabel(change)], ['old.png → new.png', 'edited and renamed']);
    const [renamed] = await read({ type: 'file_edited', file, attributes: { ...attributes, size: undefined } });
    assert.deepEqual(renamed && [changeTitle(renamed), verbLabel(renamed)], ['old.png → new.png', 'renamed']);
    const [edited] = await read({ type: 'file_edited', file, attributes: { size: attributes.size, name: null } });
    assert.deepEqual(edited && [changeTitle(edited), verbLabel(edited)], ['new.png', 'edited']);
  });

  for (const odd of [null, 7, 'page_edited', {}, { type: 7 }, { type: 'variables_edited', variables: { a: null } }]) {
    it(`tolerate ${JSON.stringify(odd)}`, async () => {
      const names = (await read(odd, { type: 'page_edited', page, attributes: null })).map(({ name }) => name);
      assert.equal(names.at(-1), 'Page');
    });
  }
});
