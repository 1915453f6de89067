import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { documentUri, runUnmeasured, closeAll, openView, reportErrors, sendToBench } from './driver.ts';

/** Opens review pages and panels with static content in turn. */
export const run = reportErrors(async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  await runUnmeasured(openView);
  // A garbage collection discards compiled code, so only the first page of each kind is opened after one.
  const measured = await sendToBench<(string | number)[]>('heapsOf');
  for (const kind of await sendToBench<(string | number)[]>('kinds')) {
    await runUnmeasured(closeAll);
    const isMeasured = measured.includes(kind);
    const before = isMeasured ? heap() : 0;
    const html = typeof kind === 'string' ? await sendToBench<string>('still', kind) : '';
    await sendToBench('opening');
    if (typeof kind === 'string') showStill(html);
    else await vscode.commands.executeCommand('marginalia.changeRequest.openReviewPage', address(kind));
    await sendToBench('opened', kind);
    await sendToBench('read', { kind, heap: isMeasured ? heap() - before : 0 });
  }
});

function address(number: number): vscode.Uri {
  return documentUri(`review-${number}`, `change-requests/${number}.md`);
}

/** Shows a panel with as much static content as a review page. It is the floor. */
function showStill(html: string): void {
  const panel = vscode.window.createWebviewPanel('bench.still', 'Still', vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  panel.webview.html = `<!DOCTYPE html><html><body><main class="still">${html}</main></body></html>`;
}
