import assert from 'node:assert/strict';
import { documents } from '../hostile/documents.ts';
import { names } from '../hostile/names.ts';
import { replies } from '../hostile/replies.ts';

describe('the hostile corpus', () => {
  it('has at least 200 different documents, names and replies', () => {
    const all = [...Object.values(documents), ...names, ...replies.map(({ name }) => name)];
    assert.ok(all.length >= 200);
    assert.equal(new Set(Object.values(documents)).size, Object.keys(documents).length);
    assert.equal(new Set(names).size, names.length);
    assert.equal(new Set(replies.map(({ name }) => name)).size, replies.length);
  });
});
