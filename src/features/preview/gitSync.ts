import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import * as vscode from 'vscode';

/**
 * Finds the root of the Git Sync content that a local file belongs to, up to the folder of the workspace, the root of its
 * repository or the home folder. The nearest folder with `.gitbook.yaml` wins, otherwise the outermost candidate: a folder
 * below may have included texts of its own. Undefined for any other file. Synchronous, because the preview cannot wait.
 */
export function gitSyncRootOf(path: string): string | undefined {
  const ends = [homedir(), vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath];
  let outermost: string | undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const root = contentRoot(folder);
    if (root !== undefined && isInside(root, path)) {
      if (existsSync(join(folder, '.gitbook.yaml'))) return root;
      outermost = root;
    }
    const isEnd = ends.includes(folder) || existsSync(join(folder, '.git')) || dirname(folder) === folder;
    if (isEnd) return outermost;
  }
}

/** The folder of the content that a folder declares: itself, or the one inside that its settings name. */
function contentRoot(folder: string): string | undefined {
  const has = (name: string) => existsSync(join(folder, name));
  if (has('.gitbook.yaml')) return rootOfSettings(folder);
  const isContent = contentOfService.some(has) || (has('SUMMARY.md') && has('README.md'));
  return isContent ? folder : undefined;
}

/** Paths that Git Sync writes. The command-line tool of the service uses a `.gitbook` folder, too, for build output. */
const contentOfService = ['.gitbook/assets', '.gitbook/includes', '.gitbook/vars.yaml'];

/** Settings are short; whatever else is called like them names no folder. */
const longestSettings = 100_000;

function rootOfSettings(folder: string): string {
  const [, named = ''] = /^root:(.*)$/m.exec(settingsIn(folder)) ?? [];
  const [, bare = ''] = /^\s*["']?([^"'#]*)/.exec(named) ?? [];
  const root = resolve(folder, bare.trim());
  return isInside(folder, root) ? root : folder;
}

function settingsIn(folder: string): string {
  const file = join(folder, '.gitbook.yaml');
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= longestSettings ? readFileSync(file, 'utf8') : '';
  } catch {
    // Settings that cannot be read name no folder.
    return '';
  }
}

/** Whether a path is a folder itself, or in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
