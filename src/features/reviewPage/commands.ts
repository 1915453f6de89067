import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import type { Step } from '../../webview/reviewPage/messages.ts';
import { activePageLine } from './pages/blockAt.ts';
import { openReviewPage, goToStep } from './panels.ts';

export const commands: Commands<App> = {
  'marginalia.changeRequest.openReviewPage': {
    action: t('open the review page'),
    run: async (app, target) => {
      const place = await findChangeRequest(app, target, { statuses: ['open', 'draft'] });
      await openReviewPage(app, place, await activePageLine(app, target));
    },
  },
  'marginalia.reviewPage.nextChange': stepCommand('nextChange'),
  'marginalia.reviewPage.previousChange': stepCommand('previousChange'),
  'marginalia.reviewPage.nextUnviewed': stepCommand('nextUnviewed'),
  'marginalia.reviewPage.toggleViewed': stepCommand('toggleViewed'),
  'marginalia.reviewPage.nextConversation': stepCommand('nextConversation'),
  'marginalia.reviewPage.previousConversation': stepCommand('previousConversation'),
  'marginalia.reviewPage.nextPage': stepCommand('nextPage'),
  'marginalia.reviewPage.previousPage': stepCommand('previousPage'),
  'marginalia.reviewPage.comment': stepCommand('comment'),
  'marginalia.reviewPage.reply': stepCommand('reply'),
  'marginalia.reviewPage.edit': stepCommand('edit'),
  'marginalia.reviewPage.resolve': stepCommand('resolve'),
  'marginalia.reviewPage.conversation': stepCommand('conversation'),
  'marginalia.reviewPage.changes': stepCommand('changes'),
  'marginalia.reviewPage.files': stepCommand('files'),
  'marginalia.reviewPage.checks': stepCommand('checks'),
  'marginalia.reviewPage.split': stepCommand('split'),
  'marginalia.reviewPage.one': stepCommand('one'),
  'marginalia.reviewPage.after': stepCommand('after'),
  'marginalia.reviewPage.whole': stepCommand('whole'),
  'marginalia.reviewPage.spelling': stepCommand('spelling'),
  'marginalia.reviewPage.outline': stepCommand('outline'),
  'marginalia.reviewPage.source': stepCommand('source'),
  'marginalia.reviewPage.finish': stepCommand('finish'),
  'marginalia.reviewPage.help': stepCommand('help'),
};

function stepCommand(step: Step): Command<App> {
  return { action: t('go on'), run: app => goToStep(app, step) };
}
