import * as vscode from 'vscode';

/** Returns the emoji names of VS Code's built-in Git extension; empty if that is missing. */
export async function readEmoji(): Promise<[name: string, emoji: string][]> {
  const git = vscode.extensions.getExtension('vscode.git');
  if (!git) return [];
  try {
    const file = vscode.Uri.joinPath(git.extensionUri, 'resources/emojis.json');
    const names: unknown = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString());
    return Object.entries(names ?? {}).filter(([, emoji]) => typeof emoji === 'string');
  } catch {
    // This VS Code has no such list.
    return [];
  }
}
