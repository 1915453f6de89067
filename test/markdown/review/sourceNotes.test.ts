import assert from 'node:assert/strict';
import { sourceNote } from '../../../src/markdown/review/sourceNotes.ts';

describe('the note on two versions of a source', () => {
  it('shows once, with context, a part that is repeated less often', () => {
    const [long, short] = ['=>'.repeat(50), '=>'.repeat(30)];
    const { was, is } = sourceNote(long, short);
    assert.deepEqual([was, is], [`…${'=>'.repeat(40)}`, `…${'=>'.repeat(20)}`]);
    const reverse = sourceNote(short, long);
    assert.deepEqual([reverse.was, reverse.is], [is, was]);
  });

  it('shows the difference between equal parts', () => {
    const [before, behind] = ['a'.repeat(60), 'b'.repeat(60)];
    const { was, is } = sourceNote(`${before}1${behind}`, `${before}22${behind}`);
    const [head, tail] = ['a'.repeat(40), 'b'.repeat(40)];
    assert.deepEqual([was, is], [`…${head}1${tail}…`, `…${head}22${tail}…`]);
  });
});
