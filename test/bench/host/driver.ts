import * as vscode from 'vscode';
import type { MarginaliaApi } from '../../../src/publicApi.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { caughtObjects } from './catch.ts';

/** Sends a message to the bench outside of VS Code, and returns its answer. */
export async function sendToBench<T = unknown>(what: string, message?: unknown): Promise<T> {
  const response = await fetch(process.env['MARGINALIA_BENCH'] ?? '', {
    method: 'POST',
    body: JSON.stringify({ what, message }),
  });
  return (await response.json()) as T;
}

/** Wraps a script that VS Code runs as its tests, so that its errors are reported to the bench as well. */
export function reportErrors(run: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await run();
    } catch (error) {
      await sendToBench('failed', error instanceof Error ? error.stack : String(error));
      throw error;
    }
  };
}

/** Runs a measured step, and waits until its requests have ended. */
export async function runMeasured<T>(name: string, run: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  await sendToBench('step', { name, ms: performance.now() - start });
  return result;
}

/** Runs a step that is needed but not measured. */
export async function runUnmeasured<T>(run: () => T | Promise<T>): Promise<T> {
  const result = await run();
  await sendToBench('aside');
  return result;
}

export function extension(): vscode.Extension<MarginaliaApi> {
  const extension = vscode.extensions.getExtension<MarginaliaApi>('marginalia.marginalia');
  if (!extension) throw new Error('The packaged extension is not installed.');
  return extension;
}

/** Shows the view, which signs in, and returns its top rows. */
export async function openView(): Promise<Node[]> {
  await extension().activate();
  await vscode.commands.executeCommand('marginalia.spaces.focus');
  const rows = await rowsOf();
  if (rows.length === 0) throw new Error('The view has no rows: nobody is signed in, or it was shown too early.');
  return rows;
}

/** Expands a row like a click does, and returns its child rows. */
export async function openRow(row: Node): Promise<Node[]> {
  await spaces()?.view.reveal(row, { expand: true, select: false });
  return rowsOf(row);
}

export async function rowsOf(row?: Node): Promise<Node[]> {
  return (await spaces()?.tree.getChildren(row)) ?? [];
}

function spaces() {
  return caughtObjects().trees.get('marginalia.spaces');
}

export function findRow(rows: readonly Node[], label: string): Node {
  const match = rows.find(row => row.label.includes(label));
  if (!match)
    throw new Error(
      `There is no row "${label}" among ${rows
        .slice(0, 9)
        .map(row => row.label)
        .join(', ')}.`,
    );
  return match;
}

/** Clicks "Load more" below a row until everything is loaded. Returns the number of clicks. */
export async function loadAll(row: Node): Promise<number> {
  for (let clicks = 0; ; clicks++) {
    const more = (await rowsOf(row)).find(({ contextValue }) => contextValue === 'more');
    if (!more?.command) return clicks;
    await vscode.commands.executeCommand(more.command.command, ...(more.command.arguments ?? []));
  }
}

/** Returns the URI of a document of a space, such as `content/page.md`, for the current account. */
export function documentUri(space: string, path: string): vscode.Uri {
  const authority = extension().exports.connection?.id ?? '';
  return vscode.Uri.from({ scheme: 'marginalia', authority, path: `/spaces/${space}/${path}` });
}

export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Adds a comment on a line, as with the "+" beside it. */
export async function comment(uri: vscode.Uri, line: number): Promise<void> {
  const thread = caughtObjects().controller?.createCommentThread(uri, new vscode.Range(line, 0, line, 0), []);
  await vscode.commands.executeCommand('marginalia.comment.create', { thread, text: 'One comment more.' });
}
