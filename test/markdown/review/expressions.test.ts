import assert from 'node:assert/strict';
import { evaluate, type Variables } from '../../../src/markdown/expressions.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages, type PageText } from '../../../src/markdown/review/compare.ts';
import { rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const space = { TAG: 'v1', SAME: 'v1', IMAGE_ROUTE: 'a.example', EMPTY: '' };
const expression = (text: string) => `<code class="expression">${text}</code>`;

function page(markdown: string, values: Variables['space'] = space): PageText {
  return { markdown, context: { evaluate: text => evaluate(text, { page: undefined, space: values }) } };
}

function rowsHtmlOf(before: PageText, after: PageText) {
  const blocks = new BlocksHtml({ image: () => undefined });
  return rowsOf(comparePages(before, after)).map(row => ({
    kind: row.kind,
    ...runSync(rowHtml(blocks, row, 'one')),
  }));
}

const htmlOf = (...sides: Parameters<typeof rowsHtmlOf>) =>
  rowsHtmlOf(...sides)
    .map(({ after }) => after)
    .join('');
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const alone = (markdown: string) => htmlOf(page(markdown), page(markdown));

describe('an expression on the review page', () => {
  const places: [where: string, markdown: (text: string) => string][] = [
    ['a sentence', text => `Use ${text} here.`],
    ['a heading', text => `# Image ${text}`],
    ['a link', text => `See [tag ${text}](a.md).`],
    ['a cell', text => `| a |\n| - |\n| ${text} |`],
    ['a cell in HTML', text => `<table><tr><td>${text}</td></tr></table>`],
    ['an item of a list', text => `* One ${text}`],
    ['HTML', text => `<p>One ${text}</p>`],
  ];
  for (const [where, markdown] of places) {
    it(`is shown with its value in ${where}`, () => {
      const html = alone(markdown(expression('space.vars.TAG')));
      assert.match(html, /<span class="marginalia-variable" title="space.vars.TAG">v1<\/span>/);
      assert.doesNotMatch(textOf(html), /space\.vars/);
    });

    it(`is shown as code in ${where} when its value is unknown`, () => {
      const html = alone(markdown(expression('visitor.claims.role')));
      assert.match(html, /<code class="marginalia-variable">visitor\.claims\.role<\/code>/);
    });
  }

  it('is shown with its value when it is escaped or computed', () => {
    const escaped = expression('space.vars.IMAGE\\_ROUTE + "@" + space.vars.TAG');
    assert.equal(textOf(alone(`Use ${escaped}.`)), 'Use a.example@v1.');
    assert.equal(textOf(alone(`<p>Use ${escaped}.</p>`)), 'Use a.example@v1.');
    assert.equal(textOf(alone(`Use ${expression('space.vars.TAG + &quot; / &quot; + 1')}.`)), 'Use v1 / 1.');
  });

  it('is code in code', () => {
    const code = `\`\`\`\n${expression('space.vars.TAG')}\n\`\`\``;
    assert.match(textOf(alone(code)), /space\.vars\.TAG/);
    assert.match(textOf(alone(`Write \`${expression('space.vars.TAG')}\`.`)), /space\.vars\.TAG/);
  });

  it('is empty when its value is empty', () => {
    assert.equal(textOf(alone(`One ${expression('space.vars.EMPTY')} two.`)), 'One two.');
  });

  it('is changed when its value has changed', () => {
    const text = `Use ${expression('space.vars.TAG')} here.`;
    const [row] = rowsHtmlOf(page(text), page(text, { TAG: 'v2' }));
    assert.equal(row?.kind, 'changed');
    assert.match(row?.after ?? '', /<del>v1<\/del>.*<ins>v2<\/ins>/);
    const table = `| a |\n| - |\n| ${expression('space.vars.TAG')} |`;
    assert.match(htmlOf(page(table), page(table, { TAG: 'v2' })), /<del>v1<\/del>.*<ins>v2<\/ins>/);
  });

  it('is changed when another one has the same value, with a note', () => {
    const [row] = rowsHtmlOf(
      page(`Use ${expression('space.vars.TAG')} here.`),
      page(`Use ${expression('space.vars.SAME')} here.`),
    );
    assert.match(textOf(row?.notes ?? ''), /^Expression space\.vars\.TAG → space\.vars\.SAME$/);
    assert.doesNotMatch(row?.after ?? '', /<(?:ins|del)>/);
  });

  it('is changed when text replaces it', () => {
    const [row] = rowsHtmlOf(page('Use v1 here.'), page(`Use ${expression('space.vars.TAG')} here.`));
    assert.match(textOf(row?.notes ?? ''), /Formatting \(v1\) none → value of an expression/);
  });
});
