import assert from 'node:assert/strict';
import { allChanges, type BlockChange } from '../../../src/markdown/review/change.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { rowHtml, type ComparisonLayout } from '../../../src/markdown/review/rowHtml.ts';
import { type ComparedRow, rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const html = new BlocksHtml({ image: () => undefined });

function rowsBetween(before: string, after: string): ComparedRow[] {
  return rowsOf(comparePages({ markdown: before }, { markdown: after })).filter(({ kind }) => kind !== 'same');
}

/** Returns the label of each changed row, with its notes. */
function summaries(before: string, after: string): string[] {
  return rowsBetween(before, after).map(({ label, notes }) => {
    const words = notes.map(({ what, was, is }) => (was || is ? `${what}: ${was} > ${is}` : what));
    return [label, ...words].join(' | ');
  });
}

/** Returns the words that are marked as removed or added, in order. */
function marked(row: ComparedRow | undefined, mode: ComparisonLayout, side: 'before' | 'after' = 'after'): string[] {
  const markup = (row && runSync(rowHtml(html, row, mode))[side]) ?? '';
  return [...markup.matchAll(/<(del|ins)\b[^>]*>(.*?)<\/\1>/gs)].map(
    ([, name, inside = '']) => `${name} ${inside.replace(/<[^>]*>/g, '').trim()}`,
  );
}

function textOf(markup: string | undefined): string {
  return (markup ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} says something about buoy ${index}.`).join('\n\n');

describe('one edited block', () => {
  const sentence = 'Log in with the old screen of the harbour.';
  const edited = 'Log in with the new screen of the harbour.';
  const kinds: [what: string, before: string, after: string, ...rows: string[]][] = [
    ['a paragraph becomes a hint', sentence, `{% hint %}\n${edited}\n{% endhint %}`, 'Edited hint | Put into a hint'],
    [
      'a hint becomes a paragraph',
      `{% hint %}\n${sentence}\n{% endhint %}`,
      edited,
      'Edited paragraph | Taken out of a hint',
    ],
    ['a list item becomes a paragraph', `* ${sentence}`, edited, 'Edited paragraph | Taken out of a list'],
    ['a paragraph becomes a list item', sentence, `1. ${edited}`, 'Edited numbered list | Put into a numbered list'],
    ['a paragraph becomes a quote', sentence, `> ${edited}`, 'Edited quote | Put into a quote'],
    [
      'a quote becomes a hint',
      `> ${sentence}`,
      `{% hint %}\n${edited}\n{% endhint %}`,
      'Edited hint | Kind: quote > hint',
    ],
    ['a heading becomes a paragraph', `## ${sentence}`, edited, 'Edited paragraph | Kind: heading > paragraph'],
    ['a paragraph becomes code', sentence, `\`\`\`\n${edited}\n\`\`\``, 'Edited code | Kind: paragraph > code'],
    [
      'a broken table becomes a table',
      `| Name | Use |\n|: --- |: --- |\n| Buoy | ${sentence} |`,
      `| Name | Use |\n| --- | --- |\n| Buoy | ${edited} |`,
      'Edited table | Kind: paragraph > table',
    ],
    [
      'a paragraph becomes a list',
      'The tests cover the wind, the tide of the sea, the current and the weather.',
      '* The tests cover the wind\n* the tide of the sea\n* the current\n* and the weather',
      'Edited list | Kind: paragraph > list',
    ],
    [
      'a paragraph becomes a part that is shown on a condition',
      sentence,
      `{% if visitor.claims.a %}\n${edited}\n{% endif %}`,
      'Edited if | Shown if: none > visitor.claims.a',
    ],
    [
      'paragraphs below items become parts of these',
      `* wind\n\n${sentence}\n\n* tide\n\nAll that floats goes down with the tide.`,
      `* wind\n\n  ${edited}\n* tide\n\n  All that floats goes down with the tide.`,
      'Edited list | Put into a list',
    ],
  ];
  for (const [what, before, after, ...rows] of kinds) {
    it(`is one row when ${what}`, () => {
      const page = (block: string) => `# A\n\nIntro.\n\n${block}\n\n## End\n`;
      assert.deepEqual(summaries(page(before), page(after)), rows);
    });
  }

  for (const [what, before, after] of kinds) {
    it(`shows every word of both sides when ${what}`, () => {
      const rows = rowsBetween(before, after);
      const words = (text: string) => text.match(/[a-z]+/gi) ?? [];
      for (const mode of ['split', 'one'] as const) {
        const sides = rows.map(row => runSync(rowHtml(html, row, mode)));
        const after = sides.map(side => textOf(side.after)).join(' ');
        for (const word of words(edited))
          if (rows[0]?.change.after?.text.includes(edited)) assert.ok(after.includes(word), word);
        const old = mode === 'split' ? sides.map(side => textOf(side.before)).join(' ') : after;
        if (before.includes(sentence)) assert.match(old, /\bold\b/);
      }
    });
  }

  it('has its changed words marked, whatever block types it changes to', () => {
    for (const [what, before, after] of kinds) {
      if (!before.includes(sentence) || !after.includes(edited) || what.startsWith('paragraphs')) continue;
      const [row] = rowsBetween(before, after);
      if (!/code/.test(what)) {
        assert.ok(marked(row, 'split', 'before').includes('del old'), what);
        assert.ok(marked(row, 'split').includes('ins new'), what);
      }
      const both = marked(row, 'one').join('\n');
      assert.match(both, /^del .*\bold\b/m, what);
      assert.match(both, /^ins .*\bnew\b/m, what);
    }
  });
});

