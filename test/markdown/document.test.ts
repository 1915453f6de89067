import assert from 'node:assert/strict';
import { withoutNulls } from '../../src/markdown/document.ts';

describe('a document with null values', () => {
  const text = (marks: unknown) => ({ object: 'text', leaves: [{ object: 'leaf', text: 'Words', marks }] });

  it('has them removed at any depth, and is otherwise unchanged', () => {
    const document = {
      object: 'document',
      data: null,
      nodes: [{ object: 'block', type: 'paragraph', fragments: null, key: '1', nodes: [text(null), null, text([])] }],
    };
    assert.deepEqual(withoutNulls(document), {
      object: 'document',
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          key: '1',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Words' }] }, text([])],
        },
      ],
    });
  });

  it('can be null, large, or nested a thousand times', () => {
    assert.equal(withoutNulls(undefined), undefined);
    const large = { nodes: Array.from({ length: 200_000 }, (_, index) => (index % 2 === 0 ? null : text(null))) };
    assert.equal(withoutNulls(large).nodes.length, 100_000);
    let nested: object = { data: null };
    for (let depth = 0; depth < 10_000; depth++) nested = { nodes: [nested] };
    assert.equal(withoutNulls(nested), nested);
  });
});
