import { createRandom } from '../sandbox/random.ts';

/** A page generated from a seed, with the positions of its leaves. */
export interface RandomPage {
  markdown: string;
  /** The leaves, each with a word that only this leaf contains, and the lines of the innermost block around it. */
  leaves: { word: string; start: number; end: number }[];
}

/** Generates a page of nested blocks of every kind. Equal seeds give equal pages. */
export function randomPage(seed: number): RandomPage {
  const maker: Maker = { random: createRandom(seed), words: 0, reach: new Map() };
  const lines = maker.random.chance(0.3) ? ['---', 'description: Made up', '---', ''] : [];
  lines.push(...blocks(maker, 0));
  const leaves = [...maker.reach].map(([word, [before, after]]) => {
    const first = lines.findIndex(line => line.includes(word));
    const last = lines.findLastIndex(line => line.includes(word));
    return { word, start: first - before, end: last + after };
  });
  return { markdown: lines.join('\n'), leaves };
}

interface Maker {
  random: ReturnType<typeof createRandom>;
  words: number;
  /** Number of lines of the block of a leaf before and after the lines that contain its word. */
  reach: Map<string, [number, number]>;
}

function word(maker: Maker, before = 0, after = 0): string {
  const made = `leaf${String(maker.words++).padStart(4, '0')}x`;
  maker.reach.set(made, [before, after]);
  return made;
}

type Kind = (maker: Maker, depth: number) => string[];

function blocks(maker: Maker, depth: number): string[] {
  const count = 1 + maker.random.below(depth ? 3 : 8);
  const lines: string[] = [];
  for (let index = 0; index < count; index++) {
    const kinds = depth < 3 ? [...leafKinds, ...containerKinds] : leafKinds;
    const block = (kinds[maker.random.below(kinds.length)] ?? paragraph)(maker, depth);
    const canFollowDirectly = /^(?:\{%|<details|#|```)/.test(block[0] ?? '') && maker.random.chance(0.4);
    if (index && !canFollowDirectly) lines.push(...(maker.random.chance(0.15) ? ['', ''] : ['']));
    lines.push(...block);
  }
  return lines;
}

const paragraph: Kind = maker => {
  const text = word(maker);
  const more = maker.random.chance(0.4) ? [`goes on with _${text}_ &amp; {% hint %} spoken of`] : [];
  return [`Some **${text}** text with [a link](x.md "t") and \`code\`.`, ...more];
};

const heading: Kind = maker => [`${'#'.repeat(1 + maker.random.below(6))} Heading ${word(maker)}`];

const setext: Kind = maker => [`Heading ${word(maker, 0, 1)}`, '====='];

const code: Kind = maker => {
  const isWrapped = maker.random.chance(0.4);
  const text = word(maker, isWrapped ? 2 : 1, isWrapped ? 2 : 1);
  const inside = ['```js', `${text}();`, '{% endhint %}', '', '# no heading', '* no list', `// ${text}`, '```'];
  return isWrapped ? ['{% code title="a \\"b\\".js" %}', ...inside, '{% endcode %}'] : inside;
};

const table: Kind = maker => {
  const head = word(maker, 0, 3);
  return [`| ${head} | b |`, '| --- | :-: |', `| ${word(maker)} | two |`, `| three | ${word(maker)} \\| four |`];
};

const htmlTable: Kind = maker => [
  '<table data-view="cards"><thead><tr><th>A</th></tr></thead>',
  `<tbody><tr><td>${word(maker)}</td></tr>`,
  `<tr><td><p>${word(maker)}</p></td></tr></tbody></table>`,
];

const figure: Kind = maker => [
  `<figure><img src="/files/a" alt=""><figcaption><p>${word(maker)}</p></figcaption></figure>`,
];

const embed: Kind = maker => {
  const text = word(maker, 1, 1);
  return ['{% embed url="https://example.org/v" %}', text, '{% endembed %}'];
};

const math: Kind = maker => ['$$', `a_${word(maker, 1, 1)}^2`, '$$'];

const silent: Kind = maker => {
  const kinds = [
    '***',
    '![](a%20b.png)',
    '{% embed url="https://example.org" %}',
    '{% some/thing a="1" %}',
    '[ref]: x.md',
  ];
  return [kinds[maker.random.below(kinds.length)] ?? '***'];
};

const leafKinds: Kind[] = [paragraph, paragraph, heading, setext, code, table, htmlTable, figure, embed, math, silent];

const bullets: Kind = (maker, depth) => {
  const marks = ['* ', '- ', '1. ', '* [ ] ', '2) '];
  const mark = marks[maker.random.below(marks.length)] ?? '* ';
  const indent = ' '.repeat(mark.startsWith('* [') ? 2 : mark.length);
  const items = Array.from({ length: 1 + maker.random.below(3) }, () => {
    const first = paragraph(maker, depth);
    const inside = maker.random.chance(0.5) ? ['', ...blocks(maker, depth + 1)] : [];
    return [...first, ...inside].map((line, index) => (index ? line && indent + line : mark + line));
  });
  return maker.random.chance(0.5) ? items.flat() : items.flatMap((item, index) => (index ? ['', ...item] : item));
};

const quote: Kind = (maker, depth) => blocks(maker, depth + 1).map(line => (line ? `> ${line}` : '>'));

const wrapper =
  (open: string, close: string): Kind =>
  (maker, depth) => {
    const space = maker.random.chance(0.5) ? [''] : [];
    return [open, ...space, ...blocks(maker, depth + 1), ...space, close];
  };

const hint = wrapper('{% hint style="info" %}', '{% endhint %}');
const columns = wrapper('{% columns %}\n{% column width="50%" %}', '{% endcolumn %}\n{% endcolumns %}');
const step = wrapper('{% stepper %}\n{% step %}', '{% endstep %}\n{% endstepper %}');
const tabs: Kind = (maker, depth) => [
  '{% tabs %}',
  ...wrapper('{% tab title="One" %}', '{% endtab %}')(maker, depth),
  '',
  ...wrapper('{% tab title="Two" %}', '{% endtab %}')(maker, depth),
  '{% endtabs %}',
];
const details: Kind = (maker, depth) => [
  '<details>',
  '',
  `<summary>${word(maker)}</summary>`,
  '',
  ...blocks(maker, depth + 1),
  '',
  '</details>',
];

const lines =
  (kind: Kind): Kind =>
  (maker, depth) =>
    kind(maker, depth).flatMap(line => line.split('\n'));

const containerKinds: Kind[] = [bullets, bullets, quote, hint, tabs, details, lines(columns), lines(step)];
