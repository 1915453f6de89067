import * as vscode from 'vscode';
import { markTrusted } from '../../src/ui/trusted.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import { type Answer, answerPrompts } from './answers.ts';

/** Runs a command of the extension with these answers. Returns all prompts and messages. */
export async function run(command: string, replies: readonly Answer[], ...args: unknown[]): Promise<string[]> {
  const answers = answerPrompts(...replies);
  try {
    await vscode.commands.executeCommand(`marginalia.${command}`, ...args);
  } finally {
    answers.restore();
  }
  return answers.transcript;
}

/** Returns a tree row, as commands receive it, for the resource at a path of the service. */
export function rowOf(path: string, label: string): Node {
  return markTrusted({ id: `//sandbox${path}`, label, contextValue: 'row' });
}
