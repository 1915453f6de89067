import assert from 'node:assert/strict';
import { parseBlocksResumable } from '../../src/markdown/blocks.ts';
import { runSync, type Resumable } from '../../src/markdown/resumable.ts';
import { layoutFiles, layoutPages, type File, type Page } from '../../src/model/content/layout.ts';
import { findPageProblems, type LinkTargets } from '../../src/model/writing/pageProblems.ts';

const page = (path: string, title: string): Page =>
  ({ id: `id-${path}`, type: 'document', title, path, pages: [] }) as never;

const targets: LinkTargets = {
  path: 'guides/setup.md',
  title: 'Set up',
  pages: layoutPages([page('', 'Home'), page('guides/setup', 'Set up'), page('guides/mooring-lines', 'Lines')]),
  files: layoutFiles([{ id: 'map', name: 'map.png' } as File]),
};

const find = (text: string, where: LinkTargets | undefined = targets) => runSync(findPageProblems(text, where));
const marked = (text: string, where?: LinkTargets) => find(text, where).map(({ start, end }) => text.slice(start, end));

function countSteps(steps: Resumable<unknown>): number {
  let count = 0;
  while (!steps.next().done) count++;
  return count;
}

describe('problems of a page', () => {
  it('are searched for in one slice per paragraph, so that typing in a long page is never blocked', () => {
    const paragraphs = 300;
    const text = 'See [there](https://a.example/b).\n\n'.repeat(paragraphs);
    const steps = countSteps(findPageProblems(text, targets)) - countSteps(parseBlocksResumable(text));
    assert.ok(steps >= paragraphs, `${steps} steps`);
  });

  it('are none in valid links and in links that cannot be checked', () => {
    for (const target of [
      'mooring-lines.md',
      './mooring-lines.md#any',
      '../README.md',
      '<mooring-lines.md>',
      '/pages/id-guides/setup',
      '/pages/guides/mooring-lines',
      '/files/map',
      '../.assets/map.png',
      'https://a.example/b.md',
      'mailto:a@b.example',
      '../elsewhere/',
      '/docs/page.md',
      '../.gitbook/assets/map.png',
      '#set-up',
      '#first-part',
      '#top',
      'mailing list.md',
    ]) {
      assert.deepEqual(marked(`# Set up\n\n[a](${target})\n\n## First part\n`), [], target);
    }
    assert.deepEqual(marked('`[a](gone.md)`\n\n```\n[a](gone.md)\n```\n'), []);
  });

  it('are links to missing pages, files and headings', () => {
    const text = [
      '[a](gone.md)',
      '[a](<gone too.md>)',
      '[a](/pages/gone)',
      '![a](/files/gone)',
      '![a](../.assets/gone.png)',
      '[a](#gone)',
      '{% content-ref url="../gone.md" %}\n[a](../gone.md)\n{% endcontent-ref %}',
      '[a](broken-reference)',
    ].join('\n\n');
    assert.deepEqual(marked(text), [
      'gone.md',
      'gone too.md',
      '/pages/gone',
      '/files/gone',
      '../.assets/gone.png',
      '#gone',
      '../gone.md',
      '../gone.md',
      'broken-reference',
    ]);
  });

  it('suggest the pages and headings with the same words', () => {
    const text = '[a](old-lines.md) and [b](#mooring)\n\n## Mooring a buoy\n';
    const fixes = find(text).map(problem => problem.fixes.map(({ title, text }) => [title, text]));
    assert.deepEqual(fixes, [
      [['Link to "Lines"', 'mooring-lines.md']],
      [['Link to "Mooring a buoy"', '#mooring-a-buoy']],
    ]);
  });

  it('are only those of tags when the pages are unknown, and not about files when these are unknown', () => {
    const text = '[a](gone.md) ![b](/files/gone)\n\n{% endhint %}\n';
    assert.deepEqual(
      runSync(findPageProblems(text)).map(({ start, end }) => text.slice(start, end)),
      ['{% endhint %}'],
    );
    assert.deepEqual(marked(text, { ...targets, files: undefined }), ['gone.md', '{% endhint %}']);
  });

  it('have the right position with any line ends, and after front matter', () => {
    const text = '---\r\ntitle: A\r\n---\r\n\r\nText.\r\n\r\n[a](gone.md)\r\n';
    assert.deepEqual(marked(text), ['gone.md']);
    assert.deepEqual(marked(text.replaceAll('\r', '')), ['gone.md']);
  });

  it('are limited to the first ones of a page', () => {
    assert.equal(find('[a](gone.md)\n\n'.repeat(5000)).length, 100);
    assert.equal(find('{% hint style="blue" %}\nText.\n\n'.repeat(5000)).length, 100);
  });
});
