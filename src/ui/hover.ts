import * as vscode from 'vscode';
import { plain } from '../api/words.ts';

/** What is shown over a place in a text: a name, and lines about it. They may be words of others, and are text alone. */
export function hoverOf(range: vscode.Range, name: string, lines: readonly unknown[]): vscode.Hover {
  const shown = new vscode.MarkdownString();
  shown.appendMarkdown('**').appendText(plain(name)).appendMarkdown('**');
  for (const line of lines) {
    if (typeof line === 'string' && line.trim()) shown.appendMarkdown('\n\n').appendText(plain(line, 500));
  }
  return new vscode.Hover(shown, range);
}
