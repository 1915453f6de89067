import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import { activePageLine } from './pages/blockAt.ts';
import { openReviewPage, goToStep } from './panels.ts';

export const commands: Commands<App> = {
  'marginalia.changeRequest.openReviewPage': {
    action: 'open the review page',
    run: async (app, target) => {
      const place = await findChangeRequest(app, target, { statuses: ['open', 'draft'] });
      await openReviewPage(app, place, await activePageLine(app, target));
    },
  },
  'marginalia.reviewPage.nextChange': walking('nextChange'),
  'marginalia.reviewPage.previousChange': walking('previousChange'),
  'marginalia.reviewPage.nextUnviewed': walking('nextUnviewed'),
  'marginalia.reviewPage.toggleViewed': walking('toggleViewed'),
  'marginalia.reviewPage.nextConversation': walking('nextConversation'),
  'marginalia.reviewPage.previousConversation': walking('previousConversation'),
  'marginalia.reviewPage.nextPage': walking('nextPage'),
  'marginalia.reviewPage.previousPage': walking('previousPage'),
  'marginalia.reviewPage.comment': walking('comment'),
  'marginalia.reviewPage.reply': walking('reply'),
  'marginalia.reviewPage.edit': walking('edit'),
  'marginalia.reviewPage.resolve': walking('resolve'),
  'marginalia.reviewPage.conversation': walking('conversation'),
  'marginalia.reviewPage.changes': walking('changes'),
  'marginalia.reviewPage.files': walking('files'),
  'marginalia.reviewPage.checks': walking('checks'),
  'marginalia.reviewPage.split': walking('split'),
  'marginalia.reviewPage.one': walking('one'),
  'marginalia.reviewPage.after': walking('after'),
  'marginalia.reviewPage.whole': walking('whole'),
  'marginalia.reviewPage.spelling': walking('spelling'),
  'marginalia.reviewPage.outline': walking('outline'),
  'marginalia.reviewPage.source': walking('source'),
  'marginalia.reviewPage.finish': walking('finish'),
  'marginalia.reviewPage.help': walking('help'),
};

function walking(step: Step): Command<App> {
  return { action: 'go on', run: app => goToStep(app, step) };
}
