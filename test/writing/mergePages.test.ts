import assert from 'node:assert/strict';
import { assertLinear } from '../growth.ts';
import { mergePages, type PageVersions } from '../../src/model/writing/mergePages.ts';
import { createRandom } from '../sandbox/random.ts';
import { sized } from '../size.ts';

/** Returns the text of a merge without conflicts. */
function merged(versions: PageVersions): string {
  const { text, conflicts } = mergePages(versions);
  assert.deepEqual(conflicts, []);
  return text;
}

describe('the merge of a page that two users changed', () => {
  it('accepts changes of different blocks, and of adjacent blocks', () => {
    const base = '# A\n\nOne.\n\nTwo.\n\nThree.\n';
    const mine = base.replace('One.', 'One, mine.');
    const theirs = base.replace('Two.', 'Two, theirs.').replace('Three.\n', 'Three.\n\nFour.\n');
    assert.equal(merged({ base, mine, theirs }), '# A\n\nOne, mine.\n\nTwo, theirs.\n\nThree.\n\nFour.\n');
  });

  it('accepts changes of different words of one block', () => {
    const base = 'Hold the button for three seconds.\n';
    const mine = 'Press the button for three seconds.\n';
    const theirs = 'Hold the button for five seconds, then let go.\n';
    assert.equal(merged({ base, mine, theirs }), 'Press the button for five seconds, then let go.\n');
  });

  it('accepts changes of different items, rows and tabs', () => {
    const pairs = [
      ['* one\n* two\n* three\n', 'one', 'three'],
      ['| A | B |\n| --- | --- |\n| one | 1 |\n| three | 3 |\n', 'one', 'three'],
      ['<table><tbody><tr><td>one</td></tr><tr><td>three</td></tr></tbody></table>\n', 'one', 'three'],
      [
        '{% tabs %}\n{% tab title="one" %}\nA.\n{% endtab %}\n\n{% tab title="b" %}\nthree\n{% endtab %}\n{% endtabs %}\n',
        'one',
        'three',
      ],
      ['```js\none();\n\nthree();\n```\n', 'one', 'three'],
    ];
    for (const [base = '', first = '', last = ''] of pairs) {
      const [mine, theirs] = [base.replace(first, 'MINE'), base.replace(last, 'THEIRS')];
      assert.equal(merged({ base, mine, theirs }), mine.replace(last, 'THEIRS'));
    }
  });

  it('reports words that both changed, and keeps all three versions', () => {
    const base = '# A\n\nWait three seconds.\n\nEnd.\n';
    const [mine, theirs] = [base.replace('three', 'four'), base.replace('three', 'five').replace('End', 'The end')];
    const { text, conflicts } = mergePages({ base, mine, theirs });
    assert.equal(text, '# A\n\nWait four seconds.\n\nThe end.\n');
    const versions = { base: 'Wait three seconds.', mine: 'Wait four seconds.', theirs: 'Wait five seconds.' };
    assert.deepEqual(conflicts, [{ ...versions, line: 2 }]);
    assert.equal(mergePages({ base, mine, theirs }, 'theirs').text, '# A\n\nWait five seconds.\n\nThe end.\n');
  });

  it('never mixes two changes of one line of code', () => {
    const base = '```sh\nrun --in a --out b\n```\n';
    const [mine, theirs] = [base.replace('--in a', '--in c'), base.replace('--out b', '--out d')];
    const { text, conflicts } = mergePages({ base, mine, theirs });
    assert.equal(text, mine);
    assert.equal(conflicts.length, 1);
  });

  it('reports a block that one deleted and the other changed', () => {
    const base = 'A.\n\nOld words.\n\nB.\n';
    const versions = { base, mine: 'A.\n\nB.\n', theirs: 'A.\n\nNew words.\n\nB.\n' };
    const conflict = { base: 'Old words.', mine: '', theirs: 'New words.' };
    assert.deepEqual(mergePages(versions), { text: versions.mine, conflicts: [{ ...conflict, line: 0 }] });
    assert.equal(mergePages(versions, 'theirs').text, versions.theirs);
  });

  it('reports blocks that both inserted at one position, and takes equal ones once', () => {
    const base = 'A.\n';
    const { conflicts } = mergePages({ base, mine: 'A.\n\nMine.\n', theirs: 'A.\n\nTheirs.\n' });
    assert.deepEqual(conflicts, [{ base: '', mine: 'Mine.', theirs: 'Theirs.', line: 2 }]);
    const both = { mine: 'A, mine.\n\nB.\n', theirs: 'A.\n\nB.\n' };
    assert.equal(merged({ base, ...both }), 'A, mine.\n\nB.\n');
  });

  it('merges settings key by key, with comments', () => {
    const base = '---\ndescription: A\nicon: flag\nowner: mira\n---\n\nText.\n';
    const mine = base.replace('A', 'B # mine').replace('owner: mira\n', '');
    const theirs = base.replace('icon: flag\n', 'icon: bolt # theirs\n# why\nhidden: true\n');
    assert.equal(
      merged({ base, mine, theirs }),
      '---\ndescription: B # mine\nicon: bolt # theirs\n# why\nhidden: true\n---\n\nText.\n',
    );
    assert.equal(
      merged({ base: 'Text.\n', mine: 'Words.\n', theirs: '---\nicon: a\n---\n\nText.\n' }),
      '---\nicon: a\n---\n\nWords.\n',
    );
  });

  it('reports a setting that both changed', () => {
    const base = '---\nicon: flag\ndescription: A\n---\n\nText.\n';
    const versions = { base, mine: base.replace('A', 'B'), theirs: base.replace('A', 'C').replace('flag', 'bolt') };
    assert.deepEqual(mergePages(versions), {
      text: '---\nicon: bolt\ndescription: B\n---\n\nText.\n',
      conflicts: [{ base: 'description: A\n', mine: 'description: B\n', theirs: 'description: C\n', line: 2 }],
    });
    assert.equal(mergePages(versions, 'theirs').text, versions.theirs);
  });

  it('reports front matter as a whole when both changed it and one version is invalid', () => {
    const base = '---\nicon: flag\n---\n\nText.\n';
    const versions = { base, mine: base.replace('flag', '"flag'), theirs: base.replace('flag', 'bolt') };
    const { text, conflicts } = mergePages(versions);
    assert.equal(text, versions.mine);
    assert.deepEqual(conflicts, [{ base: 'icon: flag\n', mine: 'icon: "flag\n', theirs: 'icon: bolt\n', line: 0 }]);
  });

  it('reports the line of a conflict below front matter', () => {
    const base = '---\nicon: flag\n---\n\n# A\n\nOne.\n';
    const { text, conflicts } = mergePages({
      base,
      mine: base.replace('One', 'Two'),
      theirs: base.replace('One', 'Ten'),
    });
    assert.deepEqual(
      conflicts.map(({ line }) => text.split('\n')[line]),
      ['Two.'],
    );
  });
});

