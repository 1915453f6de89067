import type { PageRow, RevisionRow } from './rows.ts';

/** A revision as it is stored: of its pages, only those that are not as they are in the revision that it follows. */
export type PackedRevision = Omit<RevisionRow, 'pages'> & { base: string; pages: PackedPages };

/** Pages, and runs of those that are as they are among the same siblings of the other revision. */
type PackedPages = (PackedPage | Run)[];
type PackedPage = Omit<PageRow, 'pages'> & { pages: PackedPages };
type Run = [from: number, count: number];

export function packed(revision: RevisionRow, base: RevisionRow): PackedRevision {
  return { ...revision, base: base.id, pages: packedPages(revision.pages, base.pages) };
}

export function isPacked(stored: RevisionRow | PackedRevision): stored is PackedRevision {
  return 'base' in stored;
}

export function unpacked({ base: _, ...stored }: PackedRevision, base: RevisionRow): RevisionRow {
  return { ...stored, pages: unpackedPages(stored.pages, base.pages) };
}

function packedPages(pages: readonly PageRow[], before: readonly PageRow[]): PackedPages {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  const stored: PackedPages = [];
  let run: Run | undefined;
  for (const page of pages) {
    const place = places.get(page.id) ?? -1;
    const known = before[place];
    if (!known || !isSame(page, known)) {
      stored.push({ ...page, pages: packedPages(page.pages, known?.pages ?? []) });
      run = undefined;
    } else if (run && run[0] + run[1] === place) {
      run[1]++;
    } else {
      run = [place, 1];
      stored.push(run);
    }
  }
  return stored;
}

/** Whether a page would be written out as the other one is, with what is below it and in the same order. */
function isSame(page: PageRow, other: PageRow): boolean {
  return page === other || JSON.stringify(page) === JSON.stringify(other);
}

function unpackedPages(stored: PackedPages, before: readonly PageRow[]): PageRow[] {
  const byId = new Map(before.map(page => [page.id, page]));
  return stored.flatMap(one =>
    Array.isArray(one)
      ? before.slice(one[0], one[0] + one[1])
      : { ...one, pages: unpackedPages(one.pages, byId.get(one.id)?.pages ?? []) },
  );
}
