import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';

/** Limit for the returned output, in characters. The end is kept, because it contains the errors. */
const maxOutput = 20_000;

export interface Program {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
  /** Runs the command in a shell: on Windows, "npm" is a batch file. */
  shell?: boolean;
}

/** Runs a program until it exits. If the signal aborts, kills the process tree and throws a CancellationError. */
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
  const stop = () => killTree(child.pid, isWindows);
  signal.addEventListener('abort', stop);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', exitCode => resolve(exitCode ?? 1));
    });
    if (signal.aborted) throw new vscode.CancellationError();
    return { code, output: stripVTControlCharacters(output).trim() };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function killTree(pid: number | undefined, isWindows: boolean): void {
  if (pid === undefined) return;
  if (isWindows) return void spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
