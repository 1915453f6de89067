import * as vscode from 'vscode';
import { escapeLine } from '../api/escape.ts';

/** A link in a hover that runs a command of this extension with a text argument. */
interface Action {
  label: string;
  command: string;
  argument: string;
}

/**
 * Returns a hover with a name and lines of plain text. Markdown in them is escaped, because others may have written it.
 */
export function hoverOf(range: vscode.Range, name: string, lines: readonly unknown[]): vscode.Hover {
  const markdown = new vscode.MarkdownString();
  markdown.appendMarkdown('**').appendText(escapeLine(name)).appendMarkdown('**');
  for (const line of lines) {
    if (typeof line === 'string' && line.trim()) markdown.appendMarkdown('\n\n').appendText(escapeLine(line, 500));
  }
  return new vscode.Hover(markdown, range);
}

/** Returns a hover with links that run commands. Only these commands are enabled. */
export function hoverWith(range: vscode.Range, actions: readonly Action[]): vscode.Hover {
  const links = actions.map(({ label, command, argument }) => {
    return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
  });
  const markdown = new vscode.MarkdownString(links.join(' · '));
  markdown.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
  return new vscode.Hover(markdown, range);
}
