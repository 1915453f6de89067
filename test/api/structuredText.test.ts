import assert from 'node:assert/strict';
import { placeOf } from '../../src/api/structuredText.ts';

const text = `{
  "title": "One",
  "sections": [
    { "id": "title", "title": "Two" },
    "x"
  ],
  "odd \\"name\\"": 1
}
`;

describe('a place in JSON', () => {
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
      const { offset, length } = placeOf(text, path) ?? assert.fail('It is not found.');
      assert.equal(text.slice(offset, offset + length), expected);
    });
  }

  it('is none for what is not there', () => {
    assert.equal(placeOf(text, ['nothing']), undefined);
    assert.equal(placeOf(text, []), undefined);
    assert.equal(placeOf('', ['title']), undefined);
  });

  it('is found in a text that is not whole', () => {
    const { offset } = placeOf('{ "title": "One", "other": ', ['title']) ?? assert.fail();
    assert.equal(offset, 2);
  });
});
