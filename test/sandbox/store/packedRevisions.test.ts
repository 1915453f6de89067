import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { packRevision, unpackRevision } from '../../../src/sandbox/store/packedRevisions.ts';
import type { PageRow, RevisionRow } from '../../../src/sandbox/store/rows.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { page } from '../content/merge/pages.ts';
import { addSpace, fillAcme } from '../acme.ts';
import { createRandom } from '../random.ts';
import { openSandbox } from '../sandbox.ts';

const at = '2026-01-01T00:00:00.000Z';

function revisionOf(id: string, pages: PageRow[], space = 'big'): RevisionRow {
  const content = { pages, files: [], variables: {}, reusableContents: [] };
  return { id, space, parents: [], createdAt: at, type: 'edits', ...content };
}

describe('stored revisions', () => {
  it('are restored exactly, whatever happened to their pages', () => {
    const { below: pick } = createRandom(7);
    const tree = (prefix: string, level: number): PageRow[] =>
      Array.from({ length: pick(6) }, (_, index) => {
        const id = `${prefix}${index}`;
        return page(id, { pages: level === 0 ? [] : tree(id, level - 1) });
      });
    const changed = (pages: PageRow[]): PageRow[] => {
      const all = pages.map(one => (pick(4) === 0 ? { ...one, title: `${pick(9)}`, pages: changed(one.pages) } : one));
      if (pick(3) === 0)
        all.splice(pick(all.length + 1), pick(3), page(`new-${pick(1e9)}`, { pages: pages.slice(0, 1) }));
      return pick(3) === 0 ? all.reverse() : all;
    };
    for (let round = 0; round < 300; round++) {
      const before = revisionOf('before', tree('p', 2));
      const after = revisionOf('after', changed(before.pages));
      const stored = JSON.parse(JSON.stringify(packRevision(after, before))) as ReturnType<typeof packRevision>;
      assert.deepEqual(unpackRevision(stored, before), after);
    }
  });

  it('contain only what an edit changed', () => {
    const pages = Array.from({ length: 5000 }, (_, index) => page(`p${index}`));
    const edited = pages.with(2500, page('p2500', { title: 'Edited' }));
    const { pages: stored } = packRevision(revisionOf('after', edited), revisionOf('before', pages));
    assert.deepEqual(stored, [[0, 2500], { ...page('p2500', { title: 'Edited' }) }, [2501, 2499]]);
  });
});

describe('an edit of a large space', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'marginalia-data-'));
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  function fill(state: State): void {
    fillAcme(state);
    const { revision } = addSpace(state, 'big');
    const pages = Array.from({ length: 2000 }, (_, index) => {
      const document = { id: `d${index}`, space: 'big', page: `p${index}`, markdown: `# Page ${index}\n` };
      return page(`p${index}`, { documentId: state.documents.put(document).id });
    });
    state.revisions.put(revisionOf(revision, pages));
  }

  it('stores only that edit, whose result survives a restart', async () => {
    const first = await openSandbox({ data, fill });
    const body = { subject: 'Edit' };
    const target = { spaceId: 'big', changeRequestId: '' };
    target.changeRequestId = (await first.call('POST /spaces/{spaceId}/change-requests', { spaceId: 'big', body })).id;
    const edit = (change: object) =>
      first.call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/content', {
        ...target,
        query: {},
        body: { changes: [change] },
      } as never);
    await edit({ operation: 'update_page', page: 'p7', document: { markdown: 'Edited' } });
    await edit({ operation: 'insert_page', title: 'New', document: { markdown: 'New' }, into: 'p8' });
    await edit({ operation: 'delete_page', page: 'p1999' });
    await edit({ operation: 'update_page', page: 'p3', into: 'p4' });
    await first.call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge', target);
    const before = first.state.revisions.by('space', 'big');
    const untouched = new Set(before.map(({ pages }) => pages.find(({ id }) => id === 'p1500')));
    assert.equal(untouched.size, 1, 'what no edit and no merge changes is one page in all revisions');
    await first.close();
    const database = new DatabaseSync(join(data, 'sandbox.sqlite'));
    const rows = database
      .prepare("SELECT length(json) AS size FROM rows WHERE kind = 'revision' ORDER BY sequence")
      .all();
    database.close();
    const [whole = 0, ...sizes] = rows.map(({ size }) => Number(size));
    assert.equal(sizes.length, 5);
    assert.ok(whole > 200_000 && Math.max(...sizes) < 2000, `${whole} ${sizes.join()}`);
    const second = await openSandbox({ data });
    assert.deepEqual(second.state.revisions.by('space', 'big'), before);
  });
});
