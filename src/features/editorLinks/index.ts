import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { runWizard } from '../../ui/wizard.ts';

/** Registers the handler of links into the editor. Links only show something; they never act. */
export function register(app: App): vscode.Disposable {
  const handleUri = async (link: vscode.Uri) => {
    try {
      const { openEditorLink } = await import('./open.ts');
      await runWizard(() => openEditorLink(app, link));
    } catch (error) {
      app.failures.show(t('open the link'), error);
    }
  };
  return vscode.window.registerUriHandler({ handleUri });
}
