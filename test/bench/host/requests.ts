import * as vscode from 'vscode';
import { addressOf, aside, closeAll, extension, find, open, openView, reported, rowsOf, show, step } from './driver.ts';

/** Measures a reviewer's first day, from the first start of VS Code. */
export const run = reported(async () => {
  const top = await step('Sign-in and first view', openView);
  const inOrganization = await step('Open the organization', () => open(find(top, 'Acme')));
  await step('Open a collection', () => open(find(inOrganization, 'Collection 3')));
  const inSpace = await step('Open a space', () => open(find(inOrganization, 'Space manual')));
  await pages();
  await discussed(inSpace);
  await diffs(inSpace);
});

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function pages(): Promise<void> {
  const page = (number: number) => addressOf('manual', `change-requests/3/manual-page-0/manual-page-${number}.md`);
  await step('Open a page, cold', () => show(page(50)));
  await step('Open the next page', () => show(page(100)));
  await aside(closeAll);
  await step('Open a page again', () => show(page(50)));
  await aside(closeAll);
}

async function discussed(inSpace: Rows): Promise<void> {
  const row = find(inSpace, '#1 ');
  const uri = addressOf('manual', 'change-requests/1/manual-page-0/manual-page-50.md');
  await aside(() => open(row));
  await step('Open a page among 5,000 comments', async () => {
    await show(uri);
    const threads = await extension().exports.threads(uri);
    if (threads.length === 0) throw new Error('The page has no threads.');
  });
  await step('Refresh that change request', () => vscode.commands.executeCommand('marginalia.item.refresh', row));
  await aside(closeAll);
}

async function diffs(inSpace: Rows): Promise<void> {
  const changes = await aside(() => open(find(inSpace, '#2 ')));
  const inFolders = await aside(() =>
    Promise.all(changes.filter(({ contextValue }) => contextValue === 'changeFolder').map(open)),
  );
  const edited = [...changes, ...inFolders.flat()].filter(({ contextValue }) => contextValue === 'change.edited');
  const diff = (index: number) => vscode.commands.executeCommand('marginalia.change.open', edited[index]?.resource);
  await step('Open the diff of a page', () => diff(0));
  await step('Open the diff of another page', () => diff(5));
}
