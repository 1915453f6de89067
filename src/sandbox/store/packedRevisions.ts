import type { PageRow, RevisionRow } from './rows.ts';

/** A stored revision that contains only the pages that differ from those of its base revision. */
export type PackedRevision = Omit<RevisionRow, 'pages'> & { base: string; pages: PackedPages };

/** Changed pages, and ranges of siblings that are unchanged in the base revision. */
type PackedPages = (PackedPage | Run)[];
type PackedPage = Omit<PageRow, 'pages'> & { pages: PackedPages };
type Run = [from: number, count: number];

export function packRevision(revision: RevisionRow, base: RevisionRow): PackedRevision {
  return { ...revision, base: base.id, pages: packedPages(revision.pages, base.pages) };
}

export function isPackedRevision(stored: RevisionRow | PackedRevision): stored is PackedRevision {
  return 'base' in stored;
}

export function unpackRevision({ base: _, ...stored }: PackedRevision, base: RevisionRow): RevisionRow {
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

/** Returns true if two pages are equal, including their descendants and the order of their members. */
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
