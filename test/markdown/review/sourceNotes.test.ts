import assert from 'node:assert/strict';
import { sourceNote } from '../../../src/markdown/review/sourceNotes.ts';

describe('a note on two sources', () => {
  it('shows a part of them that is repeated less often once, with what stands before it', () => {
    const [long, short] = ['=>'.repeat(50), '=>'.repeat(30)];
    const { was, is } = sourceNote(long, short);
    assert.deepEqual([was, is], [`…${'=>'.repeat(40)}`, `…${'=>'.repeat(20)}`]);
    const reverse = sourceNote(short, long);
    assert.deepEqual([reverse.was, reverse.is], [is, was]);
  });

  it('shows what differs between what is the same', () => {
    const [before, behind] = ['a'.repeat(60), 'b'.repeat(60)];
    const { was, is } = sourceNote(`${before}1${behind}`, `${before}22${behind}`);
    const [head, tail] = ['a'.repeat(40), 'b'.repeat(40)];
    assert.deepEqual([was, is], [`…${head}1${tail}…`, `…${head}22${tail}…`]);
  });
});
