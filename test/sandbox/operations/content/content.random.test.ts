import assert from 'node:assert/strict';
import type { PageRow, RevisionRow } from '../../../../src/sandbox/store/rows.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs, Edit } from '../../docs.ts';
import { createRandom } from '../../random.ts';

type Random = ReturnType<typeof createRandom>;

const words = [
  'One.',
  '# Head',
  '- a\n- b',
  '```\ncode\n\nmore\n```',
  '| A |\n| - |\n| b |',
  '> said',
  'Two [x](b.md).',
];

describe('edits, updates and merges in any order', () => {
  it('keep the content consistent: unique pages and paths, and readable documents for all', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = createRandom(seed);
      const docs = await openDocs({ 'a.md': 'A.\n', 'b/README.md': 'B.\n', 'b/c.md': 'C.\n', 'd.md': 'D.\n' });
      for (let step = 0; step < 25; step++) await doSomething(docs, random);
      for (const revision of docs.state.revisions.all()) mustBeWhole(docs, revision, `seed ${seed}`);
      assert.ok((await docs.outline()).length > 0 || docs.state.revisions.size > 1);
    }
  });
});

async function doSomething(docs: Docs, random: Random): Promise<void> {
  const open = docs.state.changeRequests.by('space', spaceId).filter(({ status }) => status === 'open');
  const changeRequest = open[random.below(open.length)];
  const choice = random.below(6);
  if (!changeRequest || choice === 0) await docs.propose([]);
  else if (choice === 1) await docs.merge(changeRequest);
  else if (choice === 2) {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update';
    await docs.call(route, { spaceId, changeRequestId: changeRequest.id });
  } else await docs.edit(changeRequest, [editOf(pagesIn(docs.state.revisions.get(changeRequest.revision)), random)]);
}

function editOf(pages: PageRow[], random: Random): Edit {
  const page = pages[random.below(pages.length)];
  const document = { markdown: Array.from({ length: 1 + random.below(4) }, () => pick(words, random)).join('\n\n') };
  const title = pick(['New', 'Other', 'A b (c)'], random);
  if (!page) return { operation: 'insert_page', title, document };
  // A page cannot be moved below itself, so the new parent is a page before it, or the top.
  const above = pages.slice(0, pages.indexOf(page));
  const into = above[random.below(above.length + 1)]?.id ?? null;
  const edits: Edit[] = [
    { operation: 'insert_page', title, document, into: page.id, at: random.below(3) },
    { operation: 'update_page', page: page.id, document },
    { operation: 'update_page', page: page.id, into, at: random.below(3) },
    { operation: 'update_page', page: page.id, title, slug: title },
    { operation: 'delete_page', page: page.id },
  ];
  return pick(edits, random);
}

function pick<T>(list: readonly T[], random: Random): T {
  const chosen = list[random.below(list.length)];
  assert.ok(chosen !== undefined);
  return chosen;
}

function mustBeWhole({ state }: Docs, revision: RevisionRow, message: string): void {
  const pages = pagesIn(revision);
  assert.equal(new Set(pages.map(({ id }) => id)).size, pages.length, message);
  assert.equal(new Set(pages.map(({ path }) => path)).size, pages.length, message);
  for (const { path = '', documentId = '' } of pages) {
    assert.match(path, /^[^/]+(?:\/[^/]+)*$/, message);
    assert.ok(state.documents.get(documentId).markdown !== undefined, message);
  }
}

function pagesIn({ pages }: Pick<RevisionRow, 'pages'>): PageRow[] {
  return pages.flatMap(page => [page, ...pagesIn(page)]);
}
