import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';

/** Characters of the output of a program that are returned: its end says what went wrong. */
const maxOutput = 20_000;

export interface Program {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
  /** Finds the command as a shell does: on Windows, "npm" is a batch file. */
  shell?: boolean;
}

/** Runs a program to its end. Throws CancellationError when the signal aborts, and ends all that it has started. */
export async function runProgram(
  { command, args, cwd, env, shell = false }: Program,
  signal: AbortSignal,
): Promise<{ code: number; output: string }> {
  signal.throwIfAborted();
  const isWindows = process.platform === 'win32';
  const child = spawn(command, args, {
    cwd,
    shell,
    env: { ...process.env, ...env },
    detached: !isWindows,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (part: string) => (output = (output + part).slice(-maxOutput));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  const stop = () => endTree(child.pid, isWindows);
  signal.addEventListener('abort', stop);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', ended => resolve(ended ?? 1));
    });
    if (signal.aborted) throw new vscode.CancellationError();
    return { code, output: stripVTControlCharacters(output).trim() };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function endTree(pid: number | undefined, isWindows: boolean): void {
  if (pid === undefined) return;
  if (isWindows) return void spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
