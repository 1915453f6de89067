import assert from 'node:assert/strict';
import { findSettingProblems } from '../../src/model/writing/settingProblems.ts';

/** Returns the problems of a page with these lines of front matter, with the replacements of their quick fixes. */
const problemsIn = (head: string) => {
  const text = `---\n${head}---\n\nText.\n`;
  return findSettingProblems(text).map(({ start, end, severity, message, fixes }) => {
    return { marked: text.slice(start, end), severity, message, replacements: fixes.map(({ text }) => text) };
  });
};
const only = (head: string) => {
  const [problem, ...others] = problemsIn(head);
  assert.deepEqual(others, []);
  return problem ?? assert.fail('nothing is marked');
};

describe('problems of front matter', () => {
  it('are none when the service accepts it, or there is none', () => {
    const head =
      'title: A\ndescription: >-\n  A: b\n  c\nicon: link\nemoji: 🚩\nhidden: true\ncoverY: 3\nlayout:\n  width: wide\n' +
      '  cover:\n    visible: false\n    size: full\n  outline: false\nvars:\n  Width: 2\ntags: [a]\nslug: a-b\n';
    assert.deepEqual(problemsIn(head), []);
    assert.deepEqual(findSettingProblems('Text.\n\nhidden: maybe\n'), []);
    assert.deepEqual(problemsIn('description:\nhidden:\n'), []);
  });

  it('are values of the wrong type, with the allowed ones', () => {
    const wrong = only('icon: a\nhidden: yes\n');
    assert.deepEqual(wrong, {
      ...{ marked: 'yes', severity: 'error', message: '"hidden" must be true or false.', replacements: ['true'] },
    });
    assert.deepEqual(only('noIndex: maybe\n').replacements, ['true', 'false']);
    assert.deepEqual(only('description: true\n').replacements, ['"true"']);
    assert.match(only('description: [a]\n').message, /must be text\. Put it in quotation marks/);
    assert.match(only('layout: wide\n').message, /must be a mapping/);
  });

  it('are everything that prevents the page from being saved', () => {
    assert.match(only(`icon: ${'a'.repeat(51)}\n`).message, /at most 50 characters/);
    assert.match(only('emoji: flag\n').message, /must be an emoji/);
    assert.match(only('title:\n').message, /A page needs a title/);
    assert.equal(only('title:\n').marked, 'title');
    assert.match(only('path: a\n').message, /Rename or move the page/);
  });

  it('are unknown keys, with similar known ones', () => {
    for (const [typed, known] of Object.entries({
      ...{ Description: 'description', 'no-index': 'noIndex', descripton: 'description', hiden: 'hidden' },
      ...{ lyaout: 'layout', icons: 'icon', link_title: 'linkTitle' },
    })) {
      const { marked, severity, replacements } = only(`${typed}: a\n`);
      assert.deepEqual([marked, severity, replacements], [typed, 'warning', [known]]);
    }
    const { severity, message } = only('owner: mira\n');
    assert.deepEqual([severity, message.includes('may ignore it')], ['hint', true]);
    assert.deepEqual(only('layout:\n  outlines: true\n').replacements, ['outline']);
  });

  it('are unknown values', () => {
    const { marked, severity, replacements } = only('layout:\n  width: widest\n');
    assert.deepEqual([marked, severity, replacements], ['widest', 'warning', ['default', 'wide']]);
    assert.equal(only('layout:\n  cover:\n    size: small\n').marked, 'small');
  });

  it('are at the end of invalid YAML', () => {
    const open = only('icon: a\ndescription: "open\n');
    assert.deepEqual([open.marked, open.severity], ['description: "open', 'error']);
    assert.match(open.message, /quote/i);
    assert.match(only('icon: a\nicon: b\n').message, /unique/);
    assert.match(only('a: &a [1]\nb: *c\n').message, /alias/i);
  });

  it('are at the same position in a text with CRLF', () => {
    const text = '---\r\ndescription: |\r\n  A: b\r\nhidden: maybe\r\n---\r\n\r\nText.\r\n';
    assert.deepEqual(
      findSettingProblems(text).map(({ start, end }) => text.slice(start, end)),
      ['maybe'],
    );
    const open = '---\r\nicon: a\r\ndescription: "open\r\n---\r\n';
    assert.deepEqual(
      findSettingProblems(open).map(({ start, end }) => open.slice(start, end)),
      ['description: "open'],
    );
  });
});
