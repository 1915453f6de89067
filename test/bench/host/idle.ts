import * as vscode from 'vscode';
import { addressOf, aside, find, open, openView, reported, say, show } from './driver.ts';

/** Opens the tree and a page with comments, waits without any action, and then hides the window and waits again. */
export const run = reported(async () => {
  const top = await aside(openView);
  const inOrganization = await aside(() => open(find(top, 'Acme')));
  await aside(() => open(find(inOrganization, 'Space talk')));
  await aside(() => show(addressOf('talk', 'change-requests/1/talk-page-0.md')));
  await say('leave', 'Three minutes, visible');
  const hidden = new Promise<void>(resolve => {
    vscode.window.onDidChangeWindowState(({ focused }) => focused || resolve());
  });
  await say('hide');
  await hidden;
  await aside(() => undefined);
  await say('leave', 'Three minutes, hidden');
});
