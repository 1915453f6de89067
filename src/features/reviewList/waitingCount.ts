import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { WaitingCount } from '../../model/reviews/inbox.ts';

/** Shows how many change requests wait for the user: as a badge of the view container, and in the status bar. */
export function showCount(
  onDidCount: vscode.Event<WaitingCount | undefined>,
  view: Pick<vscode.TreeView<unknown>, 'badge'>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('marginalia.waiting', vscode.StatusBarAlignment.Left);
  item.name = t('Marginalia: change requests that wait for you');
  item.command = 'marginalia.reviews.focus';
  let waiting: WaitingCount | undefined;
  const show = () => {
    const { number = 0, hasMore = false } = waiting ?? {};
    const settings = vscode.workspace.getConfiguration('marginalia.review');
    const isShown = (name: string) => number > 0 && settings.get(name, true);
    const count = `${number}${hasMore ? '+' : ''}`;
    const label = count === '1' ? t('1 change request waits for you') : t`${count} change requests wait for you`;
    view.badge = isShown('badge') ? { value: number, tooltip: label } : undefined;
    item.text = `$(inbox) ${count}`;
    item.tooltip = label;
    item.accessibilityInformation = { label };
    if (isShown('statusBar')) item.show();
    else item.hide();
  };
  return vscode.Disposable.from(
    item,
    onDidCount(now => {
      waiting = now;
      show();
    }),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('marginalia.review')) show();
    }),
  );
}
