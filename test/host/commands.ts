import * as vscode from 'vscode';
import { own } from '../../src/ui/own.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import { type Answer, answering } from './answers.ts';

/** Runs a command of the extension with these answers, and gives all that was said. */
export async function run(command: string, given: readonly Answer[], ...args: unknown[]): Promise<string[]> {
  const answers = answering(...given);
  try {
    await vscode.commands.executeCommand(`marginalia.${command}`, ...args);
  } finally {
    answers.restore();
  }
  return answers.said;
}

/** A row as commands are called on it: that of the resource at a path of the service. */
export function rowOf(path: string, label: string): Node {
  return own({ id: `//sandbox${path}`, label, contextValue: 'row' });
}
