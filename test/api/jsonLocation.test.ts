import assert from 'node:assert/strict';
import { assertLinear } from '../growth.ts';
import { findJsonRange } from '../../src/api/jsonLocation.ts';

const text = `{
  "title": "One",
  "sections": [
    { "id": "title", "title": "Two" },
    "x"
  ],
  "odd \\"name\\"": 1
}
`;

describe('range of a JSON value', () => {
  for (const [path, expected] of [
    [['title'], '"title": "One"'],
    [['sections', 0, 'title'], '"title": "Two"'],
    [['sections', 0, 'id'], '"id": "title"'],
    [['sections', 1], '"x"'],
    [['odd "name"'], '"odd \\"name\\"": 1'],
    [['title', 'nothing'], '"title": "One"'],
    [['sections', 0, 'nothing'], '{ "id": "title", "title": "Two" }'],
  ] as const) {
    it(`is found for ${path.join(' > ')}`, () => {
      const { offset, length } = findJsonRange(text, path) ?? assert.fail('It is not found.');
      assert.equal(text.slice(offset, offset + length), expected);
    });
  }

  for (const [odd, path, expected] of [
    ['{\n\t"a": "b",\n\t"b": 1 }', ['b'], '"b": 1'],
    ['{"a": {"b": 1}, "b": 2}', ['b'], '"b": 2'],
    ['{"a": 1, "a": 2}', ['a'], '"a": 1'],
    ['{"a\\u0062": [1, {"c": 3}]}', ['ab', 1, 'c'], '"c": 3'],
    ['{"__proto__": 1, "constructor": 2}', ['constructor'], '"constructor": 2'],
    ['{"a": "\\"}", "b": [[1], [2]]}', ['b', 1, 0], '2'],
    ['{"a": 1, "b": {"b": 2', ['b', 'b'], '"b": 2'],
    ['{"a": "not ended', ['a'], '"a": "not ended'],
  ] as const) {
    it(`is found for ${path.join(' > ')} in ${odd}`, () => {
      const { offset, length } = findJsonRange(odd, path) ?? assert.fail('It is not found.');
      assert.equal(odd.slice(offset, offset + length), expected);
    });
  }

  it('is found in linear time', () => {
    const large = (size: number) => {
      const names = Array.from({ length: size }, (_, index) => [`name${index}`, { type: 'boolean', of: ['a', 'b'] }]);
      return findJsonRange(JSON.stringify(Object.fromEntries(names), null, 2), [`name${size - 1}`, 'of', 1]);
    };
    assert.ok(large(10));
    assertLinear(large, 4000, 'a place in JSON');
  });

  it('is undefined for a path that does not exist', () => {
    assert.equal(findJsonRange(text, ['nothing']), undefined);
    assert.equal(findJsonRange(text, []), undefined);
    assert.equal(findJsonRange('', ['title']), undefined);
  });

  it('is found in incomplete JSON', () => {
    const { offset } = findJsonRange('{ "title": "One", "other": ', ['title']) ?? assert.fail();
    assert.equal(offset, 2);
  });
});
