import assert from 'node:assert/strict';
import { settingKeyAt, settingPositionAt, settingsToOffer } from '../../src/model/writing/settingPositions.ts';

/** Calls `read` with the lines of a text and the position of its `|`. */
function at<T>(text: string, read: (lines: string[], line: number, character: number) => T): T {
  const [before = ''] = text.split('|');
  const typed = before.split('\n');
  return read(text.replace('|', '').split('\n'), typed.length - 1, typed.at(-1)?.length ?? 0);
}

const offered = (text: string) => {
  const position = at(text, settingPositionAt);
  return position?.kind === 'key' ? settingsToOffer(position).map(([key]) => key) : undefined;
};

describe('the cursor in front matter', () => {
  it('completes the missing keys', () => {
    const keys = offered('---\ndescription: A\nde|\nicon: link\n---\n') ?? assert.fail();
    assert.ok(keys.includes('title') && keys.includes('layout'));
    assert.ok(!keys.includes('description') && !keys.includes('icon') && !keys.includes('variables'));
  });

  it('completes the members of the key above', () => {
    assert.deepEqual(offered('---\nlayout:\n  width: wide\n\n  |\nicon: a\n---\n')?.slice(0, 2), ['cover', 'title']);
    assert.deepEqual(offered('---\nlayout:\n  width: wide\n  cover:\n    |\n---\n'), ['visible', 'size']);
    assert.deepEqual(offered('---\nlayout:\n  cover:\n    size: full\n  |\n---\n')?.slice(0, 2), ['width', 'title']);
    assert.deepEqual(offered('---\nvars:\n  |\n---\n'), []);
  });

  it('is in the value of a key', () => {
    assert.deepEqual(at('---\nlayout:\n  width: w|\n---\n', settingPositionAt), {
      ...{ kind: 'value', path: ['layout', 'width'], start: 9, indent: 2 },
      siblings: new Set(),
    });
  });

  it('is nowhere outside of it, in quotation marks and in lists', () => {
    const texts = [
      '|---\na: b\n---\n',
      '---\na: b\n---|\n',
      '---\na: b\n---\n\nte|xt',
      'te|xt\n',
      '---\n|text without an end',
      '---\n\nA text between two dividers.\n|\n---\n',
    ];
    const inValues = ['---\nif: "a|"\n---\n', '---\ntags:\n  - a|\n---\n', '---\ntags: [a|]\n---\n'];
    for (const text of [...texts, ...inValues]) assert.equal(at(text, settingPositionAt), undefined, text);
  });

  it('is on a known key', () => {
    const { path, start, end, setting } = at('---\nlayout:\n  outl|ine: true\n---\n', settingKeyAt) ?? assert.fail();
    assert.deepEqual([path, start, end], [['layout', 'outline'], 2, 9]);
    assert.match(setting.description, /outline/);
    for (const text of ['---\now|ner: a\n---\n', '---\nicon: li|nk\n---\n', 'ic|on: link\n']) {
      assert.equal(at(text, settingKeyAt), undefined, text);
    }
  });
});
