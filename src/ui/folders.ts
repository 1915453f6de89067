import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Returns the default folder for new files: the first writable workspace folder, or else the home folder. */
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
    // A folder that cannot be read counts as not writable.
    return false;
  }
}
