import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { addressOf, aside, closeAll, openView, reported, say } from './driver.ts';

/** Opens review pages and panels with static content in turn. */
export const run = reported(async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  await aside(openView);
  for (const kind of await say<(string | number)[]>('kinds')) {
    await aside(closeAll);
    const before = heap();
    const html = typeof kind === 'string' ? await say<string>('still', kind) : '';
    await say('opening');
    if (typeof kind === 'string') showStill(html);
    else await vscode.commands.executeCommand('marginalia.changeRequest.openReviewPage', address(kind));
    await say('opened', kind);
    await say('read', { kind, heap: heap() - before });
  }
});

function address(number: number): vscode.Uri {
  return addressOf(`review-${number}`, `change-requests/${number}.md`);
}

/** Shows a panel with as much static content as a review page. It is the floor. */
function showStill(html: string): void {
  const panel = vscode.window.createWebviewPanel('bench.still', 'Still', vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  panel.webview.html = `<!DOCTYPE html><html><body><main class="still">${html}</main></body></html>`;
}
