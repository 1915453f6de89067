import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * Whether a local file is content that the service's Git sync reads and writes. It is where one of the folders around it
 * is the root of such content, looked for up to the root of its repository. The preview cannot wait: nothing here does.
 */
export function isGitSyncContent(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const root = contentRoot(folder);
    if (root !== undefined && isInside(root, path)) return true;
    const isEnd = existsSync(join(folder, '.git')) || dirname(folder) === folder;
    if (isEnd) return false;
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

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
