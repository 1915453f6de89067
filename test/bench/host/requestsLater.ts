import * as vscode from 'vscode';
import {
  addressOf,
  aside,
  closeAll,
  extension,
  find,
  loadAll,
  open,
  openView,
  reported,
  say,
  show,
  step,
} from './driver.ts';

/** Measures the next day of the same reviewer, in a new window. */
export const run = reported(async () => {
  const top = await aside(openView);
  await aside(async () => {
    await show(addressOf('manual', 'change-requests/1/manual-page-0/manual-page-50.md'));
    await say('probe');
  });
  await aside(closeAll);
  await commentOn('Comment on it', addressOf('manual', 'change-requests/1/manual-page-0/manual-page-50.md'));
  // Each block has a conversation, which VS Code would open instead of a new one.
  await commentOn('Comment on the main content among 300 comments', addressOf('talk', 'content/talk-page-0.md'), 2);
  const inOrganization = await aside(() => open(find(top, 'Acme')));
  await aside(() => open(find(inOrganization, 'Space manual')));
  await seenBefore();
  const tides = find(inOrganization, 'Space tides');
  await step('Load all 10,000 change requests', async () => {
    await open(tides);
    await say('clicks', await loadAll(tides));
  });
  await commentOn('Comment while 10,000 rows are shown', addressOf('tides', 'change-requests/9999/tides-page-0.md'));
});

async function seenBefore(): Promise<void> {
  const page = (number: number) => addressOf('manual', `change-requests/3/manual-page-0/manual-page-${number}.md`);
  await step('Open a page of another day', () => show(page(50)));
  await say('refuse');
  // VS Code reports an unreadable document with an error.
  await step('Open another one offline', () => show(page(100))).catch(() => say('unread', 'Open another one offline'));
  await say('recover');
  await aside(closeAll);
}

/** Comments like a person, with a delay between typing and sending. */
async function commentOn(name: string, uri: vscode.Uri, line = 3): Promise<void> {
  await aside(async () => {
    await show(uri);
    await extension().exports.threads(uri);
    const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
    await say('ready');
    await vscode.commands.executeCommand('workbench.action.addComment', { range });
    await say('type', 'One comment more.');
  });
  await step(name, () => say('press', 'Control+Enter'));
  await aside(closeAll);
}
