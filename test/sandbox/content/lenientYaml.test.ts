import assert from 'node:assert/strict';
import { readLenientYaml } from '../../../src/sandbox/content/lenientYaml.ts';

const cases: Record<string, { text: string; values: object; problems?: [number, string, string][] }> = {
  'plain YAML': { text: 'a: 1\nb:\n  - x\n', values: { a: 1, b: ['x'] } },
  'an empty text': { text: '\n# empty\n', values: {} },
  'CRLF and a byte order mark': { text: '\ufeffa: 1\r\nb: 2\r\n', values: { a: 1, b: 2 } },
  'invisible characters': {
    text: '\u200ba: x.md\u200b\n\u2060b:\u00a0\n\u00a0\u00a0c: y\ufeff\n',
    values: { a: 'x.md', b: { c: 'y' } },
  },
  'tabs as indentation': { text: 'a:\n\tb: 1\n\tc: 2\n', values: { a: { b: 1, c: 2 } } },
  'a key that is set twice': {
    text: 'a:\n  b: 1\n  b: 2\nc: 3\n',
    values: { a: { b: 2 }, c: 3 },
    problems: [[2, 'a.b', 'is set twice; the last value counts']],
  },
  'a value with a colon': {
    text: 'a: one: two\nb: 2\n',
    values: { a: 'one: two', b: 2 },
    problems: [[0, 'a', 'is no YAML and is read as plain text; put it in quotes']],
  },
  'an unclosed bracket below a key': {
    text: 'b: 2\na:\n  c: [oops\n  d: 4\n',
    values: { b: 2, a: { d: 4 } },
    problems: [[2, 'a.c', 'was left out: its value is no YAML']],
  },
  'a line that is not a key': {
    text: 'a: 1\nwhat is this\nb: "2"\nc: [\n',
    values: { a: 1, b: '2' },
    problems: [
      [1, '', "line 'what is this' was left out: it is no YAML"],
      [3, 'c', 'was left out: its value is no YAML'],
    ],
  },
  'a list': { text: '- a\n- b\n', values: {}, problems: [[0, '', 'was left out: it has no keys']] },
};

describe('YAML written by hand', () => {
  for (const [what, { text, values, problems = [] }] of Object.entries(cases)) {
    it(`is read: ${what}`, () => {
      const yaml = readLenientYaml(text);
      assert.deepEqual(yaml.values, values);
      assert.deepEqual(
        yaml.problems.map(({ line, key, reason }) => [line, key, reason]),
        problems,
      );
    });
  }
});
