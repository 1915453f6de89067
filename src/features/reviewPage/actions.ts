import type { Action } from '../../webview/reviewPage/messages.ts';

/** Maps the buttons of the page to the commands that they run. Actions that the page performs itself are missing. */
export const commandsByAction: ReadonlyMap<Action, string> = new Map<Action, string>([
  ['merge', 'marginalia.changeRequest.merge'],
  ['update', 'marginalia.changeRequest.update'],
  ['setSubject', 'marginalia.changeRequest.setSubject'],
  ['editDescription', 'marginalia.changeRequest.editDescription'],
  ['editLinks', 'marginalia.changeRequest.editLinks'],
  ['setStatus', 'marginalia.changeRequest.setStatus'],
  ['reopen', 'marginalia.changeRequest.reopen'],
  ['requestReviewers', 'marginalia.changeRequest.requestReviewers'],
  ['openChanges', 'marginalia.changeRequest.openChanges'],
  ['compareSince', 'marginalia.changeRequest.compareSince'],
  ['showAllChanges', 'marginalia.changeRequest.showAllChanges'],
  ['nextConversation', 'marginalia.comment.next'],
  ['findBrokenLinks', 'marginalia.changeRequest.findBrokenLinks'],
  ['openOverview', 'marginalia.document.open'],
  ['copyLink', 'marginalia.item.copyLink'],
  ['openInBrowser', 'marginalia.item.openInBrowser'],
  ['copyRecord', 'marginalia.review.copyRecord'],
]);
