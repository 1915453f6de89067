import type { App } from '../../app.ts';
import { type Command, type Commands, on } from '../../ui/command.ts';
import { findChangeRequest } from '../findChangeRequest.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import { finishReview, openReviewPage, walk } from './panel.ts';

export const commands: Commands<App> = {
  'marginalia.changeRequest.openReviewPage': on(
    'open the review page',
    (app: App, target) => findChangeRequest(app, target, { statuses: ['open', 'draft'] }),
    openReviewPage,
  ),
  'marginalia.reviewPage.finish': { action: 'finish the review', run: finishReview },
  'marginalia.reviewPage.nextChange': walking('nextChange'),
  'marginalia.reviewPage.previousChange': walking('previousChange'),
  'marginalia.reviewPage.nextUnviewed': walking('nextUnviewed'),
  'marginalia.reviewPage.toggleViewed': walking('toggleViewed'),
  'marginalia.reviewPage.nextConversation': walking('nextConversation'),
  'marginalia.reviewPage.previousConversation': walking('previousConversation'),
};

function walking(step: Step): Command<App> {
  return { action: 'go on', run: app => walk(app, step) };
}
