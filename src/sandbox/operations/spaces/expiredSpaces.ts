import type { ChangeRequestRow, SpaceRow } from '../../store/rows.ts';
import { targetKey } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

/** How long a deleted space can be restored. */
const restorableForMs = 7 * 24 * 60 * 60 * 1000;

/** Deletes the spaces that can no longer be restored. */
export function removeExpiredSpaces(state: State): void {
  for (const space of state.spaces.by('deleted', 'deleted')) if (isExpired(state, space)) remove(state, space);
}

function isExpired(state: State, { deletedAt }: SpaceRow): boolean {
  return deletedAt !== undefined && Date.parse(state.now()) - Date.parse(deletedAt) > restorableForMs;
}

/** Deletes a space with all its data except for blobs, which other spaces may share. */
function remove(state: State, { id }: SpaceRow): void {
  for (const changeRequest of state.changeRequests.by('space', id)) removeChangeRequest(state, changeRequest);
  removeComments(state, targetKey({ space: id }));
  for (const document of state.documents.by('space', id)) state.documents.delete(document.id);
  for (const revision of state.revisions.by('space', id)) state.revisions.delete(revision.id);
  removeFromSites(state, id);
  state.spaces.delete(id);
}

function removeChangeRequest(state: State, { id, space }: ChangeRequestRow): void {
  for (const reviewer of state.requestedReviewers.by('changeRequest', id)) state.requestedReviewers.delete(reviewer.id);
  for (const review of state.reviews.by('changeRequest', id)) state.reviews.delete(review.id);
  removeComments(state, targetKey({ space, changeRequest: id }));
  state.changeRequests.delete(id);
}

function removeComments(state: State, target: string): void {
  for (const comment of state.comments.by('target', target)) {
    for (const reply of state.commentReplies.by('comment', comment.id)) state.commentReplies.delete(reply.id);
    state.comments.delete(comment.id);
  }
}

/** Removes a space from the sites that show it. */
export function removeFromSites(state: State, spaceId: string): void {
  for (const { id, site: siteId, section: sectionId } of state.siteSpaces.by('space', spaceId)) {
    state.siteSpaces.delete(id);
    const site = state.sites.find(siteId);
    if (site?.defaultSiteSpace === id) state.sites.put(omit(site, 'defaultSiteSpace'));
    const section = sectionId === undefined ? undefined : state.siteSections.find(sectionId);
    if (section?.defaultSiteSpace === id) state.siteSections.put(omit(section, 'defaultSiteSpace'));
  }
}
