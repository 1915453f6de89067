import * as vscode from 'vscode';
import {
  documentUri,
  runUnmeasured,
  closeAll,
  extension,
  findRow,
  loadAll,
  openRow,
  openView,
  reportErrors,
  sendToBench,
  show,
  runMeasured,
} from './driver.ts';

/** Measures the next day of the same reviewer, in a new window. */
export const run = reportErrors(async () => {
  const top = await runUnmeasured(openView);
  await runUnmeasured(async () => {
    await show(documentUri('manual', 'change-requests/1/manual-page-0/manual-page-50.md'));
    await sendToBench('probe');
  });
  await runUnmeasured(closeAll);
  await commentOn('Comment on it', documentUri('manual', 'change-requests/1/manual-page-0/manual-page-50.md'));
  // Each block has a conversation, which VS Code would open instead of a new one.
  await commentOn('Comment on the main content among 300 comments', documentUri('talk', 'content/talk-page-0.md'), 2);
  const inOrganization = await runUnmeasured(() => openRow(findRow(top, 'Acme')));
  await runUnmeasured(() => openRow(findRow(inOrganization, 'Space manual')));
  await seenBefore();
  const tides = findRow(inOrganization, 'Space tides');
  await runMeasured('Load all 10,000 change requests', async () => {
    await openRow(tides);
    await sendToBench('clicks', await loadAll(tides));
  });
  await commentOn('Comment while 10,000 rows are shown', documentUri('tides', 'change-requests/9999/tides-page-0.md'));
});

async function seenBefore(): Promise<void> {
  const page = (number: number) => documentUri('manual', `change-requests/3/manual-page-0/manual-page-${number}.md`);
  await runMeasured('Open a page of another day', () => show(page(50)));
  await sendToBench('refuse');
  // VS Code reports an unreadable document with an error.
  await runMeasured('Open another one offline', () => show(page(100))).catch(() =>
    sendToBench('unread', 'Open another one offline'),
  );
  await sendToBench('recover');
  await runUnmeasured(closeAll);
}

/** Comments like a person, with a delay between typing and sending. */
async function commentOn(name: string, uri: vscode.Uri, line = 3): Promise<void> {
  await runUnmeasured(async () => {
    await show(uri);
    await extension().exports.threads(uri);
    const range = { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
    await sendToBench('ready');
    await vscode.commands.executeCommand('workbench.action.addComment', { range });
    await sendToBench('type', 'One comment more.');
  });
  await runMeasured(name, () => sendToBench('press', 'Control+Enter'));
  await runUnmeasured(closeAll);
}
