import * as vscode from 'vscode';

/**
 * Replaces properties of VS Code's window API for a test, such as editors, focus and events. Returns a function that
 * restores them.
 */
export function replaceWindowProperties(properties: { [K in keyof typeof vscode.window]?: unknown }): () => void {
  const names = Object.keys(properties) as (keyof typeof vscode.window)[];
  const before = names.map(name => Object.getOwnPropertyDescriptor(vscode.window, name) ?? {});
  for (const name of names) Object.defineProperty(vscode.window, name, { value: properties[name], configurable: true });
  return () => names.forEach((name, index) => Object.defineProperty(vscode.window, name, before[index] ?? {}));
}
