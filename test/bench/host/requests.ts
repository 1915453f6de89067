import * as vscode from 'vscode';
import {
  documentUri,
  runUnmeasured,
  closeAll,
  extension,
  findRow,
  openRow,
  openView,
  reportErrors,
  rowsOf,
  show,
  runMeasured,
} from './driver.ts';

/** Measures a reviewer's first day, from the first start of VS Code. */
export const run = reportErrors(async () => {
  const top = await runMeasured('Sign-in and first view', openView);
  const inOrganization = await runMeasured('Open the organization', () => openRow(findRow(top, 'Acme')));
  await runMeasured('Open a collection', () => openRow(findRow(inOrganization, 'Collection 3')));
  const inSpace = await runMeasured('Open a space', () => openRow(findRow(inOrganization, 'Space manual')));
  await pages();
  await discussed(inSpace);
  await diffs(inSpace);
});

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function pages(): Promise<void> {
  const page = (number: number) => documentUri('manual', `change-requests/3/manual-page-0/manual-page-${number}.md`);
  await runMeasured('Open a page, cold', () => show(page(50)));
  await runMeasured('Open the next page', () => show(page(100)));
  await runUnmeasured(closeAll);
  await runMeasured('Open a page again', () => show(page(50)));
  await runUnmeasured(closeAll);
}

async function discussed(inSpace: Rows): Promise<void> {
  const row = findRow(inSpace, '#1 ');
  const uri = documentUri('manual', 'change-requests/1/manual-page-0/manual-page-50.md');
  await runUnmeasured(() => openRow(row));
  await runMeasured('Open a page among 5,000 comments', async () => {
    await show(uri);
    const threads = await extension().exports.threads(uri);
    if (threads.length === 0) throw new Error('The page has no threads.');
  });
  await runMeasured('Refresh that change request', () =>
    vscode.commands.executeCommand('marginalia.item.refresh', row),
  );
  await runUnmeasured(closeAll);
}

async function diffs(inSpace: Rows): Promise<void> {
  const changes = await runUnmeasured(() => openRow(findRow(inSpace, '#2 ')));
  const inFolders = await runUnmeasured(() =>
    Promise.all(changes.filter(({ contextValue }) => contextValue === 'changeFolder').map(openRow)),
  );
  const edited = [...changes, ...inFolders.flat()].filter(({ contextValue }) => contextValue === 'change.edited');
  const diff = (index: number) => vscode.commands.executeCommand('marginalia.change.open', edited[index]?.resource);
  await runMeasured('Open the diff of a page', () => diff(0));
  await runMeasured('Open the diff of another page', () => diff(5));
}
