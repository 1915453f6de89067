import * as vscode from 'vscode';
import { plain } from '../api/words.ts';

/** A command of ours, and the text that it is given. */
interface Action {
  label: string;
  command: string;
  argument: string;
}

/** What is shown over a place in a text: a name, and lines about it. They may be words of others, and are text alone. */
export function hoverOf(range: vscode.Range, name: string, lines: readonly unknown[]): vscode.Hover {
  const markdown = new vscode.MarkdownString();
  markdown.appendMarkdown('**').appendText(plain(name)).appendMarkdown('**');
  for (const line of lines) {
    if (typeof line === 'string' && line.trim()) markdown.appendMarkdown('\n\n').appendText(plain(line, 500));
  }
  return new vscode.Hover(markdown, range);
}

/** What can be done there. No command runs but these. */
export function hoverWith(range: vscode.Range, actions: readonly Action[]): vscode.Hover {
  const links = actions.map(({ label, command, argument }) => {
    return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
  });
  const markdown = new vscode.MarkdownString(links.join(' · '));
  markdown.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
  return new vscode.Hover(markdown, range);
}
