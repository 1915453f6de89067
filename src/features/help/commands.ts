import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Commands } from '../../ui/command.ts';
import * as say from '../../ui/say.ts';
import { issueBody } from './issue.ts';

export const commands: Commands<App> = {
  'marginalia.help.getStarted': { action: t('open the walkthrough'), run: openWalkthrough },
  'marginalia.help.reportIssue': { action: t('open the issue reporter'), run: reportIssue },
};

async function openWalkthrough({ context: { extension } }: App): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#getStarted`, false);
}

async function reportIssue(app: App): Promise<void> {
  const { extension } = app.context;
  const { version } = extension.packageJSON as { version: string };
  const text = issueBody(app, version);
  const issue = { extensionId: extension.id, issueTitle: '', issueBody: text };
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    // VS Code in a browser drops the text from the page that it opens.
    await vscode.env.clipboard.writeText(text);
    say.info(t('Copied versions and the latest errors. Paste them into the issue.'));
  }
  await vscode.commands.executeCommand('workbench.action.openIssueReporter', issue);
}
