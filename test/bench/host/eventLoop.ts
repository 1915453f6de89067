import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import {
  documentUri,
  runUnmeasured,
  closeAll,
  comment,
  extension,
  openView,
  reportErrors,
  sendToBench,
  show,
} from './driver.ts';

/** The typed texts, with a pause after each. They begin a link and a block. */
const typedTexts = ['Some more words here', ', and a link: [there](', 'page', ' and a tag', '\n\n{%', ' hint '];
const keyMs = 80;
const pauseMs = 800;

/** Opens pages, adds comments and types, each followed by the floor: what VS Code does without the extension. */
export const run = reportErrors(async () => {
  await runUnmeasured(openView);
  const { rounds, long } = await sendToBench<{ rounds: number; long: string }>('what');
  const texts = new Map<string, string>();
  vscode.workspace.registerFileSystemProvider('bench', inMemory(texts));
  vscode.commands.registerCommand('bench.askTheService', () => sendToBench('nothing'));
  // The first round loads what all others share, so it is not measured.
  for (let round = 0; round <= rounds; round++) {
    const among = documentUri('manual', `change-requests/1/manual-page-0/manual-page-${50 + 50 * round}.md`);
    const page = documentUri('long', `change-requests/${round + 1}/long-page-0.md`);
    for (const [kind, uri] of [
      ['among 5,000 comments', among],
      ['200 kB', page],
    ] as const) {
      const [document, took] = await watched(`Open a page, ${kind}`, round, () => timed(() => openWithThreads(uri)));
      texts.set(`/${round}${uri.path}`, kind === '200 kB' ? long : document.getText());
      await runUnmeasured(closeAll);
      await watched(`Open a page, ${kind}, floor`, round, () =>
        asLong(took, () => show(vscode.Uri.from({ scheme: 'bench', path: `/${round}${uri.path}` }))),
      );
      await runUnmeasured(closeAll);
      await runUnmeasured(() => openWithThreads(uri));
      await watched(`Comment on a page, ${kind}`, round, () => comment(uri, 2));
      await watched(`Comment on a page, ${kind}, floor`, round, () =>
        vscode.commands.executeCommand('bench.askTheService'),
      );
      await runUnmeasured(closeAll);
    }
    await runUnmeasured(() => openWithThreads(page));
    await watched('Type in a page, 200 kB', round, () => typeIn(page));
    await runUnmeasured(() => revert(page));
    const floor = vscode.Uri.from({ scheme: 'bench', path: `/${round}${page.path}` });
    await watched('Type in a page, 200 kB, floor', round, () => typeIn(floor));
    await runUnmeasured(() => revert(floor));
  }
});

async function openWithThreads(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const { document } = await show(uri);
  await extension().exports.threads(uri);
  return document;
}

/** Types as fast as a person does, with pauses in which the page is checked and completions are offered. */
async function typeIn(uri: vscode.Uri): Promise<void> {
  const editor = await show(uri);
  const middle = Math.floor(editor.document.lineCount / 2);
  await editor.edit(edit => edit.insert(new vscode.Position(middle, 0), '\n\n'));
  editor.selection = new vscode.Selection(middle + 1, 0, middle + 1, 0);
  for (const text of typedTexts) {
    for (const key of text) {
      await vscode.commands.executeCommand('type', { text: key });
      await setTimeout(keyMs);
    }
    await setTimeout(pauseMs);
  }
  if (!editor.document.getText().includes(' and a tag')) throw new Error('The page cannot be edited.');
}

async function revert(uri: vscode.Uri): Promise<void> {
  await show(uri);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await closeAll();
}

async function timed<T>(run: () => Promise<T>): Promise<[T, milliseconds: number]> {
  const start = performance.now();
  return [await run(), performance.now() - start];
}

/**
 * Runs a function, and waits until this time has passed since its start, because VS Code and its extensions continue to
 * process what was shown.
 */
async function asLong(milliseconds: number, run: () => Promise<unknown>): Promise<void> {
  const [, took] = await timed(run);
  await setTimeout(Math.max(0, milliseconds - took));
}

/** Runs a function, and reports the delays of the event loop while it runs and until its requests have ended. */
async function watched<T>(name: string, round: number, run: () => T | Thenable<T>): Promise<T> {
  const [meanwhile, all] = [monitorEventLoopDelay({ resolution: 1 }), monitorEventLoopDelay({ resolution: 1 })];
  meanwhile.enable();
  all.enable();
  const result = await run();
  meanwhile.disable();
  await sendToBench('aside');
  all.disable();
  if (round > 0)
    await sendToBench('delays', {
      name,
      p99: delay(meanwhile, meanwhile.percentile(99)),
      longest: delay(all, all.max),
    });
  return result;
}

/** Returns a delay in milliseconds, without the interval of one millisecond between two samples. */
function delay({ count }: ReturnType<typeof monitorEventLoopDelay>, nanoseconds: number): number {
  return count === 0 ? 0 : Math.max(0, nanoseconds / 1e6 - 1);
}

function inMemory(texts: ReadonlyMap<string, string>): vscode.FileSystemProvider {
  const textOf = ({ path }: vscode.Uri) => Buffer.from(texts.get(path) ?? '');
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: () => new vscode.Disposable(() => undefined),
    watch: () => new vscode.Disposable(() => undefined),
    stat: uri => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: textOf(uri).length }),
    readFile: textOf,
    readDirectory: () => [],
    ...{ createDirectory: refuse, writeFile: refuse, delete: refuse, rename: refuse },
  };
}
