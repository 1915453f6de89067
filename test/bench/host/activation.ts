import * as vscode from 'vscode';
import { reportErrors, sendToBench } from './driver.ts';

/** Activates the extension and an empty one. The order alternates between windows. */
export const run = reportErrors(async () => {
  // The first activation prepares the host for all others.
  await vscode.extensions.getExtension('bench.developed')?.activate();
  const names = await sendToBench<string[]>('order');
  for (const name of names) await sendToBench('activated', { name, ...(await activated(name)) });
});

async function activated(name: string): Promise<{ wall: number; cpu: number }> {
  const extension = vscode.extensions.getExtension(name);
  if (!extension || extension.isActive) throw new Error(`${name} is not there, or has been activated before.`);
  await idle();
  const [before, start] = [process.threadCpuUsage(), performance.now()];
  await extension.activate();
  const wall = performance.now() - start;
  const { user, system } = process.threadCpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

/** Waits until the host is idle for half a second, because it activates other extensions when the window starts. */
async function idle(): Promise<void> {
  let before: NodeJS.CpuUsage;
  do {
    before = process.threadCpuUsage();
    await new Promise(resolve => setTimeout(resolve, 500));
  } while (process.threadCpuUsage(before).user > 10_000);
}