describe('merging long pages takes linear time', () => {
  const blocks = (count: number, textAt: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => textAt(index)).join('\n\n');

  for (const [name, version] of Object.entries({
    'equal blocks with one change on each side': (count, side) =>
      blocks(count, index => (index === side * 3 ? `Changed by ${side}.` : '***')),
    'two alternating blocks with one change on each side': (count, side) =>
      blocks(count, index => (index === side * 3 ? `Changed by ${side}.` : `Part ${index % 2}.`)),
    'blocks that both sides rewrite': (count, side) => blocks(count, index => `Text ${index} of ${side}.`),
    'words of one block with one change on each side': (count, side) =>
      Array.from({ length: count }, (_, index) => (index === side * 3 ? `changed-${side}` : 'word')).join(' '),
  } satisfies Record<string, (count: number, side: number) => string>)) {
    it(name, () => {
      const merge = (count: number) =>
        mergePages({ base: version(count, 0), mine: version(count, 1), theirs: version(count, 2) });
      assertLinear(merge, 300, name);
    });
  }
});

describe('the merge of random edits', () => {
  const blocks = [
    '# Head',
    'One two three.',
    '* a\n* b',
    '```\ncode\n\nmore\n```',
    '| A |\n| --- |\n| b |',
    '> Words.',
    '***',
  ];
  const count = sized(2000, 300);

  /** Returns blocks, each with its own word. */
  function page(random: ReturnType<typeof createRandom>): string[] {
    return Array.from({ length: 1 + random.below(8) }, (_, index) =>
      (blocks[random.below(blocks.length)] ?? '').replace(
        /(One|Head|a|code|b|Words)$|(One|code)/m,
        word => `${word}${index}`,
      ),
    );
  }

  /** Changes some blocks. Each change adds a word that occurs nowhere else. */
  function edit(texts: readonly string[], side: string, random: ReturnType<typeof createRandom>): string[] {
    return texts.flatMap((text, index) => {
      const word = `${side}${index}`;
      if (random.chance(0.15)) return [];
      if (random.chance(0.2)) return [text, `New ${word}.`];
      return random.chance(0.3) && /\w/.test(text) ? [text.replace(/\w+/, word)] : [text];
    });
  }

  const asText = (texts: readonly string[]) => texts.map(text => `${text}\n`).join('\n');

  it('is the changed version when one side is unchanged, byte for byte', () => {
    for (let seed = 0; seed < count; seed++) {
      const random = createRandom(seed);
      const base = page(random);
      const [text, changed] = [asText(base), asText(edit(base, 'x', random))];
      assert.deepEqual(mergePages({ base: text, mine: changed, theirs: text }), { text: changed, conflicts: [] });
      assert.deepEqual(mergePages({ base: text, mine: text, theirs: changed }), { text: changed, conflicts: [] });
      assert.deepEqual(mergePages({ base: text, mine: changed, theirs: changed }), { text: changed, conflicts: [] });
    }
  });

  it('loses no word of either side', () => {
    for (let seed = 0; seed < count; seed++) {
      const random = createRandom(seed);
      const base = page(random);
      const [mine, theirs] = [edit(base, 'mine', random), edit(base, 'theirs', random)].map(asText) as [string, string];
      const { text, conflicts } = mergePages({ base: asText(base), mine, theirs });
      const all = [text, ...conflicts.flatMap(conflict => [conflict.mine, conflict.theirs])].join('\n');
      for (const word of `${mine}\n${theirs}`.match(/(?:mine|theirs)\d+/g) ?? []) {
        assert.ok(all.includes(word), `seed ${seed}: ${word} is not in\n${all}`);
      }
      for (const { line, mine: version } of conflicts.filter(({ mine: version }) => version !== '')) {
        const lines = text.split('\n').slice(line, line + version.split('\n').length);
        assert.equal(lines.join('\n'), version, `seed ${seed}`);
      }
    }
  });

  it('contains each block that only one side changed, and has no conflict when they changed different ones', () => {
    for (let seed = 0; seed < count; seed++) {
      const random = createRandom(seed);
      const base = Array.from({ length: 3 + random.below(6) }, (_, index) => `Block number ${index}.`);
      // Every other block is unchanged, so that no two changes are adjacent.
      const sides = base.map((_, index) => (index % 2 === 0 ? random.below(3) : 0));
      const isDeleted = base.map(() => random.chance(0.3));
      const change = (isChanged: (side: number) => boolean) =>
        base.flatMap((text, index) => {
          const side = sides[index] ?? 0;
          if (side === 0 || !isChanged(side)) return [text];
          return isDeleted[index] ? [] : [`Side ${side} says ${index}.`];
        });
      const [mine, theirs, both] = [[1], [2], [1, 2]].map(list => asText(change(side => list.includes(side))));
      const { text, conflicts } = mergePages({ base: asText(base), mine: mine ?? '', theirs: theirs ?? '' });
      assert.deepEqual([text, conflicts], [both, []], `seed ${seed}`);
    }
  });
});
