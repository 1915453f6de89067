import assert from 'node:assert/strict';
import { excerptAroundChange, lineDifference } from '../../src/markdown/lineDifference.ts';

const long =
  '4. Shackle both to the triangle plate, then the swivel, the weak link and the buoy, and look at each pin twice.';

describe('the diff of lines', () => {
  it('shows whole lines when they are short', () => {
    const before = ['Look around.', 'Pay out the line.', 'Then wait.'];
    assert.deepEqual(lineDifference(before, ['Look around.', 'Pay out twice the line.', 'Then wait.']), [
      ' Look around.',
      '-Pay out the line.',
      '+Pay out twice the line.',
      ' Then wait.',
    ]);
    assert.deepEqual(lineDifference(['Gone.'], []), ['-Gone.']);
    assert.deepEqual(lineDifference([], ['New.']), ['+New.']);
  });

  it('shows one line when it was duplicated, or is no longer duplicated', () => {
    assert.deepEqual(lineDifference(['Wait.'], ['Wait.', 'Wait.']), [' Wait.', '+Wait.']);
    assert.deepEqual(lineDifference(['Wait.', 'Wait.'], ['Wait.']), [' Wait.', '-Wait.']);
    assert.deepEqual(lineDifference(['Wait.', 'Go.', 'Wait.'], ['Wait.']), [' Wait.', '-Go.', '-Wait.']);
  });

  it('shows the changed words of a long line, and wraps lines that are too long', () => {
    assert.deepEqual(lineDifference([long], [`${long} Then sit down.`]), [
      ' 4. Shackle both to the triangle plate, then the',
      ' swivel, the weak link and the buoy, and look at each',
      ' pin twice.',
      '+Then sit down.',
    ]);
    assert.deepEqual(lineDifference([long], [long.replace('weak link', 'strong cable')]), [
      ' 4. Shackle both to the triangle plate, then the',
      ' swivel, the',
      '-weak link',
      '+strong cable',
      ' and the buoy, and look at each pin twice.',
    ]);
  });

  it('shows both lines, wrapped, when little of a long one is equal', () => {
    const other = 'Nothing of what was said before is true any more: leave the buoy at home, go to bed, and come back.';
    const lines = lineDifference([long], [other]);
    assert.deepEqual([...new Set(lines.map(([mark]) => mark))], ['-', '+']);
    assert.equal(
      lines
        .filter(line => line.startsWith('-'))
        .join(' ')
        .replaceAll('-', ''),
      long,
    );
  });

  it('keeps significant white space', () => {
    const nested = `  * ${long}`;
    assert.deepEqual(lineDifference([nested], [`    * ${long}`]).slice(0, 3), [
      '-  *',
      '+    *',
      ' 4. Shackle both to the triangle plate, then the',
    ]);
    assert.deepEqual(lineDifference([nested], [nested.replace('each pin', 'each  pin')]), [
      '   * 4. Shackle both to the triangle plate, then the',
      ' swivel, the weak link and the buoy, and look at',
      '-each pin',
      '+each  pin',
      ' twice.',
    ]);
  });

  it('shows bidirectional characters as code points', () => {
    assert.deepEqual(lineDifference(['a'], ['\u202Eb\u2066']), ['-a', '+<U+202E>b<U+2066>']);
  });

  it('loses no word, whatever has changed', () => {
    const words = long.split(' ');
    for (let at = 0; at < words.length; at++) {
      const shapes = [words.toSpliced(at, 1), words.toSpliced(at, 0, 'new', 'words'), words.toSpliced(at, 2, 'other')];
      for (const after of shapes.map(shape => shape.join(' '))) {
        const lines = lineDifference([long], [after]);
        const linesMarked = (marks: string) =>
          lines.filter(([mark = '']) => marks.includes(mark)).map(line => line.slice(1));
        assert.equal(linesMarked(' -').join(' '), long);
        assert.equal(linesMarked(' +').join(' '), after);
      }
    }
  });
});

describe('the context of a change', () => {
  it('is the whole of a short text', () => {
    assert.deepEqual(excerptAroundChange('Pay out.', 'Pay in.', 200), ['Pay out.', 'Pay in.']);
  });

  it('is the change in a long one, with some words before and after it', () => {
    const before = `${'word '.repeat(100)}here ${'more '.repeat(100)}`;
    const [one, other] = excerptAroundChange(before, before.replace('here', 'there, or nowhere'), 200);
    assert.match(one, /^…( word)+ here( more)+ …$/);
    assert.match(other, /^…( word)+ there, or nowhere( more)+ …$/);
    assert.ok(one.length <= 200, one);
  });
});
