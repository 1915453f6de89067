import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { findInChangeRequest, findInSpace } from './broken.ts';
import type { Finding } from './finding.ts';
import { findingsOf } from './findings.ts';
import { showBacklinks } from './references.ts';
import { commentOn, requireFinding, openFinding, suggestPage } from './suggest.ts';

/** Creates a command on a finding. Accepts only listed findings, so that a link in a document cannot invent one. */
const findingCommand = (action: string, run: (app: App, finding: Finding) => Promise<void>): Command<App> => ({
  action,
  accepts: (app, target) => findingsOf(app).get(target) !== undefined,
  run: (app, target) => run(app, requireFinding(app, target)),
});

export const commands: Commands<App> = {
  'marginalia.document.showBacklinks': { action: t('find what links here'), run: showBacklinks },
  'marginalia.space.findBrokenLinks': { action: t('find broken links'), run: findInSpace },
  'marginalia.changeRequest.findBrokenLinks': { action: t('find broken links'), run: findInChangeRequest },
  'marginalia.finding.open': findingCommand(t('open the finding'), (_, target) => openFinding(target)),
  'marginalia.finding.comment': findingCommand(t('begin the comment'), (_, target) => commentOn(target)),
  'marginalia.finding.suggestPage': findingCommand(t('suggest a page'), suggestPage),
};
