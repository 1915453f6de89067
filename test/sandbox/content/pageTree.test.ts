import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import { outlineOf as outlineOfFolder } from '../../../src/sandbox/gitSync/outline.ts';
import { assertLinear } from '../../growth.ts';
import { sized } from '../../size.ts';
import { openDocs } from '../docs.ts';
import type { Docs, Edit } from '../docs.ts';
import { zip } from '../import/archives.ts';
import { openImporting, route as importRoute } from '../import/importing.ts';

const editRoute = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
const deepest = 100;

/** Returns edits that insert nested pages, each below the previous one. */
function chain(count: number, into?: string): Edit[] {
  return Array.from({ length: count }, (_, level): Edit => {
    const parent = level === 0 ? into : `page-${level - 1}`;
    const below = parent === undefined ? {} : { into: parent };
    return { operation: 'insert_page', title: `P${level}`, document: { markdown: '' }, ref: `page-${level}`, ...below };
  });
}

function levelsOf(pages: readonly Schema<'Page'>[]): number {
  return pages.length === 0 ? 0 : 1 + Math.max(...pages.map(page => levelsOf(page.pages ?? [])));
}

const contentOf = ({ call }: Docs, changeRequest: { id: string }) =>
  call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages', {
    spaceId: 'docs',
    changeRequestId: changeRequest.id,
  });

describe('the depth of a page tree', () => {
  it('has a generous limit, and an edit that would exceed it is rejected', async () => {
    const docs = await openDocs({ 'README.md': 'Start.' });
    const changeRequest = await docs.propose(chain(deepest / 2));
    const deepestPage = async () => {
      let page = (await contentOf(docs, changeRequest)).pages[1];
      while (page?.pages?.[0]) [page] = page.pages;
      return page?.id ?? '';
    };
    await docs.edit(changeRequest, chain(deepest / 2, await deepestPage()));
    const { pages } = await contentOf(docs, changeRequest);
    assert.equal(levelsOf(pages), deepest);
    const refusal = (change: object) => {
      const input = { spaceId: 'docs', changeRequestId: changeRequest.id, query: {}, body: { changes: [change] } };
      return docs.refusal(editRoute, input);
    };
    assert.deepEqual(await refusal(chain(1, await deepestPage())[0] ?? {}), {
      status: 400,
      message: "body.changes[0].into: pages are nested at most 100 levels deep. Put 'P0' higher up.",
    });
    const [start, top] = pages;
    const moved = await refusal({ operation: 'update_page', page: top?.id, into: start?.id });
    assert.match(moved.message, /^body\.changes\[0\]\.into: pages are nested at most 100 levels deep\./);
    assert.deepEqual(await contentOf(docs, changeRequest), { pages });
  });

  it('of a folder follows its summary, up to the limit', () => {
    const summary = Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}* [P${level}](p${level}.md)`);
    const sources = summary.map((_, level) => `p${level}.md`);
    const { pages, warnings } = outlineOfFolder(sources, { name: 'SUMMARY.md', text: summary.join('\n') });
    let levels = 0;
    for (let below = pages; below.length > 0; below = below.flatMap(page => page.pages)) levels++;
    assert.equal(levels, deepest);
    assert.equal(warnings.length, 3000 - deepest);
    assert.equal(warnings[0], "SUMMARY.md, line 101: 'P100' is nested too deep, and stands beside the one above it.");
  });

  it('of a zip is limited, and deeper pages are omitted', async () => {
    const path = `${'a/'.repeat(20_000)}deep.md`;
    const docs = await openImporting({ '/all.zip': zip({ [path]: '# Deep', 'good.md': '# Good' }) });
    const { importedResources, totalResources } = await docs.call(importRoute, docs.input('/all.zip', 'zip'));
    assert.deepEqual([importedResources, totalResources], [1, 2]);
  });

  it('is computed in linear time', () => {
    const make = (count: number) => {
      const sources = Array.from({ length: count }, (_, n) => `${'a/'.repeat(n % 90)}p${n}.md`);
      return outlineOfFolder(sources, undefined);
    };
    assertLinear(make, sized(2000, 500), 'the outline of a folder');
  });
});