describe('a container added around blocks', () => {
  it('is one note', () => {
    const page = (text: string) => `# A\n\nIntro.\n\n${text}\n\nEnd.\n`;
    const framed = `{% hint style="info" %}\n${paragraphs(12)}\n{% endhint %}`;
    assert.deepEqual(summaries(page(paragraphs(12)), page(framed)), ['Edited hint | Put into a hint']);
    assert.deepEqual(summaries(page(framed), page(paragraphs(12))), ['Edited blocks | Taken out of a hint']);
  });

  it('marks no words of unchanged blocks, only of changed ones', () => {
    const text = paragraphs(3);
    const [row] = rowsBetween(text, `> ${text.replace('buoy 1', 'anchor 1').replace(/\n/g, '\n> ')}`);
    assert.deepEqual(marked(row, 'split', 'before'), ['del buoy']);
    assert.deepEqual(marked(row, 'split'), ['ins anchor']);
    assert.equal(row?.count, 1);
  });

  it('does not include what is outside of it', () => {
    const rows = summaries(
      `${paragraphs(2)}\n\nWhat is gone says other words.`,
      `{% hint %}\n${paragraphs(2)}\n{% endhint %}`,
    );
    assert.deepEqual(rows, ['Edited hint | Put into a hint', 'Removed paragraph']);
  });

  it('is noted once when it contains another one', () => {
    const rows = summaries(paragraphs(2), `{% hint %}\n* ${paragraphs(2).replace('\n\n', '\n* ')}\n{% endhint %}`);
    assert.deepEqual(rows, ['Edited hint | Put into a hint']);
  });

  it('has steps whose tags are not noted', () => {
    const text = '## The first step\n\nBring the buoy to the harbour.';
    const steps = `{% stepper %}\n{% step %}\n${text}\n{% endstep %}\n{% endstepper %}`;
    assert.deepEqual(summaries(`Intro.\n\n${text}`, `Intro.\n\n${steps}`), ['Edited steps | Put into steps']);
  });

  it('is new when most of its content is new', () => {
    const text = 'Some words that stay.';
    const rows = rowsBetween(text, `{% hint %}\n${text}\n\n${paragraphs(4)}\n{% endhint %}`);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['moved-away', 'added'],
    );
  });

  it('is on the lines of its blocks on either side', () => {
    const [row] = rowsBetween(
      `Intro.\n\n${paragraphs(2)}\n`,
      `Intro.\n\n{% hint %}\n${paragraphs(2)}\n{% endhint %}\n`,
    );
    assert.deepEqual(row?.lines, { before: [2, 4], after: [2, 6] });
  });
});

