import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { findInChangeRequest, findInSpace } from './broken.ts';
import type { BrokenLink } from './brokenLink.ts';
import { brokenLinkDiagnosticsOf } from './brokenLinkDiagnostics.ts';
import { showBacklinks } from './references.ts';
import { prepareBrokenLinkComment, requireBrokenLink, openBrokenLink, suggestReplacementPage } from './suggest.ts';

/** Creates a command on a finding. Accepts only listed findings, so that a link in a document cannot invent one. */
const findingCommand = (action: string, run: (app: App, finding: BrokenLink) => Promise<void>): Command<App> => ({
  action,
  accepts: (app, target) => brokenLinkDiagnosticsOf(app).get(target) !== undefined,
  run: (app, target) => run(app, requireBrokenLink(app, target)),
});

export const commands: Commands<App> = {
  'marginalia.document.showBacklinks': { action: t('find what links here'), run: showBacklinks },
  'marginalia.space.findBrokenLinks': { action: t('find broken links'), run: findInSpace },
  'marginalia.changeRequest.findBrokenLinks': { action: t('find broken links'), run: findInChangeRequest },
  'marginalia.finding.open': findingCommand(t('open the finding'), (_, target) => openBrokenLink(target)),
  'marginalia.finding.comment': findingCommand(t('begin the comment'), (_, target) => prepareBrokenLinkComment(target)),
  'marginalia.finding.suggestPage': findingCommand(t('suggest a page'), suggestReplacementPage),
};
