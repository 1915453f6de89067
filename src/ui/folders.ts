import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Where files of the user's may be put: the first folder of the workspace that can be written to, else their home. */
export async function writableFolder(): Promise<vscode.Uri> {
  const { workspaceFolders = [] } = vscode.workspace;
  for (const { uri } of workspaceFolders) if (await isWritable(uri)) return uri;
  return vscode.Uri.file(homedir());
}

async function isWritable(folder: vscode.Uri): Promise<boolean> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(folder.scheme) === false) return false;
  try {
    const { permissions = 0 } = await fs.stat(folder);
    return !(permissions & vscode.FilePermission.Readonly);
  } catch {
    // What cannot be looked at cannot be written to.
    return false;
  }
}
