import type { ChangeRequestRow, RevisionRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

interface ContributorRow {
  user: string;
  /** The number of revisions made by the user. */
  count: number;
  updatedAt: string;
}

/** Returns the creator of a change request and the authors of its revisions. */
export function contributorsOf(state: State, changeRequest: ChangeRequestRow): ContributorRow[] {
  const { createdBy, createdAt } = changeRequest;
  const contributors = new Map([[createdBy, { user: createdBy, count: 0, updatedAt: createdAt }]]);
  for (const revision of ownRevisions(state, changeRequest)) {
    const user = revision.createdBy ?? createdBy;
    const known = contributors.get(user) ?? { user, count: 0, updatedAt: revision.createdAt };
    contributors.set(user, { user, count: known.count + 1, updatedAt: latest(known.updatedAt, revision.createdAt) });
  }
  return [...contributors.values()];
}

/** Returns the revisions made in the change request, newest first. */
function ownRevisions(state: State, { revision, revisionInitial }: ChangeRequestRow): RevisionRow[] {
  const revisions: RevisionRow[] = [];
  for (let id: string | undefined = revision; id !== undefined && id !== revisionInitial;) {
    const row: RevisionRow = state.revisions.get(id);
    revisions.push(row);
    id = row.parents[0];
  }
  return revisions;
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}