describe('a moved and edited block', () => {
  const text = 'Before the storm comes each buoy is brought to the harbour and put under the roof.';
  const other = text.replace('each buoy is', 'all buoys are');
  const far = Array.from(
    { length: 30 },
    (_, index) => `## ${index * 7}\n\nSection ${index} of the page has ${index * 31} words.`,
  );

  it('is reported as both, at both positions', () => {
    const before = `# One\n\n${text}\n\n${far.join('\n\n')}\n`;
    const after = `# One\n\n${far.join('\n\n')}\n\n## Two\n\n${other}\n`;
    assert.deepEqual(summaries(before, after), [
      'Moved and edited, to below, under “Two”: paragraph',
      'Added heading',
      'Moved and edited, from above, under “One”: paragraph',
    ]);
    const moved = rowsBetween(before, after);
    assert.deepEqual(marked(moved[0], 'split', 'before'), ['del each buoy is']);
    assert.deepEqual(marked(moved[2], 'split'), ['ins all buoys are']);
  });

  it('is only moved when nothing else has changed', () => {
    const rowSummaries = summaries(`${text}\n\n${far.join('\n\n')}`, `${far.join('\n\n')}\n\n${text}`);
    assert.deepEqual(
      rowSummaries.map(words => words.replace(/,.*:/, ':')),
      ['Moved down: paragraph', 'Moved here from above: paragraph'],
    );
  });

  it('moves across a heading, which stays', () => {
    const kinds = rowsBetween(`## Wind\n\n${text}\n\nEnd.`, `${other}\n\n## Wind\n\nEnd.`).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['moved', 'moved-away']);
  });

  const section = '## Harbour\n\nThe lock opens at dawn.';
  const movedFar = (paragraph: string, as: string): [string, string] => [
    `${paragraph}\n\n${paragraphs(30)}`,
    `${paragraphs(30)}\n\n${as}`,
  ];
  const written: [what: string, before: string, after: string][] = [
    [
      'starts equally, and continues differently',
      `Each quay has a harbour master. Ask for a berth wherever you like, but choose it by the size of the boat.\n\n${section}`,
      `${section}\n\nEach quay has a harbour master. Berths differ in depth. They suit trawlers or small sailing boats.`,
    ],
    [
      'is rewritten, some blocks further on',
      `Read the scale of the gauge at the upper edge of the lock, then write it down.\n\n${paragraphs(18)}`,
      `${paragraphs(18)}\n\nRead the gauge at the lock and write it down.`,
    ],
    [
      'is rewritten, far away',
      ...movedFar(
        'The gauge uses the level of the last tide, so there is no fixed level. See above "Levels".',
        'The gauge uses the level of each tide by default, so there is no level that is fixed (see "Levels").',
      ),
    ],
    ['is short and loses its number', ...movedFar('**3. Read the gauge**', '**Read the gauge**')],
  ];
  for (const [what, before, after] of written) {
    it(`is one block when it ${what}`, () => {
      const moves = summaries(before, after).map(summary => summary.replace(/,.*/, ''));
      assert.deepEqual(moves, ['Moved and edited', 'Moved and edited']);
    });
  }

  it('is another block when it is short and one word differs', () => {
    const rows = summaries(...movedFar('Close the gate at dusk.', 'Close the gate at noon.'));
    assert.deepEqual(rows, ['Removed paragraph', 'Added paragraph']);
  });

  it('is another block when its text differs', () => {
    const new_ = 'Whoever reads the log of the station finds the pressure of the last ten days in it.';
    const kinds = rowsBetween(`${text}\n\n${far.join('\n\n')}`, `${far.join('\n\n')}\n\n${new_}`).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds, ['removed', 'added']);
  });
});

