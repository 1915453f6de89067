import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What a folder of documentation holds: paths inside it, with `/`, and where each of them is on disk. */
export interface Folder {
  files: Map<string, string>;
  /** What was left out, each in a sentence. */
  warnings: string[];
}

/** Lists a folder. Links that lead out of it are refused; what is hidden or installed is no documentation. */
export function listFolder(directory: string): Folder {
  const root = realpathSync(directory);
  const folder: Folder = { files: new Map(), warnings: [] };
  visit(root, [root]);
  return folder;

  function visit(current: string, ancestors: string[]): void {
    const entries = readdirSync(current, { withFileTypes: true }).sort((a, b) => compareNames(a.name, b.name));
    for (const entry of entries) {
      if (isDocumentation(entry.name)) visitEntry(entry, join(current, entry.name), ancestors);
    }
  }

  function visitEntry(entry: Dirent, path: string, ancestors: string[]): void {
    const inside = relative(root, path).split(sep).join('/');
    const target = entry.isSymbolicLink() ? targetInside(path, inside) : path;
    if (target === undefined) return;
    const stats = statSync(target);
    if (stats.isFile()) folder.files.set(inside, target);
    if (!stats.isDirectory()) return;
    if (ancestors.includes(realpathSync(target))) {
      folder.warnings.push(`'${inside}' was left out: it is a link to a folder that it lies in.`);
      return;
    }
    visit(path, [...ancestors, realpathSync(target)]);
  }

  function targetInside(path: string, inside: string): string | undefined {
    const target = resolveLink(path);
    if (target === undefined) {
      folder.warnings.push(`'${inside}' was left out: it is a link to nothing.`);
      return undefined;
    }
    const isInside = target === root || target.startsWith(root + sep);
    if (isInside && relative(root, target).split(sep).every(isDocumentation)) return target;
    const where = isInside ? 'that is hidden' : 'outside the folder';
    folder.warnings.push(`'${inside}' was left out: it is a link to something ${where}.`);
    return undefined;
  }
}

/** The order of names in a folder: as people number things, and README, the folder's own page, before all others. */
export function compareNames(a: string, b: string): number {
  const isFirst = (name: string) => name === 'README.md';
  if (isFirst(a) || isFirst(b)) return Number(isFirst(b)) - Number(isFirst(a));
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

const collator = new Intl.Collator('en', { numeric: true });

function isDocumentation(name: string): boolean {
  return name === '.gitbook' || name === '.gitbook.yaml' || !(name.startsWith('.') || name === 'node_modules');
}

function resolveLink(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A link whose target is missing, or that leads to itself.
    return undefined;
  }
}
