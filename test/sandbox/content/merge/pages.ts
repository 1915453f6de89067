import type { PageRow } from '../../../../src/sandbox/store/rows.ts';

/** Returns a page whose title is its ID. */
export function page(id: string, fields: Partial<PageRow> = {}): PageRow {
  const [createdAt, updatedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  return { id, type: 'document', title: id, slug: id, path: id, createdAt, updatedAt, pages: [], ...fields };
}
