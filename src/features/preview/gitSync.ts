import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import * as vscode from 'vscode';

/**
 * Finds the root of the Git Sync content that a local file belongs to. Searches up to the workspace folder, the
 * repository root or the home folder. The nearest folder with `.gitbook.yaml` wins, otherwise the outermost candidate,
 * because a subfolder may have its own included texts. Undefined if the file is not Git Sync content. Synchronous,
 * because the preview cannot wait.
 */
export function gitSyncRootOf(path: string): string | undefined {
  const stopFolders = [homedir(), vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath];
  let outermost: string | undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const root = contentRoot(folder);
    if (root !== undefined && isInside(root, path)) {
      if (existsSync(join(folder, '.gitbook.yaml'))) return root;
      outermost = root;
    }
    const isLast = stopFolders.includes(folder) || existsSync(join(folder, '.git')) || dirname(folder) === folder;
    if (isLast) return outermost;
  }
}

/** Returns the content root that a folder declares: itself, or the subfolder that its settings name. */
function contentRoot(folder: string): string | undefined {
  const has = (name: string) => existsSync(join(folder, name));
  if (has('.gitbook.yaml')) return rootOfSettings(folder);
  const isContent = contentMarkers.some(has) || (has('SUMMARY.md') && has('README.md'));
  return isContent ? folder : undefined;
}

/** Paths that Git Sync writes. A bare `.gitbook` folder does not count: the service's CLI uses it for build output. */
const contentMarkers = ['.gitbook/assets', '.gitbook/includes', '.gitbook/vars.yaml'];

/** Larger files are not read as settings of Git Sync. */
const maxSettingsBytes = 100_000;

function rootOfSettings(folder: string): string {
  const [, rootValue = ''] = /^root:(.*)$/m.exec(settingsIn(folder)) ?? [];
  const [, unquoted = ''] = /^\s*["']?([^"'#]*)/.exec(rootValue) ?? [];
  const root = resolve(folder, unquoted.trim());
  return isInside(folder, root) ? root : folder;
}

function settingsIn(folder: string): string {
  const file = join(folder, '.gitbook.yaml');
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= maxSettingsBytes ? readFileSync(file, 'utf8') : '';
  } catch {
    // Unreadable settings name no subfolder.
    return '';
  }
}

/** Returns true if a path is a folder itself, or in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
