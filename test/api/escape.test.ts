import assert from 'node:assert/strict';
import { assertLinear } from '../growth.ts';
import { hasVisibleText, escapeLine, escapeLines, tEscaped } from '../../src/api/escape.ts';

const link = 'command:marginalia.session.signIn?%7B%22url%22%3A%22https%3A%2F%2Fattacker.example%22%7D';

/** Hostile names of pages, sites and users. */
const hostile: Record<string, string[]> = {
  links: [
    `[Sign in](${link})`,
    `Click [here](${link}).`,
    `[a](${link} "title")`,
    `[a](${link} 'title')`,
    '[a](https://attacker.example)',
    '[a](http://attacker.example)',
    '[a](file:///etc/passwd)',
    '[a](COMMAND:workbench.action.quit)',
    '[a](Https://attacker.example)',
    '![a](https://attacker.example/a.png)',
    '[![a](https://attacker.example/a.png)](command:b)',
    '[[a](command:b)](command:c)',
    '[a](command:b)[c](command:d)',
    '](command:a)',
    '[a\n](command:b)',
    '[a]\u202E(command:b)',
    '[a]\u0000(command:b)',
    '[a]\u200F\u200E(command:b)',
    '[a]\uFEFF(command:b)',
    '[a]\u001B(command:b)',
    '[a\u0000](\u0000command:b)',
    '[a](command:b\u0000)',
    '[$(check) Continue](command:a)',
  ],
  icons: [
    '$(error)',
    '$(sync~spin) Please wait',
    'a $(verified) b',
    '\\$(error)',
    '$$(error)',
    '$(error)$(error)$(error)',
    '$\u200E(error)',
    '$\u0007(error)',
    '$\uFEFF(error)',
    '$(',
  ],
  directions: [
    'a\u202Egpj.exe',
    '\u202Aa\u202Bb\u202Cc\u202Dd\u202Ee',
    '\u2066a\u2067b\u2068c\u2069d',
    '\u200Ea\u200Fb\u061Cc',
    '\u206Aa\u206Bb\u206Cc\u206Dd\u206Ee\u206Ff',
    'שלום \u202E[x](command:y)',
  ],
  controls: [
    '\u0000',
    'a\u0000b',
    '\u0007\u0008\u007F',
    '\u001B[31mred\u001B[0m',
    '\u001B]8;;https://attacker.example\u0007a\u001B]8;;\u0007',
    '\u0080\u009B31m\u009F',
    '\uFFF9a\uFFFAb\uFFFBc',
    '\uD83D',
    'a\uDC00b',
    '\uDC00\uD800',
    'a\uFEFFb',
  ],
  lines: [
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\n\n\n\nEverything is fine.',
    'a\u2028b',
    'a\u2029b',
    'a\u0085b',
    'a\vb\fc',
    'a\tb',
    `a${'\n'.repeat(1000)}b`,
    `a${' '.repeat(1000)}b`,
    `a${'\u00A0'.repeat(1000)}b`,
    `a${'\u3000'.repeat(100)}b`,
  ],
  masses: [
    'a'.repeat(100_000),
    '['.repeat(100_000),
    '[a]('.repeat(25_000),
    '$('.repeat(50_000),
    '$(error)'.repeat(10_000),
    '[a](command:b)'.repeat(10_000),
    ' '.repeat(100_000),
    '\n'.repeat(100_000),
    '\n a'.repeat(30_000),
    '\u202E'.repeat(100_000),
    `${'\u202E'.repeat(100_000)}[a](command:b)`,
    `Z${'\u0301'.repeat(100_000)}`,
    '🪶'.repeat(50_000),
    '👩‍👩‍👧‍👦'.repeat(10_000),
    `${'a'.repeat(198)}](command:b)`,
    `${'a'.repeat(198)}$(error)`,
  ],
};

/** Matches text that VS Code renders as a link or as an icon. */
const vscodeLink = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i;
const vscodeIcon = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;

