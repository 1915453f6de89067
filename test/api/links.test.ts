import assert from 'node:assert/strict';
import { parseLinkPlace, parseReportedLink } from '../../src/api/reportedLinks.ts';
import type { Schema } from '../../src/api/routes.ts';

type Item = Schema<'LinkItem'>;
type Reference = Schema<'ContentReference'>;

const page = (id: string, title?: unknown) => ({ kind: 'page', page: { id, title } }) as Reference;

describe('an item of the list of links', () => {
  it('gives its target and its locations', () => {
    const places = [{ ...page('p', 'Page'), internalLocation: { type: 'node', node: 'n' } }];
    const read = (target: object) =>
      parseReportedLink({
        status: 'ok',
        relation: 'reference',
        targetReference: target,
        locationReferences: places,
      } as Item);
    const where = [{ page: 'p', title: 'Page', node: 'n' }];
    assert.deepEqual(read(page('q', 'Other')), { status: 'ok', target: 'q', name: 'Other', places: where });
    const file = { kind: 'file', file: { id: 'f', name: 'map.png' }, page: { id: 'q' } };
    assert.deepEqual(read(file), { status: 'ok', target: 'f', name: 'map.png', places: where });
    const url = { kind: 'url', url: 'gone.md#a' };
    assert.deepEqual(read(url), { status: 'ok', target: undefined, name: 'gone.md#a', places: where });
    assert.deepEqual(read({ kind: 'page', page: 'q' }), { status: 'ok', target: 'q', name: '', places: where });
  });

  for (const item of [
    {},
    { targetReference: null, locationReferences: null },
    {
      targetReference: {},
      locationReferences: [null, 7, 'p', {}, { page: null }, { page: {} }, { page: { id: '..' } }],
    },
    { targetReference: { url: {}, page: { id: {} } }, locationReferences: { 0: page('p') } },
  ]) {
    it(`has no target and no location when the server sends ${JSON.stringify(item)}`, () => {
      const { target, name, places } = parseReportedLink(item as unknown as Item);
      assert.deepEqual([target, name, places], [undefined, '', []]);
    });
  }

  it('gives a page without a title the name "Untitled"', () => {
    assert.deepEqual(parseLinkPlace(page('p', null)), { page: 'p', title: 'Untitled', node: undefined });
    const odd = { kind: 'page', page: 'p', internalLocation: { type: 'node', node: 7 } } as unknown as Reference;
    assert.deepEqual(parseLinkPlace(odd), { page: 'p', title: 'Untitled', node: undefined });
  });
});
