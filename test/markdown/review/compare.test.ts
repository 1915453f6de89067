import assert from 'node:assert/strict';
import { allChanges, type BlockChange } from '../../../src/markdown/review/change.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { block, item, paragraph } from '../documents.ts';

/** Describes the outermost blocks by their kind and their text after the change, or before it if they were removed. */
function descriptionsOf(changes: readonly BlockChange[]): string[] {
  return changes.map(({ kind, before, after }) => `${kind}: ${(after ?? before)?.text}`);
}

function compared(before: string, after: string): BlockChange[] {
  return comparePages({ markdown: before }, { markdown: after });
}

function notes(changes: readonly BlockChange[]): string[] {
  return allChanges(changes).flatMap(({ notes }) => notes.map(({ what, was, is }) => `${what}: ${was} > ${is}`));
}

describe('comparison of two versions of a page', () => {
  it('is empty when nothing differs', () => {
    const page = '# A\n\nOne two\nthree.\n\n* a\n* b\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
    const all = allChanges(compared(page, page));
    assert.ok(all.length > 8);
    assert.deepEqual(
      all.filter(({ kind }) => kind !== 'same'),
      [],
    );
  });

  const conditions = [
    'plan === "a"',
    'plan !== "a"',
    '"a" === plan',
    '!plan',
    'plan',
    'a && b',
    'a || b',
    'plan === "b"',
  ];
  for (const [index, before] of conditions.entries()) {
    const after = conditions[(index + 1) % conditions.length] ?? '';
    it(`notes who sees a block: ${before}, then ${after}`, () => {
      const block = (condition: string) => `{% if ${condition} %}\nSome words.\n{% endif %}`;
      assert.deepEqual(notes(compared(block(before), block(after))), [`Shown if: ${before} > ${after}`]);
    });
  }

  const written: [what: string, before: string, after: string, note: string][] = [
    ['line end', 'One two\nthree', 'One two three', 'Written as: One·two⏎three > One·two·three'],
    ['space', 'One two', 'One  two', 'Written as: One·two > One··two'],
    ['no-break space', 'One two', 'One\u00a0two', 'Written as: One two > One\u00a0two'],
    ['blank line', 'One\n\nTwo', 'One\n\n\nTwo', 'Lines above: ⏎ > ⏎⏎'],
    ['last line end', 'One', 'One\n', 'Lines below:  > ⏎'],
    ['type of line end', 'One\n\nTwo\n', 'One\r\n\r\nTwo\r\n', 'Line ends: LF > CRLF'],
    ['column', '| a  | b |\n| - | - |', '| a | b |\n| - | - |', '|·a··|·b·|⏎|·-·|·-·| > |·a·|·b·|⏎|·-·|·-·|'],
    ['cell beyond the header', '| a |\n| - |\n| b | c |', '| a |\n| - |\n| b | d |', '| b | c | > | b | d |'],
    [
      'cell beyond the header, next to a visible one',
      '| a |\n| - |\n| b | c |',
      '| a |\n| - |\n| x | d |',
      '| … | c | > | … | d |',
    ],
    [
      'attribute of a cell',
      '<table>\n<tr><td>a</td></tr>\n</table>',
      '<table>\n<tr><td rowspan="2">a</td></tr>\n</table>',
      '<tr><td>a</td></tr> > <tr><td rowspan="2">a</td></tr>',
    ],
    [
      'row without a tag',
      '<table>\n<td>a</td>\n</table>',
      '<table>\n<td>b</td>\n</table>',
      '<table> <td>a</td> </table> > <table> <td>b</td> </table>',
    ],
    [
      'attribute of a figure',
      '<p align="left">\n<img src="a.png">\n</p>',
      '<p align="center">\n<img src="a.png">\n</p>',
      '<p align="left">',
    ],
    ['trailing space in code', '```\na\n```', '```\na \n```', 'Written as: a > a·'],
    ['comment', 'a\n\n<!-- b -->', 'a\n\n<!-- c -->', '<!-- b --> > <!-- c -->'],
    ['mark', 'a b', 'a **b**', 'Formatting: none > bold'],
    [
      'attribute of a button',
      'a <button data-x="b">c</button>',
      'a <button data-x="d">c</button>',
      'Formatting: button data-x=b > button data-x=d',
    ],
    ['space next to a mark', 'a `b` c', 'a `b`c', 'Blank before: yes > no'],
    ['space next to a word', 'no\u00a0break a', 'no break b', 'Blanks that are no spaces: U+00A0 > none'],
    ['comment next to a word', 'a <!-- x --> b', 'a <!-- y --> c', 'Comment in HTML: <!-- x --> > <!-- y -->'],
    [
      'attribute next to a word',
      '<span data-x="1">a</span> b',
      '<span data-x="2">a</span> c',
      'Written as: <span data-x="1"> > <span data-x="2">',
    ],
    [
      'attribute of inline HTML next to a word',
      '<p data-x="1">a</p>',
      '<p data-x="2">b</p>',
      'Written as: <p data-x="1"> > <p data-x="2">',
    ],
    [
      'space in a cell next to a word',
      '| a |\n| - |\n| x\u00a0y z |',
      '| a |\n| - |\n| x y w |',
      'Blanks that are no spaces: U+00A0 > none',
    ],
    [
      'attribute of a container whose text has changed',
      '{% hint style="info" foo="1" %}\na\n{% endhint %}',
      '{% hint style="info" foo="2" %}\nb\n{% endhint %}',
      'hint: foo: 1 > 2',
    ],
    [
      'marker of an item that becomes part of the item above',
      '* a\n  * b c',
      '* a\n  b c',
      'Written as: * a   * b c > * a   b c',
    ],
    [
      'line of front matter of a page without blocks',
      '---\na: b\n---\n',
      '---\na: c\n---\n',
      'a: b --- > ---\na: c ---',
    ],
    ['blank line of a page without blocks', '\n', '\n\n', 'Lines below: ⏎⏎ > ⏎⏎⏎'],
    ['type of a block', '![b](a.png)', '<img src="a.png" alt="b" data-size="line">', 'Kind: images > paragraph'],
  ];
  for (const [what, before, after, note] of written) {
    it(`notes a changed ${what}`, () => {
      const all = notes(compared(before, after)).join('\n');
      assert.ok(all.replace(/\n(?!.*: )/g, ' ').includes(note), all);
    });
  }

  const namedOnce: [what: string, before: string, after: string, notes: string[]][] = [
    [
      'attribute of a link',
      '<a href="b.md" data-x="1">c</a> d',
      '<a href="b.md" data-x="2">c</a> e',
      ['link: data-x: 1 > 2'],
    ],
    ['icon', '<i class="fa-a">:a:</i> b', '<i class="fa-c">:c:</i> b', ['icon: class: fa-a > fa-c']],
    [
      'attribute of a link and of another tag',
      '<a href="b.md" data-x="1">c</a> <span data-x="1">d</span> e',
      '<a href="b.md" data-x="2">c</a> <span data-x="2">d</span> f',
      ['link: data-x: 1 > 2', 'Written as: <span data-x="1"> > <span data-x="2">'],
    ],
  ];
  for (const [what, before, after, expected] of namedOnce) {
    it(`notes a changed ${what} once next to a changed word`, () => {
      assert.deepEqual(notes(compared(before, after)), expected);
    });
  }

  it('shows removed text before added text', () => {
    const changes = compared('# A\n\n```\nx\n```\n\nEnd\n', '# A\n\n> A quote\n\nEnd\n');
    assert.deepEqual(descriptionsOf(changes), ['same: A', 'removed: x', 'added: A quote', 'same: End']);
  });

  it('shows where a block was moved from and to', () => {
    const before = '# One\n\nWool dries in the sun.\n\nSecond.\n\n# Two\n\nThird.\n';
    const changes = compared(before, '# One\n\nSecond.\n\n# Two\n\nThird.\n\nWool dries in the sun.\n');
    assert.deepEqual(
      changes.filter(({ kind }) => kind !== 'same').map(({ kind, move }) => [kind, move]),
      [
        ['moved-away', { direction: 'down', from: 'One', to: 'Two' }],
        ['moved', { direction: 'down', from: 'One', to: 'Two' }],
      ],
    );
  });

  it('recognizes a block by its node, however different its text and position', () => {
    const before = {
      markdown: 'A mooring has parts.\n\nEnd.\n',
      nodes: [paragraph('a', 'A mooring has parts.'), paragraph('b', 'End.')],
    };
    const nodes = [paragraph('n', 'Something new.'), paragraph('b', 'End.'), paragraph('a', 'Wholly different words')];
    const after = { markdown: 'Something new.\n\nEnd.\n\nWholly different words\n', nodes };
    const changes = comparePages(before, after);
    assert.deepEqual(descriptionsOf(changes), [
      'moved-away: Wholly different words',
      'added: Something new.',
      'same: End.',
      'moved: Wholly different words',
    ]);
  });

  it('recognizes a list item by its node when it is nested under another one', () => {
    const list = (...items: ReturnType<typeof item>[]) => block('list-unordered', 'l', items);
    const before = { markdown: '* a\n* b\n', nodes: [list(item('a', 'a'), item('b', 'b'))] };
    const after = {
      markdown: '* a\n  * b\n',
      nodes: [list(item('a', 'a', block('list-unordered', 'm', [item('b', 'b')])))],
    };
    assert.deepEqual(notes(comparePages(before, after)).slice(0, 1), ['Level: 1 > 2']);
  });

  const hidden: [what: string, before: string, after: string, note: string][] = [
    ['target of a link', '[a](b.md)', '[a](c.md)', 'Link target: b.md > c.md'],
    ['target of a link with changed text', '[a](b.md)', '[x](c.md)', 'Link target: b.md > c.md'],
    ['target that is defined elsewhere', 'a [b]\n\n[b]: c', 'a [b]\n\n[b]: d', 'Link target: c > d'],
    ['added link', 'a b', 'a [b](c)', 'Link added:  > c'],
    ['title of a link', '[a](b "c")', '[a](b "d")', 'Title of link: c > d'],
    ['inline image', 'a ![b](c.png) d', 'a ![b](e.png) d', 'Picture: c.png > e.png'],
    ['alternative text of an inline image', 'a ![b](c.png) d', 'a ![x](c.png) d', 'Alternative text: b > x'],
    ['style of a hint', hint('info'), hint('danger'), 'Hint style: info > danger'],
    ['alignment', '| a |\n| - |\n| b |', '| a |\n| -: |\n| b |', 'Alignment of column: left > right'],
    ['hidden column', cards(''), cards(' data-hidden'), 'Column hidden: none > true'],
    ['first number', '3. a\n4. b', '5. a\n6. b', 'First number: 3 > 5'],
    ['type of a list', '* a\n* b', '1. a\n2. b', 'Kind: list > numbered list'],
    [
      'expanded state of a block',
      '<details>\na\n</details>',
      '<details open>\na\n</details>',
      'expandable: open: none > true',
    ],
    ['info string after the language', '```js\na\n```', '```js {1}\na\n```', 'code: info: none > {1}'],
    [
      'name of an anchor',
      '# a <a id="b"></a>',
      '# a <a id="c"></a>',
      'Written as: a <a id="b"></a> > a <a id="c"></a>',
    ],
  ];
  const links: [what: string, before: string, after: string, ...notes: string[]][] = [
    ['an added word', '[old guide](a) b', '[old new guide](a) b'],
    ['words added before and after it', 'b [guide](a) b', 'b [the guide anew](a) b'],
    ['a part that became bold', '[the old guide](a)', '[the ](a)**[old](a)**[ guide](a)', 'Formatting: none > bold'],
    ['text and target', '[the guide](a) b', '[a help](c) b', 'Link target: a > c'],
    ['the target of one that is split by marks', '[a ](b)**[c](b)**', '[a ](d)**[c](d)**', 'Link target: b > d'],
    ['an added one that is split by marks', 'a c', '[a ](b)**[c](b)**', 'Link added:  > b', 'Formatting: none > bold'],
    ['one that was split', '[a c](b)', '[a](b) [c](d)', 'Link target: b > d'],
    ['two that were joined', '[a](b) [c](d)', '[a c](b)', 'Link target: d > b'],
    ['one added before another one', 'x [a](b)', 'y [c](d) [e](b)', 'Link added:  > d'],
    [
      'two that swapped places with new texts',
      '[a](b) [c](d)',
      '[e](d) [f](b)',
      ...['Link removed: b > ', 'Link added:  > b'],
    ],
    ['a removed one', 'x [a](b) c', 'x a c', 'Link removed: b > '],
  ];
  for (const [what, before, after, ...expected] of links) {
    it(`notes a link once: ${what}`, () => assert.deepEqual(notes(compared(before, after)), expected));
  }

  for (const [what, before, after, note] of hidden) {
    it(`notes a changed ${what}`, () =>
      assert.ok(notes(compared(before, after)).includes(note), notes(compared(before, after)).join()));
  }

  it('marks whole words, including single short ones between two changes', () => {
    const [change] = compared('It is something as heavy on the bottom.', 'It is an anchor as big on the bottom.');
    const runs = (change?.words ?? []).map(run => {
      const words = run.kind === 'removed' ? run.before : run.after;
      return `${run.kind}: ${words.map(({ text }) => text).join(' ')}`;
    });
    assert.deepEqual(runs, [
      'same: It is',
      'removed: something as heavy',
      'added: an anchor as big',
      'same: on the bottom .',
    ]);
  });

  it('does not mark a number or name because of non-ASCII characters in the text', () => {
    const [before, after] = [
      'Of 15,345 pages in log-0.log a few are read.',
      'Of 15,345 pages in log-0.log á few are read.',
    ];
    const [change, ...others] = compared(before, after);
    const changedWords = (change?.words ?? []).flatMap(run => (run.kind === 'added' ? run.after : []));
    assert.deepEqual(
      changedWords.map(({ text }) => text),
      ['á'],
    );
    assert.deepEqual(notes([...(change ? [change] : []), ...others]), []);
  });

  it('distinguishes added and removed columns from changed cells', () => {
    const [table] = compared('| a | b |\n| - | - |\n| 1 | 2 |', '| a | x | b |\n| - | - | - |\n| 1 | 3 | 2 |');
    assert.deepEqual(
      table?.cells?.map(({ kind }) => kind),
      ['same', 'added', 'same'],
    );
    assert.deepEqual(
      table?.children[0]?.cells?.map(({ kind }) => kind),
      ['same', 'added', 'same'],
    );
  });

  it('compares the alignment of columns only when their number is equal', () => {
    const table = (...alignments: string[]) => {
      const cells = (text: string) => `| ${alignments.map((_, index) => `${text}${index}`).join(' | ')} |`;
      return `${cells('a')}\n| ${alignments.join(' | ')} |\n${cells('1')}`;
    };
    const alignmentNotes = (before: string, after: string) =>
      notes(compared(before, after)).filter(note => note.startsWith('Alignment'));
    assert.equal(alignmentNotes(table('-', '-'), table('-:', '-')).length, 1);
    assert.deepEqual(alignmentNotes(table('-', '-'), table('-:', '-', '-')), []);
    assert.deepEqual(alignmentNotes(table('-', '-', '-'), table('-:', '-')), []);
    assert.deepEqual(alignmentNotes(table('-', '-'), '<table><tr><td>a0</td><td>a1</td></tr></table>'), []);
  });

  it('compares cells beyond the header of a table', () => {
    const page = (cell: string) =>
      `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td><td>${cell}</td></tr></tbody></table>`;
    const cellsOf = (before: string, after: string) => compared(before, after)[0]?.children[0]?.cells ?? [];
    const changed = cellsOf(page('old'), page('new'));
    assert.deepEqual(
      changed.map(({ kind }) => kind),
      ['same', 'changed'],
    );
    const words = changed[1]?.words.flatMap(run => {
      const all = run.kind === 'removed' ? run.before : run.after;
      return all.map(({ text }) => `${run.kind} ${text}`);
    });
    assert.deepEqual(words, ['removed old', 'added new']);
    assert.equal(cellsOf('', page('new')).length, 2);
    assert.equal(cellsOf(page('old'), '').length, 2);
  });

  it('keeps cells beyond the header of a row that was moved to another table', () => {
    const row = '<tr><td>Wool dries in the sun</td><td>A cell beyond the header</td></tr>';
    const table = (...rows: string[]) =>
      `<table><thead><tr><th>a</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
    const others = ['One', 'Two'].map(text => `<tr><td>${text} of the others</td></tr>`);
    const page = (first: string[], second: string[]) => `${table(...first)}\n\n# B\n\n${table(...second)}\n`;
    const [one = '', two = ''] = others;
    const changes = allChanges(compared(page([row, one], [two]), page([one], [two, row])));
    const texts = changes.filter(({ after, before }) => (after ?? before)?.text.startsWith('Wool'));
    assert.ok(texts.length > 0);
    for (const { cells } of texts) assert.equal(cells?.length, 2);
  });

  it('compares code line by line', () => {
    const [code] = compared('```\na\nb\nc\n```', '```\na\nx\nc\n```');
    assert.deepEqual(
      code?.lines?.map(({ kind, text }) => `${kind} ${text}`),
      ['same a', 'removed b', 'added x', 'same c'],
    );
  });

  it('treats rewritten text as replaced, without comparing letters', () => {
    const before = 'The buoy that has broken loose reports where it is in the river every hour.';
    const after = 'Nobody has seen whatever happened to those wonderful instruments before winter, the men said.';
    const [change] = compared(before, after);
    assert.deepEqual(
      change?.words?.map(({ kind }) => kind),
      ['removed', 'added'],
    );
  });

  it('omits nothing of a text or code with too many changes for a detailed diff', () => {
    const repeated = (word: string, between: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${word}${index}`).join(between);
    const [text] = compared(repeated('a', ' ', 3000), repeated('b', ' ', 3000));
    assert.deepEqual(
      text?.words?.map(run => [run.kind, (run.kind === 'added' ? run.after : run.before).length]),
      [
        ['removed', 3000],
        ['added', 3000],
      ],
    );
    const code = (word: string) => `\`\`\`\n${repeated(word, '\n', 6000)}\n\`\`\``;
    const [lines] = compared(code('a'), code('b'));
    const ofKind = Map.groupBy(lines?.lines ?? [], ({ kind }) => kind);
    assert.deepEqual(
      [...ofKind].map(([kind, { length }]) => [kind, length]),
      [
        ['removed', 6000],
        ['added', 6000],
      ],
    );
  });

  it('takes linear time when nodes are known', () => {
    const texts = Array.from({ length: 2000 }, (_, index) => `Paragraph ${index} says ${index * 7}.`);
    const page = (paragraphs: readonly string[]) => ({
      markdown: paragraphs.join('\n\n'),
      nodes: paragraphs.map((text, index) => paragraph(`${index}`, text)),
    });
    const changes = comparePages(page(texts), page(texts.map(text => text.replace('says', 'tells'))));
    assert.deepEqual(new Set(changes.map(({ kind }) => kind)), new Set(['changed']));
    assert.equal(changes.length, texts.length);
  });
});

function hint(style: string): string {
  return `{% hint style="${style}" %}\na\n{% endhint %}`;
}

function cards(attribute: string): string {
  const head = `<thead><tr><th${attribute}>a</th></tr></thead>`;
  return `<table data-view="cards">${head}<tbody><tr><td>b</td></tr></tbody></table>`;
}
