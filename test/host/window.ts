import * as vscode from 'vscode';

/** Gives the window of VS Code other properties for a test: editors, the focus, what tells of them. Returns what takes them back. */
export function pretending(properties: { [K in keyof typeof vscode.window]?: unknown }): () => void {
  const names = Object.keys(properties) as (keyof typeof vscode.window)[];
  const before = names.map(name => Object.getOwnPropertyDescriptor(vscode.window, name) ?? {});
  for (const name of names) Object.defineProperty(vscode.window, name, { value: properties[name], configurable: true });
  return () => names.forEach((name, index) => Object.defineProperty(vscode.window, name, before[index] ?? {}));
}