describe('escaped text of other users', () => {
  it('is tested with more than 60 samples', () => assert.ok(Object.values(hostile).flat().length > 60));

  for (const [what, texts] of Object.entries(hostile)) {
    for (const [index, text] of texts.entries()) {
      const name = JSON.stringify(text.slice(0, 30));
      it(`is harmless: ${what} ${index + 1}: ${name}`, () => {
        for (const sentence of [
          escapeLine(text),
          tEscaped`Merge "${text}"?`,
          tEscaped`${text}${text}`,
          escapeLine(`[${text}`, 1000),
        ]) {
          isHarmless(sentence, 1000);
          assert.doesNotMatch(sentence, /\n|\s\s/);
        }
        assert.ok(escapeLine(text).length <= 200);
        isHarmless(escapeLines(text), 2000);
        assert.equal(escapeLine(escapeLine(text)), escapeLine(text));
        assert.equal(escapeLines(escapeLines(text)), escapeLines(text));
      });
    }
  }

  it('is unchanged when it is harmless', () => {
    for (const text of [
      'Rewrite the glossary (again)',
      '🪶 Heron manual',
      '👩‍👩‍👧‍👦 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'Überblick, naïve, Ελληνικά, 日本語, हिन्दी, العربية, עברית, ไทยนี้',
      'a*b_c`d<e>&f~g#h|i\\j',
      'array[0] = f(x); $x = "${y}"',
      'https://example.com/a?b=(c)',
      'می‌خواهم',
      '',
    ]) {
      assert.equal(escapeLine(text), text);
      assert.equal(escapeLines(text), text);
    }
  });

  it('shows invisible and bidirectional characters as code points', () => {
    assert.equal(escapeLine('Glossary\u202E gpj.exe'), 'Glossary[U+202E] gpj.exe');
    assert.equal(tEscaped`Merge "${'ad\u200Bmin'}"?`, 'Merge "ad[U+200B]min"?');
    assert.equal(escapeLines('a\u0000\nb\u2066'), 'a[U+0000]\nb[U+2066]');
  });

  it('looks the same, and its words can be searched', () => {
    const text = escapeLine('Use $(error) as in [the docs](https://example.com)');
    assert.equal(text.replaceAll('\u2060', ''), 'Use $(error) as in [the docs](https://example.com)');
    for (const word of ['error', 'the docs', 'https://example.com']) assert.ok(text.includes(word), word);
  });

  it('is shortened between two characters, with an ellipsis', () => {
    assert.equal(escapeLine('abcdef', 4), 'abc…');
    assert.equal(escapeLine('abcdef', 6), 'abcdef');
    assert.equal(escapeLine('ab 🪶🪶', 5), 'ab…');
    assert.equal(escapeLine('a'.repeat(100_000)).length, 200);
  });

  it('leaves the sentence around it intact', () => {
    const subject = 'a\nb'.repeat(50_000);
    assert.match(
      tEscaped`Merge #${12} "${subject}" into the main content?`,
      /^Merge #12 "a ba b.*…" into the main content\?$/,
    );
    assert.equal(tEscaped`Nothing.`, 'Nothing.');
  });

  it('keeps its line breaks where they are allowed, but not repeated white space', () => {
    assert.equal(escapeLines('a  b\r\n\r\n\r\n\r\n c\td \n'), 'a b\n\nc d');
  });

  it('is computed in linear time', () => {
    for (const text of ['[', '](', '$(', ' ', '\n', ' \n', '\u0301', '\u202E', '\uD800']) {
      for (const make of [escapeLine, escapeLines]) {
        assertLinear(count => make(text.repeat(count)), 1_000_000, JSON.stringify(text));
        // Here, no part of the text is cut off.
        assertLinear(count => make(text.repeat(count), 2 * count), 50_000, JSON.stringify(text));
      }
    }
  });
});

function isHarmless(text: string, longest: number): void {
  assert.doesNotMatch(text, vscodeLink);
  assert.doesNotMatch(text, vscodeIcon);
  assert.doesNotMatch(text, /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F]/);
  assert.doesNotMatch(text, /[^\P{Cc}\n]/u);
  assert.ok(text.isWellFormed());
  assert.ok(text.length <= longest);
}

describe('visible text', () => {
  for (const name of [
    '',
    ' ',
    '\t\n',
    '\u00a0\u3000',
    '\u200b',
    '\u200d\u200c\u2060',
    '\u202e\u2066',
    '\u00ad\ufeff',
    '\u3164',
    '\u2800',
  ]) {
    it(`is not present in ${JSON.stringify(name)}`, () => assert.equal(hasVisibleText(name), false));
  }

  for (const name of ['a', ' \u200ba', '0', '-', '\u0301', '😀', '\ud800']) {
    it(`is present in ${JSON.stringify(name)}`, () => assert.equal(hasVisibleText(name), true));
  }

  for (const name of [undefined, null, 7, {}]) {
    it(`is not present in a value that is not a string: ${JSON.stringify(name)}`, () =>
      assert.equal(hasVisibleText(name), false));
  }
});
