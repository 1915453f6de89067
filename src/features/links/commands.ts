import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { findInChangeRequest, findInSpace } from './broken.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './findings.ts';
import { showBacklinks } from './references.ts';
import { commentOn, demandFinding, openFinding, suggestPage } from './suggest.ts';

/** What is done about a finding that is listed: no link names one that it has not been given. */
const finding = (action: string, run: (app: App, finding: Finding) => Promise<void>): Command<App> => ({
  action,
  takes: (app, target) => findingsOf(app).get(target) !== undefined,
  run: (app, target) => run(app, demandFinding(app, target)),
});

export const commands: Commands<App> = {
  'marginalia.document.showBacklinks': { action: 'find what links here', run: showBacklinks },
  'marginalia.space.findBrokenLinks': { action: 'find broken links', run: findInSpace },
  'marginalia.changeRequest.findBrokenLinks': { action: 'find broken links', run: findInChangeRequest },
  'marginalia.finding.open': finding('open the finding', (_, found) => openFinding(found)),
  'marginalia.finding.comment': finding('begin the comment', (_, found) => commentOn(found)),
  'marginalia.finding.suggestPage': finding('suggest a page', suggestPage),
};
