import type { App } from '../../app.ts';
import { type Commands, on } from '../../ui/command.ts';
import { findChangeRequest } from '../findChangeRequest.ts';
import { openReviewPage } from './panel.ts';

export const commands: Commands<App> = {
  'marginalia.changeRequest.openReviewPage': on(
    'open the review page',
    (app: App, target) => findChangeRequest(app, target, { statuses: ['open', 'draft'] }),
    openReviewPage,
  ),
};
