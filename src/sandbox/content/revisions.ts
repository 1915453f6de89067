import type { RevisionRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** Stores a new revision. */
export function putRevision(state: State, revision: Omit<RevisionRow, 'id'> & { id?: string }): RevisionRow {
  return state.revisions.put({ ...revision, id: revision.id ?? state.newId() });
}
