import * as vscode from 'vscode';

/** Deletes the oldest documents in all subfolders of a folder until at most `capacity` remain. */
export async function prune(top: vscode.Uri, capacity: number): Promise<void> {
  const { fs } = vscode.workspace;
  const files: { uri: vscode.Uri; mtime: number }[] = [];
  for (const [connection] of await list(top)) {
    const folder = vscode.Uri.joinPath(top, connection);
    for (const [name] of await list(folder)) {
      const uri = vscode.Uri.joinPath(folder, name);
      files.push({ uri, mtime: (await fs.stat(uri)).mtime });
    }
  }
  const oldest = files.sort((a, b) => b.mtime - a.mtime).slice(capacity);
  for (const { uri } of oldest) await fs.delete(uri);
}

async function list(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    // The folder is created with the first document.
    return [];
  }
}
