import * as vscode from 'vscode';
import { documentUri, runUnmeasured, findRow, openRow, openView, reportErrors, sendToBench, show } from './driver.ts';

/** Opens the tree and a page with comments, waits without any action, and then hides the window and waits again. */
export const run = reportErrors(async () => {
  const top = await runUnmeasured(openView);
  const inOrganization = await runUnmeasured(() => openRow(findRow(top, 'Acme')));
  await runUnmeasured(() => openRow(findRow(inOrganization, 'Space talk')));
  await runUnmeasured(() => show(documentUri('talk', 'change-requests/1/talk-page-0.md')));
  await sendToBench('leave', 'Three minutes, visible');
  const hidden = new Promise<void>(resolve => {
    vscode.window.onDidChangeWindowState(({ focused }) => focused || resolve());
  });
  await sendToBench('hide');
  await hidden;
  await runUnmeasured(() => undefined);
  await sendToBench('leave', 'Three minutes, hidden');
});
