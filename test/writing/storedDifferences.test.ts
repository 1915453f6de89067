import assert from 'node:assert/strict';
import { describeDifference, storedDifferences } from '../../src/model/writing/storedDifferences.ts';

const base =
  '# Title\n\nFirst words.\n\n* a\n* b\n\n{% hint style="info" %}\nKnow this.\n{% endhint %}\n\nLast words.\n';
const sent = base.replace('First', 'New');

describe('differences between the sent and the stored page', () => {
  it('are none when the page is stored as it was sent', () => {
    assert.deepEqual(storedDifferences({ base, sent, stored: sent }), []);
    assert.deepEqual(storedDifferences({ base, sent, stored: `\n${sent.trimEnd()}` }), []);
  });

  it('are not different markers, escapes and blank lines', () => {
    const written = 'Some *words* here.\n\n- a\n- b\n\nSetext\n------\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n***\n';
    const stored =
      'Some _words_ here.\n\n* a\n* b\n\n\n## Setext\n\n| A   | B   |\n| --- | --- |\n| 1   | 2   |\n\n---\n';
    assert.deepEqual(storedDifferences({ base: written, sent: written, stored }), []);
  });

  it('are each block that is stored differently, with whether the user had edited it', () => {
    const stored = sent.replace('New words', 'New word').replace('Know this.', 'Know.');
    assert.deepEqual(storedDifferences({ base, sent, stored }), [
      { kind: 'changed', sent: 'New words.', stored: 'New word.', line: 2, isUntouched: false },
      {
        kind: 'changed',
        sent: '{% hint style="info" %}\nKnow this.\n{% endhint %}',
        stored: '{% hint style="info" %}\nKnow.\n{% endhint %}',
        line: 7,
        isUntouched: true,
      },
    ]);
  });

  it('include a changed attribute, link or block type', () => {
    const page = '{% hint style="info" %}\nA.\n{% endhint %}\n\nSee [this](a.md).\n\n1. One.\n\n```js\na();\n```\n';
    for (const [was, is] of [
      ['info', 'warning'],
      ['[this](a.md)', 'this'],
      ['a.md', 'b.md'],
      ['1. One', '* One'],
      ['```js', '```ts'],
      ['a();', 'a()'],
    ] as const) {
      const differences = storedDifferences({ base: page, sent: page, stored: page.replace(was, is) });
      assert.equal(
        differences.length > 0 && differences.every(({ isUntouched }) => isUntouched),
        true,
        `${was} -> ${is}`,
      );
    }
  });

  it('are a block that was dropped, added or moved', () => {
    const stored = base.replace('* a\n* b\n\n', '').replace('# Title\n', '# Title\n\nFrom the service.\n');
    const kinds = storedDifferences({ base, sent: base, stored }).map(({ kind, sent, stored }) => [kind, sent, stored]);
    assert.deepEqual(kinds, [
      ['added', '', 'From the service.'],
      ['removed', '* a\n* b', ''],
    ]);
    const moved = `# Title\n\nLast words.\n\n${base.replace('# Title\n\n', '').replace('\nLast words.\n', '')}`;
    assert.deepEqual(
      storedDifferences({ base, sent: base, stored: moved }).map(({ kind, stored }) => [kind, stored]),
      [['moved', 'Last words.']],
    );
  });

  it('are not a link to the same target in another notation', () => {
    const page = 'See [this](/pages/p1#part) and ![A](/files/f1).\n';
    const stored = 'See [this](guide/setup.md#part) and ![A](.gitbook/assets/a.png).\n';
    const meanings = new Map([
      ['/pages/p1#part', 'p1'],
      ['guide/setup.md#part', 'p1'],
      ['/files/f1', 'f1'],
      ['.gitbook/assets/a.png', 'f1'],
    ]);
    assert.deepEqual(
      storedDifferences({ base: '', sent: page, stored }, target => meanings.get(target)),
      [],
    );
    assert.equal(storedDifferences({ base: '', sent: page, stored }).length, 1);
  });

  it('are a setting that was not stored', () => {
    const text = (head: string) => `---\n${head}---\n\n# Title\n\nText.\n`;
    const [before, saved] = [text('cover: /files/a\nicon: flag\n'), text('icon: flag\nhidden: true\n')];
    assert.deepEqual(storedDifferences({ base: before, sent: saved, stored: before }), [
      { kind: 'setting', sent: 'hidden: true\n', stored: '', line: 1, isUntouched: false },
      { kind: 'setting', sent: '', stored: 'cover: /files/a\n', line: 1, isUntouched: false },
    ]);
    const plain = '# Title\n\nText.\n';
    const isLost = ({ sent, line }: { sent: string; line: number }) => [sent, line];
    assert.deepEqual(storedDifferences({ base: plain, sent: saved, stored: plain }).map(isLost), [
      ['icon: flag\n', 0],
      ['hidden: true\n', 0],
    ]);
    const withSlug = `---\nslug: start\n---\n\n${plain}`;
    assert.deepEqual(storedDifferences({ base: plain, sent: withSlug, stored: plain }), []);
  });

  it('are not a title that is no longer in the text', () => {
    const stored = '---\ntitle: Title\n---\n\nText.\n';
    assert.deepEqual(storedDifferences({ base: '# Title\n\nText.\n', sent: 'Text.\n', stored }), []);
  });

  it('are not a setting with the default value, or a repeated title', () => {
    const head =
      '---\ntitle: Title\nhidden: false\nlayout:\n  outline:\n    visible: true\ndescription: ""\nicon: a\n---\n\n';
    const stored = '---\nicon: a\n---\n\n# Title\n\nText.\n';
    assert.deepEqual(storedDifferences({ base: stored, sent: `${head}# Title\n\nText.\n`, stored }), []);
    const hidden = stored.replace('icon: a\n', 'icon: a\nlayout:\n  outline:\n    visible: false\n');
    assert.equal(storedDifferences({ base: stored, sent: hidden, stored }).length, 1);
  });

  it('are described with the line, what was sent and what is stored', () => {
    const sentencesOf = (stored: string) => storedDifferences({ base, sent, stored }).map(describeDifference);
    assert.deepEqual(sentencesOf(sent.replace('New words', 'New word')), [
      'In line 3, "New words." became "New word."',
    ]);
    assert.deepEqual(sentencesOf(sent.replace('Last words.\n', '')), ['In line 10, this is missing: "Last words."']);
    assert.deepEqual(sentencesOf(`${sent}\nMore.\n`), ['In line 14, this was added: "More."']);
  });
});