describe('rewritten text', () => {
  const runsOf = (changes: readonly BlockChange[]) =>
    (changes[0]?.words ?? []).map(run => {
      const words = run.kind === 'removed' ? run.before : run.after;
      return `${run.kind}: ${words
        .map(({ text, isAfterBlank }) => (isAfterBlank ? ` ${text}` : text))
        .join('')
        .trim()}`;
    });

  it('is compared clause by clause when little of a clause remains', () => {
    const before = 'The event stays as it is. Received data goes first to that filter and then out.';
    const after = 'The event stays as it is. Incoming records go first through any filter and later away.';
    assert.deepEqual(runsOf(comparePages({ markdown: before }, { markdown: after })), [
      'same: The event stays as it is.',
      'removed: Received data goes first to that filter and then out',
      'added: Incoming records go first through any filter and later away',
      'same: .',
    ]);
  });

  const pairs: [what: string, before: (index: number) => string, after: (index: number) => string][] = [
    ['a text', index => `the same ${index} old`, index => `the same ${index} new`],
    ['a text that only became longer', index => `the same ${index}`, index => `the same ${index} and more`],
    ['a text with marks', index => `of *${index}* words`, index => `of **${index}** words`],
  ];
  for (const [what, before, after] of pairs) {
    it(`has at most 12 marks: ${what}`, () => {
      const page = (line: (index: number) => string) => Array.from({ length: 60 }, (_, index) => line(index)).join(' ');
      const [change] = comparePages({ markdown: page(before) }, { markdown: page(after) });
      const marks = (change?.words ?? []).filter(({ kind }) => kind !== 'same');
      assert.ok(marks.length > 0 && marks.length <= 12, `${marks.length} marks`);
    });
  }

  it('has at most 12 marks: code', () => {
    const page = (word: string) =>
      `\`\`\`\n${Array.from({ length: 60 }, (_, index) => `same ${index}\n${word} ${index}`).join('\n')}\n\`\`\``;
    const [change] = comparePages({ markdown: page('old') }, { markdown: page('new') });
    const lines = change?.lines ?? [];
    const marks = lines.filter(({ kind }, index) => kind !== 'same' && kind !== lines[index - 1]?.kind);
    assert.ok(marks.length > 0 && marks.length <= 12, `${marks.length} marks`);
    for (const kind of ['removed', 'added']) {
      const texts = new Set(lines.filter(line => line.kind === 'same' || line.kind === kind).map(({ text }) => text));
      assert.equal(texts.size, 120, kind);
    }
  });

  it('keeps distant small changes separate', () => {
    const words = (index: number) =>
      `Section ${index} of this long text has many words that say what it is about and stay as they are, word by word by word`;
    const page = (end: string) => Array.from({ length: 20 }, (_, index) => `${words(index)} ${end}.`).join(' ');
    const [change] = comparePages({ markdown: page('old') }, { markdown: page('new') });
    assert.deepEqual(
      new Set(
        (change?.words ?? [])
          .map(run => (run.kind === 'same' ? '' : run.kind === 'added' ? run.after : run.before))
          .map(run => (run || []).length),
      ),
      new Set([0, 1]),
    );
  });

  it('marks a bracket between two changed lines of code', () => {
    const code = (...lines: string[]) => `\`\`\`\nstart\n${lines.join('\n')}\nend of all\n\`\`\``;
    const [change] = comparePages(
      { markdown: code('old one', '}', 'old two') },
      { markdown: code('new one', '}', 'new two') },
    );
    assert.deepEqual(
      change?.lines?.map(({ kind, text }) => `${kind} ${text}`),
      [
        'same start',
        'removed old one',
        'removed }',
        'removed old two',
        'added new one',
        'added }',
        'added new two',
        'same end of all',
      ],
    );
  });
});

it('shows all changes of block types, too', () => {
  const changes = comparePages({ markdown: '| a bird in the hand |' }, { markdown: '| a bird in the hand |\n| - |' });
  assert.ok(allChanges(changes).some(({ after, cells }) => after?.type === 'table' && cells));
});
