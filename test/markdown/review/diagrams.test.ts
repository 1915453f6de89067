import assert from 'node:assert/strict';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

const diagram = (source: string, language = 'mermaid') => `\`\`\`${language}\n${source}\n\`\`\``;

function rowsHtmlOf(before: string, after: string, mode: ComparisonLayout) {
  const blocks = new BlocksHtml({ image: () => undefined });
  const [row] = rowsOf(comparePages({ markdown: before }, { markdown: after }));
  return runSync(rowHtml(blocks, row ?? assert.fail('no row'), mode));
}

/** Returns the sources of the diagrams in HTML, each with its kind of change. */
function diagramsIn(html = ''): string[] {
  const boxes = html.matchAll(/(?:<(ins|del)>)?<div class="marginalia-drawing" data-diagram="([^"]*)"><\/div>/g);
  return Array.from(boxes, ([, fate = 'same', source]) => `${fate}: ${source}`);
}

describe('a diagram in a page comparison', () => {
  it('has a placeholder for an image on each side, and its source below', () => {
    const { before, after } = rowsHtmlOf(diagram('graph TD'), diagram('graph LR'), 'split');
    assert.deepEqual([before, after].map(diagramsIn), [['del: graph TD'], ['ins: graph LR']]);
    assert.match(after ?? '', /marginalia-written.*<pre.*<ins class="marginalia-line[^>]*>graph LR<\/ins>/s);
  });

  it('is shown twice in unified mode, before and after', () => {
    const { after } = rowsHtmlOf(diagram('graph TD'), diagram('graph LR'), 'one');
    assert.deepEqual(diagramsIn(after), ['del: graph TD', 'ins: graph LR']);
  });

  it('is shown once when it is unchanged, with its source as a fallback', () => {
    const { after } = rowsHtmlOf(diagram('graph TD'), diagram('graph TD'), 'one');
    assert.deepEqual(diagramsIn(after), ['same: graph TD']);
    assert.ok(after?.includes('<pre') && !after.includes('marginalia-written'));
  });

  it('can be added, removed, or replace a code block', () => {
    assert.deepEqual(diagramsIn(rowsHtmlOf('', diagram('graph TD'), 'split').after), ['same: graph TD']);
    assert.deepEqual(diagramsIn(rowsHtmlOf(diagram('graph TD'), '', 'split').before), ['same: graph TD']);
    const { after } = rowsHtmlOf(diagram('graph TD', 'text'), diagram('graph TD', 'Mermaid'), 'one');
    assert.deepEqual(diagramsIn(after), ['same: graph TD']);
  });

  it('keeps its line breaks, and escapes its source', () => {
    const { after = '' } = rowsHtmlOf('', diagram('graph TD\n a["<b>\'x\'"]'), 'one');
    assert.deepEqual(diagramsIn(after), ['same: graph TD\n a[&#34;&#60;b&#62;&#39;x&#39;&#34;]']);
  });

  it('is not shown when it is empty, or the code has another language', () => {
    for (const code of [diagram(' '), diagram('graph TD', 'js')])
      assert.deepEqual(diagramsIn(rowsHtmlOf('', code, 'one').after), []);
  });
});
