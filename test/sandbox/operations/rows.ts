import { organizationRows } from './organizations.ts';
import type { Rows } from './row.ts';

/** The table: a row for every documented operation, in one file per noun. */
export const rows: Rows = {
  ...organizationRows,
};
