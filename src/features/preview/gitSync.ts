import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * Finds the root of the Git Sync content that a local file belongs to, up to the root of its repository. The nearest folder
 * with `.gitbook.yaml` wins, otherwise the outermost candidate: a folder below may have included texts of its own. Undefined
 * for any other file. Synchronous, because the preview cannot wait.
 */
export function gitSyncRootOf(path: string): string | undefined {
  let outermost: string | undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const root = contentRoot(folder);
    if (root !== undefined && isInside(root, path)) {
      if (existsSync(join(folder, '.gitbook.yaml'))) return root;
      outermost = root;
    }
    const isEnd = existsSync(join(folder, '.git')) || dirname(folder) === folder;
    if (isEnd) return outermost;
  }
}

/** The folder of the content that a folder declares: itself, or the one inside that its settings name. */
function contentRoot(folder: string): string | undefined {
  const has = (name: string) => existsSync(join(folder, name));
  if (has('.gitbook.yaml')) return rootOfSettings(folder);
  return has('.gitbook') || (has('SUMMARY.md') && has('README.md')) ? folder : undefined;
}

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
    // What cannot be read names no folder.
    return '';
  }
}

/** Whether a path is a folder itself, or in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
