import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import { evaluateExpressions } from '../../../src/sandbox/content/expressions.ts';
import { assertLinear } from '../../growth.ts';
import { openDocs, spaceId } from '../docs.ts';

const expression = (name: string) => `<code class="expression">${name}</code>`;
const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';

describe('expressions of the sandbox', () => {
  const variables = {
    page: { edition: '2.1', list: '- a', first: '1. b', tag: '<b> *c* `d`\n\ne', my_tag: 'v1' },
    space: { product: 'Heron' },
  };
  for (const [source, expected] of [
    [`${expression('space.vars.product')} ${expression(' page.vars.edition ')}`, 'Heron 2.1'],
    [expression('page.vars.list'), '&#45; a'],
    [expression('page.vars.my\\_tag'), 'v1'],
    [expression('space.vars.product + &quot; &quot; + page.vars.edition'), 'Heron 2.1'],
    [expression('page.vars.first'), '1&#46; b'],
    [`| ${expression('page.vars.tag')} |\n|---|`, '| &#60;b&#62; &#42;c&#42; &#96;d&#96; e |\n|---|'],
  ] as const) {
    it(`are replaced by the values of variables, as plain text: ${JSON.stringify(source)}`, () => {
      assert.equal(evaluateExpressions(source, variables), expected);
    });
  }

  for (const untouched of [
    expression('page.vars.unknown'),
    expression('space.vars.edition'),
    expression('page.vars.constructor'),
    expression('page.vars.edition ?? 1'),
    expression('visitor.claims.role'),
    `\`\`${expression('page.vars.edition')}\`\``,
    `\`\`\`html\n${expression('page.vars.edition')}\n\`\`\``,
    `    ${expression('page.vars.edition')}`,
    '<code>page.vars.edition</code>',
  ]) {
    it(`are unchanged: ${JSON.stringify(untouched)}`, () => {
      assert.equal(evaluateExpressions(untouched, variables), untouched);
    });
  }

  it('are replaced up to the size limit of a page; the rest is unchanged', () => {
    const [count, size] = [2000, 10_000];
    const text = evaluateExpressions(`${expression('space.vars.long')}\n`.repeat(count), {
      page: {},
      space: { long: 'x'.repeat(size) },
    });
    assert.ok(text.length < 1_000_000, `${text.length} characters`);
    assert.match(text, /^x{10000}\nx/);
    assert.ok(text.endsWith(`\n${expression('space.vars.long')}\n`));
  });

  it('are evaluated in linear time, even with much code', () => {
    const code = `\`\`\`\n${expression('page.vars.list')}\n\`\`\`\n\n`;
    assertLinear(size => evaluateExpressions(code.repeat(size), variables), 2000, 'expressions between blocks of code');
  });

  it('are evaluated on request, and blocks keep their keys', async () => {
    const text = `Edition ${expression('page.vars.edition')}.\n\nMore.\n`;
    const docs = await openDocs({ 'README.md': `---\nvars:\n  edition: 2.1\n---\n\n${text}` });
    const { id: changeRequestId } = await docs.propose([]);
    const { id: pageId } = await docs.page('');
    const read = (query: { format: 'markdown' | 'document'; evaluated?: boolean }) =>
      docs.call(route, { spaceId, changeRequestId, pageId, query });
    assert.equal((await read({ format: 'markdown' })).markdown, text);
    assert.equal((await read({ format: 'markdown', evaluated: true })).markdown, 'Edition 2.1.\n\nMore.\n');
    const keys = ({ document }: Schema<'Page'>) => document?.nodes.map(({ key }) => key);
    const [before, after] = [await read({ format: 'document' }), await read({ format: 'document', evaluated: true })];
    assert.deepEqual(keys(after), keys(before));
    assert.match(JSON.stringify(after.document), /"text":"Edition 2\.1\."/);
    assert.match(JSON.stringify(before.document), /"expression":"page\.vars\.edition"/);
  });
});
