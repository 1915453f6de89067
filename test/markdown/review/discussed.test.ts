import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { comparePagesResumable } from '../../../src/markdown/review/compare.ts';
import { lineOf, rowsOf } from '../../../src/markdown/review/rows.ts';
import { placePage } from '../../../src/markdown/index.ts';
import { nodeAt } from '../../../src/markdown/placing/nodeAt.ts';
import { runSync } from '../../../src/markdown/resumable.ts';
import { rowAt } from '../../../src/webview/reviewPage/pages/rowView.ts';
import { serve } from '../served.ts';

const root = join(import.meta.dirname, '../../..');
const places = {
  'real documentation': join(root, '../shared/data/fluentd-docs/space'),
  'the sample': join(root, 'src/sandbox/load/sample'),
};

for (const [name, folder] of Object.entries(places)) {
  describe(`a comment on a rendered block of ${name}`, function () {
    before(function () {
      if (!existsSync(folder)) this.skip();
    });

    it('is attached to the node of that block in the source, and is shown at that block again', () => {
      const wrong: string[] = [];
      let all = 0;
      for (const path of globSync(join(folder, '**/*.md')).filter(path => !path.endsWith('SUMMARY.md'))) {
        const { markdown, document } = serve(path);
        const page = placePage(document, markdown);
        const text = { markdown, nodes: document.nodes };
        const rows = rowsOf(runSync(comparePagesResumable(text, text)));
        const numberedRows = rows.map((row, index) => ({ ...row, line: lineOf(rows, index) }));
        for (const [index, { line, lines, label }] of numberedRows.entries()) {
          const [start, end] = lines.after ?? assert.fail(`${label} has no lines in ${path}`);
          all++;
          const node = nodeAt(page, line ?? -1, line ?? -1);
          const inSource = nodeAt(page, start, start);
          const isOnBlock = node !== undefined && node.id === inSource?.id && node.start >= start && node.end <= end;
          const isShownThere =
            node !== undefined &&
            rowAt(
              numberedRows.map(row => toRow(row)),
              node.start,
            ) === index;
          if (!isOnBlock || !isShownThere)
            wrong.push(`${label} ${start}-${end} of ${path}: ${node?.type} ${node?.start}`);
        }
      }
      console.log(`      ${all - wrong.length} of ${all} blocks`);
      assert.deepEqual(wrong, []);
    });
  });
}

function toRow({ line, kind, label }: { line: number | undefined; kind: string; label: string }) {
  return { kind, label, notes: '', count: 0, ...(line !== undefined && { line }) };
}
