import type { Role } from '../../../src/sandbox/store/rows.ts';

// The actions that the review page offers to each role, written by hand from the documentation of the service.

export const statuses = ['open', 'draft', 'archived', 'merged'] as const;
/** Roles of the service in ascending order. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
type Least = Role | 'nobody';

/** The lowest role that is offered an action, by the status of the change request; 'nobody' if no role is. */
const table = {
  'head: merge': ['review', 'nobody', 'nobody', 'nobody'],
  'head: update': ['edit', 'edit', 'nobody', 'nobody'],
  'head: setStatus': ['edit', 'edit', 'edit', 'nobody'],
  'head: setSubject': ['edit', 'edit', 'nobody', 'nobody'],
  'head: editDescription': ['edit', 'edit', 'edit', 'nobody'],
  'head: editLinks': ['edit', 'edit', 'edit', 'nobody'],
  'head: requestReviewers': ['edit', 'edit', 'nobody', 'nobody'],
  'head: reopen': ['nobody', 'nobody', 'edit', 'nobody'],

  'checklist: setStatus': ['nobody', 'edit', 'nobody', 'nobody'],
  'checklist: update': ['edit', 'edit', 'nobody', 'nobody'],
  'checklist: setSubject': ['edit', 'edit', 'nobody', 'nobody'],
  'checklist: requestReviewers': ['edit', 'edit', 'nobody', 'nobody'],
  'checklist: finishReview': ['comment', 'comment', 'nobody', 'nobody'],
  'checklist: nextConversation': ['read', 'read', 'nobody', 'nobody'],
  'checklist: lookThrough': ['read', 'read', 'nobody', 'nobody'],

  'threads: comment': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: reply to own': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: reply to others': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: resolve own': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: resolve of others': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: react': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: edit own': ['comment', 'comment', 'nobody', 'nobody'],
  'threads: edit of others': ['nobody', 'nobody', 'nobody', 'nobody'],
  'threads: apply': ['edit', 'edit', 'nobody', 'nobody'],
  'threads: delete own': ['comment', 'comment', 'comment', 'comment'],
  'threads: delete of others': ['admin', 'admin', 'admin', 'admin'],

  'pages: revert a block': ['edit', 'edit', 'nobody', 'nobody'],

  'finish: comment': ['comment', 'comment', 'nobody', 'nobody'],
  'finish: changes-requested': ['review', 'review', 'nobody', 'nobody'],
  'finish: approved': ['review', 'review', 'nobody', 'nobody'],
} as const satisfies Record<string, readonly [open: Least, draft: Least, archived: Least, merged: Least]>;

export type Offer = keyof typeof table;

/** Returns the actions that the review page offers to a role for a change request with a status. */
export function offersForRole(role: Role, status: (typeof statuses)[number]): string[] {
  const isOffered = (least: Least) => least !== 'nobody' && roles.indexOf(role) >= roles.indexOf(least);
  return Object.entries(table).flatMap(([offer, leasts]) =>
    isOffered(leasts[statuses.indexOf(status)] ?? 'nobody') ? [offer] : [],
  );
}
