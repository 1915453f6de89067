import * as vscode from 'vscode';
import { plain } from '../api/words.ts';

/** A command of ours, and the text that it is given. */
interface Action {
  label: string;
  command: string;
  argument: string;
}

/**
 * What is shown over a place in a text: a name, lines about it, and what can be done. Name and lines may be words of
 * others, and are text alone: no command runs but those of the actions.
 */
export function hoverOf(
  range: vscode.Range,
  name: string,
  lines: readonly unknown[],
  actions: readonly Action[] = [],
): vscode.Hover {
  const shown = new vscode.MarkdownString();
  shown.appendMarkdown('**').appendText(plain(name)).appendMarkdown('**');
  for (const line of lines) {
    if (typeof line === 'string' && line.trim()) shown.appendMarkdown('\n\n').appendText(plain(line, 500));
  }
  const links = actions.map(({ label, command, argument }) => {
    return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
  });
  if (links.length > 0) {
    shown.appendMarkdown(`\n\n${links.join(' · ')}`);
    shown.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
  }
  return new vscode.Hover(shown, range);
}
